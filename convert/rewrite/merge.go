// Package rewrite derives profiles from profiles: sums, parts, and copies with pseudonyms. Package iprof writes them.
package rewrite

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"math/bits"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Merger adds up profiles. Methods are the same if declaring type, name and signature are exactly the same, as native-image
// matches them; contexts are the same if all their frames are.
//
// It keeps only the sum, so any number of profiles takes only the memory of the result and of one of them.
type Merger struct {
	b       *iprof.Builder
	seed    maphash.Seed
	types   convert.Keys // by the hash of the name: the ids of the sum
	methods convert.Keys // by the hash of declaring type, name and signature: the ids of the sum, minus 1
	inputs  []MergeInput

	incomplete *UnlistedError // the only profile so far, if it cannot be merged with others
	numbers    []int32        // see Numbers
	records    int            // added since the last Fold
	folded     int            // left by the last Fold

	contexts, stacks []presence // by node of the sum's trees
}

// A presence says how many inputs have a record at a node, and which one was the last, counted from 1.
type presence struct{ inputs, last int32 }

// A MergeInput is the contribution of one profile.
type MergeInput struct {
	Name      string
	Weight    int64
	Records   [len(iprof.Sections)]int // by section
	Contexts  int                      // inlining contexts and stacks with records
	InNoOther int                      // of these, the ones in no other input

	inlining, inliningAlone int // of Contexts and InNoOther, the inlining contexts
}

// A Merged is the sum of profiles.
type Merged struct {
	Profile  *iprof.Profile // in canonical form
	Inputs   []MergeInput   // in the order in which they were added
	Contexts int            // inlining contexts and stacks in any of them
	Divisor  int64          // of the weights; 0: they are integers
	InAll    int            // inlining contexts and stacks in all of them
	inlining int            // inlining contexts in any of them
}

// An input is probably of another program if it has less than minCommon of its inlining contexts, or of those of the others if these are fewer,
// in common with them, and at least minContexts are compared; or if it has none in common. Runs of one program share most contexts, as these
// depend on the image.
const (
	minCommon   = 0.05
	minContexts = 100
)

// OfOtherPrograms returns the inputs that are probably of another program than the rest, see minCommon. Stacks of samples do not count: those of two
// runs may all differ.
func (m *Merged) OfOtherPrograms() (other []MergeInput) {
	for _, in := range m.Inputs {
		common, fewer := in.inlining-in.inliningAlone, min(in.inlining, m.inlining-in.inliningAlone)
		if fewer >= minContexts && float64(common) < minCommon*float64(fewer) || fewer > 0 && common == 0 {
			other = append(other, in)
		}
	}
	return other
}

// An UnlistedError reports a profile that refers to methods or types that it does not list.
type UnlistedError struct {
	Name     string // of the profile
	Stripped bool   // it lists none
	text     string
}

func (e *UnlistedError) Error() string { return e.text }

// unlisted returns an error if a profile refers to methods or types that it does not list.
func unlisted(name string, p *iprof.Profile) *UnlistedError {
	methods, types := p.MethodSlots()-p.Methods.Len(), p.TypeSlots()-p.Types.Len()
	e := &UnlistedError{Name: name, Stripped: p.Methods.Len() == 0 && p.Types.Len() == 0}
	var missing []string
	if methods > 0 {
		missing = append(missing, fmt.Sprintf("%s, the first being %d", words.Count(int64(methods), "method id"), p.MethodIDAt(p.Methods.Len())))
	}
	if types > 0 {
		first, _ := p.TypeAt(p.Types.Len())
		missing = append(missing, fmt.Sprintf("%s, the first being %d", words.Count(int64(types), "type id"), first.ID))
	}
	switch {
	case len(missing) == 0:
		return nil
	case e.Stripped:
		e.text = "its tables are stripped, and ids have no meaning in another file"
	default:
		e.text = fmt.Sprintf("its tables are incomplete (%s), and ids have no meaning in another file", strings.Join(missing, "; "))
	}
	return e
}

// NewMerger returns an empty Merger.
func NewMerger() *Merger {
	return &Merger{b: iprof.NewBuilder(iprof.Version{Major: 1}), seed: maphash.MakeSeed()}
}

// Add adds a profile with its counts multiplied by weight, which is at least 1. It fails with an [UnlistedError] if a profile with
// incomplete tables is not the only one, and with [iprof.ErrOverflow]; nothing may be added after an error.
func (m *Merger) Add(name string, p *iprof.Profile, weight int64) error {
	if m.incomplete != nil {
		return m.incomplete
	}
	if weight < 1 {
		return fmt.Errorf("weight %d: must be at least 1", weight)
	}
	input := MergeInput{Name: name, Weight: weight}
	for i, s := range iprof.Sections {
		input.Records[i] = p.Records(s)
	}
	m.inputs = append(m.inputs, input)
	// A Fold costs as much as the number of records, so it waits until that number has doubled, and for a profile that needs the memory:
	// the last needs none.
	if m.records > max(m.folded, 10_000) {
		m.b.Fold()
		m.folded, m.records = m.b.Records(), 0
	}
	a := adder{m: m, profile: p, weight: weight}
	switch m.incomplete = unlisted(name, p); {
	case m.incomplete == nil:
		a.tables()
	case len(m.inputs) > 1:
		return m.incomplete
	default:
		a.sameTables()
	}
	m.numbers = m.numbers[:0]
	if m.incomplete == nil {
		for _, id := range a.methods {
			m.numbers = append(m.numbers, int32(id))
		}
	}
	return a.records()
}

// Numbers returns the numbers of the methods of the profile that was added last, by slot, which are the same for the same methods of all
// profiles; none if it cannot be merged with others. They are valid until the next Add.
func (m *Merger) Numbers() []int32 { return m.numbers }

// Merged returns the sum of the added profiles. The Merger must not be used afterwards.
func (m *Merger) Merged() *Merged {
	r := &Merged{Inputs: m.inputs}
	for i, list := range [][]presence{m.contexts, m.stacks} {
		for _, p := range list {
			if p.inputs == 0 {
				continue
			}
			r.Contexts++
			if i == 0 {
				r.inlining++
			}
			if int(p.inputs) == len(m.inputs) {
				r.InAll++
			}
			if p.inputs == 1 {
				in := &r.Inputs[p.last-1]
				in.InNoOther++
				if i == 0 {
					in.inliningAlone++
				}
			}
		}
	}
	b := m.b
	*m = Merger{} // this frees as much memory as the sum takes
	r.Profile = b.Canonical()
	return r
}

// adder is the state of adding one profile.
type adder struct {
	m       *Merger
	profile *iprof.Profile
	weight  int64
	divisor int64            // 0: none
	types   []iprof.TypeID   // of the sum, by slot
	methods []iprof.MethodID // of the sum, by slot
}

// tables adds the profile's types and methods to the sum. Two are the same if their 64-bit hashes are: the seed is new in every
// process, so no file can be crafted to collide, and 43,000 methods collide by chance in one of 20 billion runs.
func (a *adder) tables() {
	m := a.m
	a.types, a.methods = make([]iprof.TypeID, 0, a.profile.Types.Len()), make([]iprof.MethodID, 0, a.profile.Methods.Len())
	for _, t := range a.profile.Types.All() {
		id, fresh := m.types.Add(maphash.String(m.seed, t.Name))
		if fresh {
			m.b.AddType(iprof.Type{ID: iprof.TypeID(id), Name: t.Name})
		}
		a.types = append(a.types, iprof.TypeID(id))
	}
	var key []byte
	for _, method := range a.profile.Methods.All() {
		sum := iprof.Method{Name: method.Name, Declaring: a.typ(method.Declaring), Return: a.typ(method.Return), Params: method.Params}
		for i, t := range sum.Params {
			sum.Params[i] = a.typ(t)
		}
		key = binary.AppendVarint(key[:0], int64(sum.Declaring))
		key = binary.AppendVarint(key, int64(sum.Return))
		for _, t := range sum.Params {
			key = binary.AppendVarint(key, int64(t))
		}
		key = append(append(key, 0xff), sum.Name...)
		id, fresh := m.methods.Add(maphash.Bytes(m.seed, key))
		sum.ID = iprof.MethodID(id + 1)
		if fresh {
			m.b.AddMethod(sum)
		}
		a.methods = append(a.methods, sum.ID)
	}
}

// sameTables adds the profile's types and methods with their own ids.
func (a *adder) sameTables() {
	p := a.profile
	for slot := range p.TypeSlots() {
		t, listed := p.TypeAt(slot)
		if a.types = append(a.types, t.ID); listed {
			a.m.b.AddType(t)
		}
	}
	for slot := range p.MethodSlots() {
		method, listed := p.MethodAt(slot)
		if a.methods = append(a.methods, method.ID); listed {
			a.m.b.AddMethod(method)
		}
	}
}

func (a *adder) typ(id iprof.TypeID) iprof.TypeID { return a.types[a.profile.TypeSlot(id)] }

func (a *adder) typeCounts(types []iprof.TypeCount) error {
	for i, t := range types {
		n, err := a.times(t.Count)
		if err != nil {
			return err
		}
		types[i] = iprof.TypeCount{Type: a.typ(t.Type), Count: n}
	}
	return nil
}

// times multiplies a count by the weight, or divides it.
func (a *adder) times(n int64) (int64, error) {
	if a.divisor > 0 {
		return over(n, a.divisor), nil
	}
	hi, lo := bits.Mul64(uint64(n), uint64(a.weight))
	if hi != 0 || lo > 1<<63-1 {
		return 0, fmt.Errorf("%d × %d: %w", n, a.weight, iprof.ErrOverflow)
	}
	return int64(lo), nil
}

// records adds the records, and meanwhile marks their contexts.
func (a *adder) records() error {
	m, p := a.m, a.profile
	contexts, stacks := a.nodes(p.Contexts, m.b.Contexts()), a.nodes(p.Stacks, m.b.Stacks())
	if contexts == nil || stacks == nil {
		return errors.New("too many distinct frames")
	}
	return background.All(
		func() error { return a.sum(contexts, stacks) },
		func() error {
			input := &m.inputs[len(m.inputs)-1]
			input.inlining = a.note(contexts, &m.contexts, m.b.Contexts(), convert.Calls, convert.Branches, convert.Receivers, convert.InstanceOf)
			input.Contexts = input.inlining + a.note(stacks, &m.stacks, m.b.Stacks(), convert.Samples)
			return nil
		})
}

// sum adds the records, given the nodes of the sum by the profile's.
func (a *adder) sum(contexts, stacks []iprof.NodeID) error {
	m, p := a.m, a.profile
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
	return nil
}

// nodes finds the nodes of the sum that correspond to a tree's nodes.
func (a *adder) nodes(from *iprof.Tree, to *iprof.TreeBuilder) []iprof.NodeID {
	nodes, ok := to.AddTree(from, func(id iprof.MethodID) iprof.MethodID {
		return a.methods[a.profile.MethodSlot(id)]
	})
	if !ok {
		return nil
	}
	return nodes
}

// note marks the nodes of the sum at which the profile has records, and returns how many they are.
func (a *adder) note(nodes []iprof.NodeID, in *[]presence, tree *iprof.TreeBuilder, metrics ...convert.Metric) (marked int) {
	*in = append(*in, make([]presence, tree.Len()-len(*in))...)
	input := int32(len(a.m.inputs))
	for _, metric := range metrics {
		for node := range metric.Nodes(a.profile) {
			if p := &(*in)[nodes[node]]; p.last != input {
				p.inputs, p.last = p.inputs+1, input
				marked++
			}
		}
	}
	return marked
}
