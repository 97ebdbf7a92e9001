package iprof

import (
	"errors"
	"fmt"
)

// A Builder makes a profile that no file holds, such as the sum of several.
type Builder struct {
	p *Profile
}

// NewBuilder begins a profile without anything in it. Its successors are to be as the version has them, see
// [Successor].
func NewBuilder(v Version) *Builder {
	return &Builder{&Profile{Version: v, Contexts: NewTree(), Stacks: NewTree()}}
}

// ErrOverflow says that a sum of counts passes 2^63-1.
var ErrOverflow = errors.New("the sum passes 2^63-1")

// AddType lists a type. It is false, and does nothing, where the id is taken.
func (b *Builder) AddType(t Type) bool {
	if !b.p.types.add(int32(t.ID)) {
		return false
	}
	b.p.Types.Add(t)
	return true
}

// AddMethod lists a method. It is false, and does nothing, where the id is taken.
func (b *Builder) AddMethod(m Method) bool {
	if !b.p.methods.add(int32(m.ID)) {
		return false
	}
	b.p.Methods.Add(m)
	b.p.refer([]TypeID{m.Declaring, m.Return})
	b.p.refer(m.Params)
	return true
}

// Contexts returns the tree that records of all sections but samples hang on. Its nodes may be added to until
// [Builder.Profile].
func (b *Builder) Contexts() *Tree { return b.p.Contexts }

// Stacks returns the tree that samples hang on, as Contexts does.
func (b *Builder) Stacks() *Tree { return b.p.Stacks }

// Records returns the number of records so far.
func (b *Builder) Records() int {
	n := 0
	for _, s := range Sections {
		n += b.p.Records(s)
	}
	return n
}

// Declare makes the profile have a section, be it empty. Adding a record does too.
func (b *Builder) Declare(s Section) { b.p.present[s] = true }

// AddCount adds a record of [Calls] or [Samples]. It fails with ErrOverflow.
func (b *Builder) AddCount(s Section, c Count) error {
	if err := b.count(s, c.Value); err != nil {
		return err
	}
	if s == Samples {
		b.p.Samples.Add(c)
	} else {
		b.p.Calls.Add(c)
	}
	return nil
}

// AddConditional adds a record of [Conditionals]. It fails with ErrOverflow.
func (b *Builder) AddConditional(n NodeID, bci BCI, successors []Successor) error {
	var counts []int64
	for _, s := range successors {
		counts = append(counts, s.Count)
	}
	if err := b.count(Conditionals, counts...); err != nil {
		return err
	}
	b.p.Conditionals.Add(Conditional{n, bci, b.p.runs.addSuccessors(successors)})
	return nil
}

// AddTypeProfile adds a record of [Receivers] or [InstanceOf]. It fails with ErrOverflow.
func (b *Builder) AddTypeProfile(s Section, n NodeID, bci BCI, types []TypeCount) error {
	if err := b.count(s, countsOf(types)...); err != nil {
		return err
	}
	t := TypeProfile{n, bci, b.p.runs.addTypeCounts(types)}
	if s == InstanceOf {
		b.p.InstanceOf.Add(t)
	} else {
		b.p.Receivers.Add(t)
	}
	return nil
}

// AddMonitors adds to [Monitors]. It fails with ErrOverflow.
func (b *Builder) AddMonitors(types []TypeCount) error {
	if err := b.count(Monitors, countsOf(types)...); err != nil {
		return err
	}
	b.p.Monitors = append(b.p.Monitors, types...)
	return nil
}

func countsOf(types []TypeCount) []int64 {
	var counts []int64
	for _, t := range types {
		counts = append(counts, t.Count)
	}
	return counts
}

// count adds to a section's total.
func (b *Builder) count(s Section, counts ...int64) error {
	total := b.p.totals[s]
	for _, n := range counts {
		if n < 0 {
			panic(fmt.Sprintf("iprof: count %d is negative", n))
		}
		if total += n; total < 0 {
			return fmt.Errorf("%s: %w", s, ErrOverflow)
		}
	}
	b.p.totals[s], b.p.present[s] = total, true
	return nil
}

// Profile ends the building, and gives the profile the warnings that a file with the same content would get.
func (b *Builder) Profile() *Profile {
	p := b.p
	b.p = nil
	p.review(&warnings{})
	return p
}
