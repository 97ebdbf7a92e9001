package hierarchy

import (
	"errors"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// Damaged reports whether a class among those given could not be read, as far as they have been read.
func (c *Classes) Damaged() bool { return c.all != nil && c.all.damaged }

// world reads the headers of all classes, once. The error is [UnknownWorld] or [TooLarge].
func (c *Classes) world() (*world, error) {
	if c.all == nil && c.allFailed == nil {
		if c.given == nil {
			c.allFailed = &Error{Problem: UnknownWorld, Name: "all"}
		} else {
			c.all, c.allFailed = c.readWorld()
		}
	}
	return c.all, c.allFailed
}

// Targets returns every method that a virtual or interface call of ref can select among the classes given that can have objects:
// neither interfaces nor abstract. They are in the order in which classes near the one that ref names come first, and at most
// limit+1, so that more than limit means that there may be others. Classes that a program makes at run time, such as those of
// lambdas and proxies, are not given. For classes with which the call would throw, there is no method.
//
// The first call that needs them reads the headers of all classes. A final method, or one of a final class, needs none. The error is
// an [*Error]: [UnknownWorld] if they are unknown or the class that ref names is not one of them, or what leaves a class undecided.
func (c *Classes) Targets(ref classfile.Ref, limit int) (targets []*Method, err error) {
	resolved, err := c.Resolve(ref)
	switch {
	case err != nil:
		return nil, err
	case resolved.has(classfile.AccStatic) || resolved.Name == constructor:
		return nil, resolved.fail(IncompatibleClass)
	case resolved.Final():
		return []*Method{resolved}, nil
	}
	owner, err := c.Class(ref.Owner)
	if err != nil {
		return nil, err
	}
	if owner.Flags&classfile.AccFinal != 0 {
		m, err := c.Select(resolved, owner.Name)
		if err != nil {
			return nil, err
		}
		return []*Method{m}, nil
	}
	w, err := c.world()
	if err != nil {
		return nil, err
	}
	if !w.has(owner.Name) {
		return nil, &Error{Problem: UnknownWorld, Name: owner.Name}
	}
	var receivers []string
	for name, class := range w.below(owner.Name) {
		if err := c.step(name); err != nil {
			return nil, err
		}
		if !class {
			continue
		}
		if len(receivers) == maxReceivers {
			return nil, &Error{Problem: TooLarge, Name: resolved.String()}
		}
		receivers = append(receivers, name)
	}
	seen := map[*Method]bool{}
	for _, class := range receivers {
		m, err := c.Select(resolved, class)
		switch {
		case err == nil && !seen[m]:
			seen[m] = true
			if targets = append(targets, m); len(targets) > limit {
				return targets, nil
			}
		case err != nil && !throws(err):
			return nil, err
		}
	}
	return targets, nil
}

// throws reports whether the reason why no method is selected is that the call throws an exception.
func throws(err error) bool {
	return errors.Is(err, Abstract) || errors.Is(err, Ambiguous) || errors.Is(err, Inaccessible)
}
