package records

import (
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
)

// A Rule computes a number of a record from two others: their quotient, or their difference. It is null if one of them is missing, or
// the divisor is 0.
//
//	self / ^base              a share of a number of the record whose list has this one
//	entries / parent.entries  a number per another record's in the list, whose place "parent" is
//	new_share - old_share
//	new / old if both         only where the field "both" is not missing
type Rule struct {
	Left, Right Operand
	Operator    byte   // / or -
	If          string // "": always
}

// An Operand is a number that a rule uses.
type Operand struct {
	Field string
	Of    Place
}

// A Place says which record contains an operand.
type Place uint8

// The places.
const (
	Same   Place = iota // this record
	Outer               // the record that contains it, or contains its list: ^
	Parent              // the record in the same list whose index is in the field "parent"
)

// ParentField is the name of the field with the index of the parent.
const ParentField = "parent"

var ruleText = lazyregexp.New(`^(\^|parent\.)?(\w+) ([/-]) (\^|parent\.)?(\w+)(?: if (\w+))?$`)

// ruleOf parses a rule. Fields of the same record that it uses must come before it.
func ruleOf(text string, s *Shape) *Rule {
	match := ruleText().FindStringSubmatch(text)
	if match == nil {
		panic(fmt.Sprintf("%s: %q is not a rule", s.Name, text))
	}
	r := &Rule{operandOf(match[1], match[2]), operandOf(match[4], match[5]), match[3][0], match[6]}
	names := []string{r.If}
	for _, o := range []Operand{r.Left, r.Right} {
		switch o.Of {
		case Same:
			names = append(names, o.Field)
		case Parent:
			names = append(names, o.Field, ParentField)
		}
	}
	for _, name := range names {
		if name != "" && !slices.ContainsFunc(s.Fields, func(f Field) bool { return f.Name == name }) {
			panic(fmt.Sprintf("%s: %q takes %s, which is not before it", s.Name, text, name))
		}
	}
	return r
}

func operandOf(place, field string) Operand {
	return Operand{field, map[string]Place{"": Same, "^": Outer, "parent.": Parent}[place]}
}

// String returns the rule without spaces, as in shapes: self/^base, new/old?both.
func (r *Rule) String() string {
	text := r.Left.String() + string(r.Operator) + r.Right.String()
	if r.If != "" {
		text += "?" + r.If
	}
	return text
}

// String returns the operand as in rules.
func (o Operand) String() string {
	return [...]string{Same: "", Outer: "^", Parent: "parent."}[o.Of] + o.Field
}
