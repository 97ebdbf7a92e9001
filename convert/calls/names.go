package calls

import (
	"regexp"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// UnnamedMethod follows the name of a class whose method is unknown. UnnamedNote explains such names.
const (
	UnnamedMethod = ".?"
	UnnamedNote   = "Type.?: a method that objects of this type have, perhaps inherited; only the type is in the profile"
)

// Name names a callee, in the style of the names.
func (c *Callee) Name(names *convert.Names) string {
	switch {
	case c.Slot >= 0:
		return names.Method(int(c.Slot))
	case c.OtherTypes:
		return "<other types>"
	case c.Method == "" && c.Class == "":
		return "<unknown>"
	case c.IsOfUnknownMethod():
		return names.Class(c.Class) + UnnamedMethod
	}
	return RefName(names, c.Ref())
}

// TargetName names what a site calls. If that is not one method, the name says which the instruction has.
func (s *Site) TargetName(names *convert.Names, c *Callee) string {
	switch {
	case !c.isUnknown():
	case s.Kind == Dynamic:
		return "<generated code>"
	case s.Called.Name != "":
		return "<any " + RefName(names, s.Called) + ">"
	}
	return c.Name(names)
}

// IsOfUnknownMethod reports whether the callee is a method of a class, but unknown which one.
func (c *Callee) IsOfUnknownMethod() bool {
	return c.Slot < 0 && !c.OtherTypes && c.Method == "" && c.Class != ""
}

// isUnknown reports whether nothing is known of a callee but its call.
func (c *Callee) isUnknown() bool { return c.Class == "" && c.Slot < 0 && !c.OtherTypes }

// RefName names a method that an instruction calls.
func RefName(names *convert.Names, called classfile.Ref) string {
	params, _, err := classfile.Types(called.Descriptor)
	if err != nil {
		params = []string{"?"}
	}
	return names.OfCode(called.Owner, called.Name, params)
}

// AnyCalled reports whether the name of any callee in a profile's call graph matches, see [TargetMatcher]. Without classes, those without
// entries have the names of receiver types.
func AnyCalled(p *iprof.Profile, names *convert.Names, re *regexp.Regexp, opts Options) bool {
	matches := TargetMatcher(names, re)
	for site, target := range New(p, opts).All() {
		if target.Calls.High > 0 && matches(site, target.Callee) {
			return true
		}
	}
	return false
}

// Matcher returns a function that reports whether the name of a callee matches, see [convert.Names.Matches]. Each name is matched once.
func Matcher(names *convert.Names, re *regexp.Regexp) func(*Callee) bool {
	bySlot, others := convert.SlotMatcher(names, re), names.ForPattern(re)
	byName := map[*Callee]bool{}
	return func(c *Callee) bool {
		if c.Slot >= 0 {
			return bySlot(c.Slot)
		}
		return remember(byName, c, func() bool { return re.MatchString(c.Name(others)) })
	}
}

// TargetMatcher is [Matcher] for targets: if one is not known to be one method, its name is the one that the instruction has.
func TargetMatcher(names *convert.Names, re *regexp.Regexp) func(*Site, *Callee) bool {
	matches, others := Matcher(names, re), names.ForPattern(re)
	byRef := map[classfile.Ref]bool{}
	return func(s *Site, c *Callee) bool {
		if !c.isUnknown() {
			return matches(c)
		}
		if s.Kind == Dynamic || s.Called.Name == "" {
			return re.MatchString(s.TargetName(others, c))
		}
		return remember(byRef, s.Called, func() bool { return re.MatchString(RefName(others, s.Called)) })
	}
}

// remember returns the known value of a key, or finds it.
func remember[K comparable](known map[K]bool, key K, find func() bool) bool {
	value, ok := known[key]
	if !ok {
		value = find()
		known[key] = value
	}
	return value
}
