package convert

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Merger adds up profiles. Methods are the same if declaring type, name and signature are, to the letter, since that
// is how native-image matches them; contexts are the same if all their frames are.
//
// It keeps the sum only, so any number of profiles takes the memory of the largest result and of one of them.
type Merger struct {
	b       *iprof.Builder
	types   map[string]iprof.TypeID
	methods map[string]iprof.MethodID
	inputs  []MergeInput

	only    *iprof.Profile // the single profile so far, if it cannot be merged with others
	records int            // added since the last Fold
	folded  int            // that the last Fold left

	// By node of the sum's trees: in how many inputs it has a record, and the last of them.
	contexts, stacks []presence
}

type presence struct{ inputs, last int32 }

// A MergeInput is what one profile brought.
type MergeInput struct {
	Name     string
	Weight   int64
	Records  [len(iprof.Sections)]int // by section
	Contexts int                      // places that anything was counted at: inlining contexts and stacks
	Only     int                      // of these, those that no other input has
}

// A Merged is the sum of profiles.
type Merged struct {
	Profile  *iprof.Profile // in canonical form
	Inputs   []MergeInput   // in the order in which they were added
	Contexts int            // places in any of them
	Common   int            // places in all of them
}

// ErrUnlisted says that a profile refers to methods or types that it does not list. Its ids mean nothing beside those of
// another file.
var ErrUnlisted = errors.New("the tables are stripped, and ids alone cannot be matched with other files'")

// NewMerger returns a Merger of nothing.
func NewMerger() *Merger {
	return &Merger{
		b:       iprof.NewBuilder(iprof.Version{Major: 1}),
		types:   map[string]iprof.TypeID{},
		methods: map[string]iprof.MethodID{},
	}
}

// Add adds a profile whose counts count weight times, which is at least 1. It fails with [ErrUnlisted] where a profile
// with stripped tables is not the only one, and with [iprof.ErrOverflow]; nothing may be added after an error.
func (m *Merger) Add(name string, p *iprof.Profile, weight int64) error {
	if m.only != nil {
		return ErrUnlisted
	}
	input := MergeInput{Name: name, Weight: weight}
	for i, s := range iprof.Sections {
		input.Records[i] = p.Records(s)
	}
	m.inputs = append(m.inputs, input)
	if p.MethodSlots() > p.Methods.Len() || p.TypeSlots() > p.Types.Len() {
		if len(m.inputs) > 1 || weight != 1 {
			return ErrUnlisted
		}
		m.only = p
	}
	a := adding{m: m, p: p, weight: weight}
	if m.only == nil {
		a.tables()
	}
	return a.records()
}

// Merged returns the sum of all that was added. The Merger is not to be used any more.
func (m *Merger) Merged() *Merged {
	r := &Merged{Inputs: m.inputs}
	for _, list := range [][]presence{m.contexts, m.stacks} {
		for _, p := range list {
			if p.inputs == 0 {
				continue
			}
			r.Contexts++
			if int(p.inputs) == len(m.inputs) {
				r.Common++
			}
			if p.inputs == 1 {
				r.Inputs[p.last].Only++
			}
		}
	}
	if m.only != nil {
		r.Profile = iprof.Canonical(m.only, false)
		return r
	}
	b := m.b
	*m = Merger{} // as much again as the sum
	r.Profile = b.Canonical()
	return r
}

// adding is the addition of one profile.
type adding struct {
	m       *Merger
	p       *iprof.Profile
	weight  int64
	types   []iprof.TypeID   // of the sum, by slot
	methods []iprof.MethodID // likewise
}

// tables lists the profile's types and methods in the sum.
func (a *adding) tables() {
	m := a.m
	for _, t := range a.p.Types.All() {
		id, ok := m.types[t.Name]
		if !ok {
			id = iprof.TypeID(len(m.types))
			m.types[t.Name] = id
			m.b.AddType(iprof.Type{ID: id, Name: t.Name})
		}
		a.types = append(a.types, id)
	}
	var key []byte
	for _, method := range a.p.Methods.All() {
		sum := iprof.Method{Name: method.Name, Declaring: a.typ(method.Declaring), Return: a.typ(method.Return)}
		for _, t := range method.Params {
			sum.Params = append(sum.Params, a.typ(t))
		}
		key = binary.AppendVarint(key[:0], int64(sum.Declaring))
		key = binary.AppendVarint(key, int64(sum.Return))
		for _, t := range sum.Params {
			key = binary.AppendVarint(key, int64(t))
		}
		key = append(append(key, 0xff), sum.Name...)
		id, ok := m.methods[string(key)]
		if !ok {
			id = iprof.MethodID(len(m.methods) + 1)
			m.methods[string(key)] = id
			sum.ID = id
			m.b.AddMethod(sum)
		}
		a.methods = append(a.methods, id)
	}
}

func (a *adding) typ(id iprof.TypeID) iprof.TypeID { return a.types[a.p.TypeSlot(id)] }

func (a *adding) typeCounts(types []iprof.TypeCount) error {
	for i, t := range types {
		n, err := a.times(t.Count)
		if err != nil {
			return err
		}
		types[i] = iprof.TypeCount{Type: a.typ(t.Type), Count: n}
	}
	return nil
}

// times weights a count.
func (a *adding) times(n int64) (int64, error) {
	hi, lo := bits.Mul64(uint64(n), uint64(a.weight))
	if hi != 0 || lo > 1<<63-1 {
		return 0, fmt.Errorf("%d × %d: %w", n, a.weight, iprof.ErrOverflow)
	}
	return int64(lo), nil
}

// records adds the records, unless the profile is to stay alone, and notes where there are any.
func (a *adding) records() error {
	m, p := a.m, a.p
	contexts, stacks := a.nodes(p.Contexts, m.b.Contexts()), a.nodes(p.Stacks, m.b.Stacks())
	if contexts == nil || stacks == nil {
		return errors.New("too many distinct frames")
	}
	a.note(contexts, &m.contexts, Calls, Branches, Receivers, InstanceOf)
	a.note(stacks, &m.stacks, Samples)
	if m.only != nil {
		return nil
	}

	for _, s := range iprof.Sections {
		if p.Has(s) {
			m.b.Declare(s)
		}
	}
	monitors := append([]iprof.TypeCount(nil), p.Monitors...)
	if err := a.typeCounts(monitors); err != nil {
		return err
	}
	if len(monitors) > 0 {
		if err := m.b.AddMonitors(monitors); err != nil {
			return err
		}
	}
	for _, s := range []iprof.Section{iprof.Calls, iprof.Samples} {
		list, nodes := &p.Calls, contexts
		if s == iprof.Samples {
			list, nodes = &p.Samples, stacks
		}
		for _, r := range list.All() {
			n, err := a.times(r.Value)
			if err == nil {
				err = m.b.AddCount(s, iprof.Count{Node: nodes[r.Node], BCI: r.BCI, Value: n})
			}
			if err != nil {
				return err
			}
		}
	}
	var successors []iprof.Successor
	for _, r := range p.Conditionals.All() {
		successors = p.OwnSuccessors(successors[:0], r)
		for i := range successors {
			n, err := a.times(successors[i].Count)
			if err != nil {
				return err
			}
			successors[i].Count = n
		}
		if err := m.b.AddConditional(contexts[r.Node], r.BCI, successors); err != nil {
			return err
		}
	}
	var types []iprof.TypeCount
	for _, s := range []iprof.Section{iprof.Receivers, iprof.InstanceOf} {
		list := &p.Receivers
		if s == iprof.InstanceOf {
			list = &p.InstanceOf
		}
		for _, r := range list.All() {
			types = types[:0]
			for _, t := range p.TypeCounts(r) {
				types = append(types, t)
			}
			err := a.typeCounts(types)
			if err == nil {
				err = m.b.AddTypeProfile(s, contexts[r.Node], r.BCI, types)
			}
			if err != nil {
				return err
			}
		}
	}

	for _, s := range iprof.Sections {
		m.records += p.Records(s)
	}
	// A Fold costs as much as what it adds up, so it waits until that has doubled.
	if m.records > max(m.folded, 10_000) {
		m.b.Fold()
		m.folded, m.records = m.b.Records(), 0
	}
	return nil
}

// nodes finds a tree's nodes in the sum.
func (a *adding) nodes(from, to *iprof.Tree) []iprof.NodeID {
	nodes, ok := to.AddTree(from, func(id iprof.MethodID) iprof.MethodID {
		if a.m.only != nil {
			return id
		}
		return a.methods[a.p.MethodSlot(id)]
	})
	if !ok {
		return nil
	}
	return nodes
}

// note marks the nodes of the sum at which the profile has records.
func (a *adding) note(nodes []iprof.NodeID, in *[]presence, metrics ...Metric) {
	input := int32(len(a.m.inputs)) - 1
	for _, metric := range metrics {
		for node := range metric.Records(a.p) {
			n := nodes[node]
			for int(n) >= len(*in) {
				*in = append(*in, presence{last: -1})
			}
			if p := &(*in)[n]; p.last != input {
				p.inputs, p.last = p.inputs+1, input
				a.m.inputs[input].Contexts++
			}
		}
	}
}
