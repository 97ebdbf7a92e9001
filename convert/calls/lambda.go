package calls

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// A lambda is one that a class makes, by an invokedynamic of it.
type lambda struct {
	made classfile.Ref    // the method of the interface, and as return type the interface
	body classfile.Handle // what it calls
}

// maxLambdas limits the lambdas of a class.
const maxLambdas = 10_000

// lambda returns the body of a lambda by the name of its class, which has that of the class that makes it but not which of its lambdas
// it is. If several have the method, it returns their bodies.
func (r *resolver) lambda(x *instruction, of string) (only *Callee, may []*Callee) {
	host, _, ok := strings.Cut(of, "$$Lambda")
	if !ok || r.classes == nil {
		return nil, nil
	}
	for _, l := range r.lambdasOf(host) {
		if l.made.Name != x.called.Name || !r.implements(l, x.called.Owner) {
			continue
		}
		body := r.bodyOfLambda(l)
		if body == nil {
			return nil, nil // one of them is unknown
		}
		may = append(may, body)
	}
	if len(may) == 1 {
		return may[0], nil
	}
	return nil, may
}

// implements reports whether the lambda may be called through an interface: it is the lambda's or, as far as is known, a superinterface.
func (r *resolver) implements(l lambda, owner string) bool {
	_, made, err := classfile.Types(l.made.Descriptor)
	if err != nil {
		return true
	}
	return r.mayExtend(made, owner)
}

// bodyOfLambda returns the method that a lambda calls; nil: unknown.
func (r *resolver) bodyOfLambda(l lambda) *Callee {
	m, err := r.classes.Resolve(l.body.Ref)
	if err != nil {
		return nil
	}
	switch l.body.Kind {
	case classfile.HandleVirtual, classfile.HandleInterface:
		if !m.Final() {
			return nil
		}
	}
	return r.callee(m)
}

// lambdasOf returns the lambdas that a class makes.
func (r *resolver) lambdasOf(name string) []lambda {
	all, ok := r.lambdas[name]
	if ok {
		return all
	}
	if class, err := r.find(name); err == nil {
		for i := range class.Methods {
			body, err := class.Methods[i].Code()
			if err != nil || body == nil {
				continue
			}
			for _, in := range body.Instructions {
				if made, ok := in.Lambda(); ok && len(all) < maxLambdas {
					called, _ := in.Called()
					all = append(all, lambda{called, made})
				}
			}
		}
	}
	r.lambdas[name] = all
	return all
}

// maxInterfaces limits the superinterfaces that are looked at.
const maxInterfaces = 1000

// mayExtend reports whether an interface is another one or extends it, or may, as a class file is missing.
func (r *resolver) mayExtend(name, of string) bool {
	seen := map[string]bool{name: true}
	for todo := []string{name}; len(todo) > 0; {
		name, todo = todo[0], todo[1:]
		if name == of {
			return true
		}
		class, err := r.classes.Class(name)
		if err != nil || len(seen) > maxInterfaces {
			return true
		}
		for _, up := range class.Interfaces {
			if !seen[up] {
				seen[up] = true
				todo = append(todo, up)
			}
		}
	}
	return false
}
