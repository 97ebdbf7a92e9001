package calls

import (
	"regexp"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
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
	case c.Method == "":
		return names.Class(c.Class) + ".?"
	}
	return RefName(names, c.Ref())
}

// TargetName names what a site calls. If that is not one method, the name says which the instruction has.
func (s *Site) TargetName(names *convert.Names, c *Callee) string {
	switch {
	case c.Class != "" || c.Slot >= 0 || c.OtherTypes:
	case s.Kind == Dynamic:
		return "<generated code>"
	case s.Called.Name != "":
		return "<any " + RefName(names, s.Called) + ">"
	}
	return c.Name(names)
}

// RefName names a method that an instruction calls.
func RefName(names *convert.Names, called classfile.Ref) string {
	params, _, err := classfile.Types(called.Descriptor)
	if err != nil {
		params = []string{"?"}
	}
	return names.OfCode(called.Owner, called.Name, params)
}

// Matcher returns a function that reports whether the name of a callee matches, see [convert.Names.Matches]. Each name is matched once.
func Matcher(names *convert.Names, re *regexp.Regexp) func(*Callee) bool {
	bySlot, others := convert.SlotMatcher(names, re), names.ForPattern(re)
	byName := map[*Callee]bool{}
	return func(c *Callee) bool {
		if c.Slot >= 0 {
			return bySlot(c.Slot)
		}
		matches, ok := byName[c]
		if !ok {
			matches = re.MatchString(c.Name(others))
			byName[c] = matches
		}
		return matches
	}
}
