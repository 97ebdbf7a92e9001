package iprof

import (
	"errors"
	"fmt"
	"slices"
)

// A Builder builds a [Profile] that does not come from an iprof file, such as a merged profile or the stacks of another tool.
// Types, methods and records may be added in any order. A record needs a node of [Builder.Contexts] or [Builder.Stacks].
//
// The zero Builder is ready to use, for profiles of version 0.0.0.
type Builder struct {
	p        Profile
	contexts TreeBuilder
	stacks   TreeBuilder
}

// NewBuilder starts an empty profile. The version determines the meaning of the counts of successors, see [Successor].
func NewBuilder(v Version) *Builder {
	return &Builder{p: Profile{Version: v}}
}

// ErrOverflow means that the counts of a section add up to more than 2^63-1.
var ErrOverflow = errors.New("the sum exceeds 2^63-1")

// SetOrigin sets the format that the profile comes from and the unit of its samples.
func (b *Builder) SetOrigin(o Origin) { b.p.origin = o }

// AddType adds t to the types table. If its id is taken, AddType does nothing and returns false. It panics if the id is
// negative.
func (b *Builder) AddType(t Type) bool {
	notNegative("type id", int64(t.ID))
	if !b.p.types.add(int32(t.ID)) {
		return false
	}
	addType(&b.p.Types, t.ID, t.Name)
	return true
}

// AddMethod adds m to the methods table. If its id is taken, AddMethod does nothing and returns false. It panics if the id
// is negative. A method of which only the name is known has [NoType] as Declaring and Return, and no Params.
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

// notNegative panics if a number from the caller is negative.
func notNegative(name string, n int64) {
	if n < 0 {
		panic(fmt.Sprintf("iprof: %s %d is negative", name, n))
	}
}

// Contexts returns the tree for the records of all sections except [Samples].
func (b *Builder) Contexts() *TreeBuilder { return &b.contexts }

// Stacks returns the tree for the records of [Samples].
func (b *Builder) Stacks() *TreeBuilder { return &b.stacks }

// Records returns the number of records so far.
func (b *Builder) Records() int {
	n := 0
	for _, s := range Sections {
		n += b.p.Records(s)
	}
	return n
}

// Declare adds a section, which may stay empty. Adding a record implies it.
func (b *Builder) Declare(s Section) { b.p.present[s] = true }

// AddCount adds a record of [Calls], for a node of [Builder.Contexts], or of [Samples], for a node of [Builder.Stacks].
// Several records of one node add up. If the sum of the section gets too large, the error is [ErrOverflow] and nothing is
// added. Like the methods for the other sections, AddCount panics if the count is negative.
func (b *Builder) AddCount(s Section, c Count) error {
	list := b.p.counts(s)
	if err := b.count(s, c.Value); err != nil {
		return err
	}
	list.add(c)
	return nil
}

// AddConditional adds a record of [Conditionals] at a BCI of a node of [Builder.Contexts]. The error is [ErrOverflow].
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

// AddTypeProfile adds a record of [Receivers] or [InstanceOf] at a BCI of a node of [Builder.Contexts]. The error is
// [ErrOverflow].
func (b *Builder) AddTypeProfile(s Section, n NodeID, bci BCI, types []TypeCount) error {
	list := b.p.typeProfiles(s)
	if err := b.count(s, countsOf(types)...); err != nil {
		return err
	}
	list.add(TypeProfile{n, bci, b.p.runs.addTypeCounts(types)})
	return nil
}

// AddMonitors adds counts to [Monitors]. The error is [ErrOverflow].
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

// Profile returns the profile, with the warnings that a file with the same content would have. The Builder and its trees are empty
// afterward.
func (b *Builder) Profile() *Profile {
	p := b.p
	p.Contexts, p.Stacks = b.contexts.Take(), b.stacks.Take()
	*b = Builder{p: Profile{Version: p.Version}}
	p.review(&warnings{})
	return &p
}
