package iprof

import (
	"errors"
	"fmt"
	"slices"
)

// A Builder makes a [Profile] that no iprof file holds: the sum of several, or what another tool's file says. Types and
// methods come first or last, as is convenient; records need the node that they hang on, see [Builder.Contexts] and
// [Builder.Stacks].
//
// The zero Builder is ready to use, for profiles of version 0.0.0.
type Builder struct {
	p        Profile
	contexts TreeBuilder
	stacks   TreeBuilder
}

// NewBuilder begins a profile without anything in it. Its successors are to be as the version has them, see
// [Successor].
func NewBuilder(v Version) *Builder {
	return &Builder{p: Profile{Version: v}}
}

// ErrOverflow says that a sum of counts passes 2^63-1.
var ErrOverflow = errors.New("the sum passes 2^63-1")

// SetOrigin says where the profile comes from and what its samples count. Without it, Samples are samples as in an iprof.
func (b *Builder) SetOrigin(o Origin) { b.p.origin = o }

// AddType lists a type. It is false, and does nothing, where the id is taken. The id must not be negative.
func (b *Builder) AddType(t Type) bool {
	notNegative("type id", int64(t.ID))
	if !b.p.types.add(int32(t.ID)) {
		return false
	}
	addType(&b.p.Types, t.ID, t.Name)
	return true
}

// AddMethod lists a method. It is false, and does nothing, where the id is taken. The id must not be negative. Where no
// more than the method's name is known, Declaring and Return are [NoType].
func (b *Builder) AddMethod(m Method) bool {
	notNegative("method id", int64(m.ID))
	if !b.p.methods.add(int32(m.ID)) {
		return false
	}
	signature := append([]TypeID{m.Declaring, m.Return}, m.Params...)
	addMethod(&b.p.Methods, m.ID, m.Name, signature)
	b.p.refer(signature)
	b.p.unsigned = b.p.unsigned || slices.Contains(signature, NoType)
	return true
}

func notNegative(what string, n int64) {
	if n < 0 {
		panic(fmt.Sprintf("iprof: %s %d is negative", what, n))
	}
}

// Contexts returns the tree that records of all sections but [Samples] hang on.
func (b *Builder) Contexts() *TreeBuilder { return &b.contexts }

// Stacks returns the tree that records of [Samples] hang on.
func (b *Builder) Stacks() *TreeBuilder { return &b.stacks }

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

// AddCount adds a record of [Calls] or [Samples]. It fails with [ErrOverflow].
func (b *Builder) AddCount(s Section, c Count) error {
	if err := b.count(s, c.Value); err != nil {
		return err
	}
	if s == Samples {
		b.p.Samples.add(c)
	} else {
		b.p.Calls.add(c)
	}
	return nil
}

// AddConditional adds a record of [Conditionals]. It fails with [ErrOverflow].
func (b *Builder) AddConditional(n NodeID, bci BCI, successors []Successor) error {
	var counts []int64
	for _, s := range successors {
		counts = append(counts, s.Count)
	}
	if err := b.count(Conditionals, counts...); err != nil {
		return err
	}
	b.p.Conditionals.add(Conditional{n, bci, b.p.runs.addSuccessors(successors)})
	return nil
}

// AddTypeProfile adds a record of [Receivers] or [InstanceOf]. It fails with [ErrOverflow].
func (b *Builder) AddTypeProfile(s Section, n NodeID, bci BCI, types []TypeCount) error {
	if err := b.count(s, countsOf(types)...); err != nil {
		return err
	}
	t := TypeProfile{n, bci, b.p.runs.addTypeCounts(types)}
	if s == InstanceOf {
		b.p.InstanceOf.add(t)
	} else {
		b.p.Receivers.add(t)
	}
	return nil
}

// AddMonitors adds to [Monitors]. It fails with [ErrOverflow].
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
		notNegative("count", n)
		if total += n; total < 0 {
			return fmt.Errorf("%s: %w", s, ErrOverflow)
		}
	}
	b.p.totals[s], b.p.present[s] = total, true
	return nil
}

// Profile ends the building, and gives the profile the warnings that a file with the same content would get. The
// Builder and its trees are empty from then on.
func (b *Builder) Profile() *Profile {
	p := b.p
	p.Contexts, p.Stacks = b.contexts.take(), b.stacks.take()
	*b = Builder{p: Profile{Version: p.Version}}
	p.review(&warnings{})
	return &p
}
