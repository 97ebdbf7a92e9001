package calls

import (
	"errors"
	"iter"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A builder makes a [Graph].
type builder struct {
	*resolver
	profile  *iprof.Profile
	contexts *contexts

	projection *convert.Projection // nil: all contexts count

	counts  map[int32][]code.Counts // by slot; nil without classes
	callers []caller
	graph   *Graph
	seen    map[string]bool // deduplicates the texts of problems
	work    *code.Work      // left for the executions of callers
	calls   int             // instructions that are left, see maxCalls

	never     map[*Callee]bool // see neverEntered
	mentioned []bool           // by slot: in contexts or stacks; nil: not needed yet
	unlisted  bool             // some of these are of unknown classes

	joint   map[callsOf]jointCount // see together
	certain []int64                // by slot: calls that are certain; nil: before they are known, and once they are in graph.Entered
	passes  map[callsOf][2]bool    // what [code.Passes] returns for the sites of a caller with one callee

	sampled func() *grouped[sampledCallee] // see newSampledCallees; made on the first call
}

// A callsOf identifies the calls of a method by another.
type callsOf struct {
	caller int32 // slot
	callee *Callee
}

// A jointCount is how often one method calls another from several sites, where that is known better than of each site.
type jointCount struct {
	Count
	sites int   // number
	low   int64 // the sum of the lower bounds of the sites
}

// A caller is a method with its sites.
type caller struct {
	slot    int32
	nodes   []int32       // its contexts
	counts  []code.Counts // of these; nil without classes
	sites   []Site
	facts   []*instruction // of the sites; nil: no instruction
	records []record       // of the sites
	most    []int64        // of the sites: how often at most they called a method that was not inlined; nil: unknown
	hasCode bool
	lambda  bool // the method of a lambda: one of its sites calls the body
}

// target returns the target of a site for a callee; nil: none.
func (s *Site) target(c *Callee) *Target {
	for i := range s.Targets {
		if s.Targets[i].Callee == c {
			return &s.Targets[i]
		}
	}
	return nil
}

// targets yields the targets of all callers with code, or with instructions, by the caller's slot.
func (b *builder) targets() iter.Seq2[int32, *Target] {
	return func(yield func(int32, *Target) bool) {
		for i := range b.callers {
			c := &b.callers[i]
			for k := range c.sites {
				for j := range c.sites[k].Targets {
					if !yield(c.slot, &c.sites[k].Targets[j]) {
						return
					}
				}
			}
		}
	}
}

// bodyOf returns the code of a method; nil: none.
func (b *builder) bodyOf(slot int32) *classfile.Code {
	if b.find == nil {
		return nil
	}
	m, err := code.Find(b.profile, int(slot), b.find)
	if err != nil {
		b.problem(err)
		return nil
	}
	body, err := m.Code()
	if err != nil {
		b.problem(err)
		return nil
	}
	return body
}

// affords reports whether the calls of a method are within the limit of the profile. They take from what is left.
func (b *builder) affords(body *classfile.Code) bool {
	calls := 0
	for i := range body.Instructions {
		if _, ok := body.Instructions[i].Called(); ok {
			calls++
		}
	}
	if calls > b.calls {
		b.graph.TooManyCalls++
		return false
	}
	b.calls -= calls
	return true
}

// maxCalls limits the calls in the class files of a profile's methods: each takes up to 18 µs, and a jar of a few kilobytes can have a
// million. A method of java.base has 4 on average.
func maxCalls(p *iprof.Profile) int { return 100_000 + 50*p.MethodSlots() }

func (b *builder) problem(err error) {
	if text := err.Error(); !errors.Is(err, classpath.ErrNotFound) && !b.seen[text] {
		b.seen[text] = true
		b.graph.Problems = append(b.graph.Problems, err)
	}
}

// entered returns how often a caller was entered.
func (b *builder) entered(c *caller) Count {
	n, all := int64(0), true
	for _, node := range c.nodes {
		n = code.AddBounds(n, b.contexts.entries.Count[node])
		all = all && b.contexts.entries.Known[node]
	}
	if !all {
		return Count{Range: code.Range{High: code.Unlimited}}
	}
	return Count{Range: code.Range{High: n}, Usual: true}
}

// entriesOf returns how often a callee was entered as compilation root. It returns false if that is unknown: a count that the profile
// lacks is 0 only of methods that would have one.
func (b *builder) entriesOf(c *Callee) (root int64, known bool) {
	if c.Slot >= 0 {
		if m := b.contexts.entries.Methods[c.Slot]; m.Known() {
			return m.Root, m.RootKnown()
		}
	}
	return 0, b.neverEntered(c)
}

// neverEntered reports whether a method was certainly never entered, because the profile would have a count of it: a method of the application
// to whose bytecode native-image adds counters, and which is in no context and on no stack. For these, lcov has zeros as well. If the profile
// has entries of methods that it does not list, they may be of any method.
func (b *builder) neverEntered(c *Callee) bool {
	if b.find == nil || c.Method == "" || c.Inherited || b.profile.Calls.Len() == 0 {
		return false
	}
	never, ok := b.never[c]
	if !ok {
		never = convert.KindOf(c.Class) == convert.Application && !b.mayBeTiny(c) && b.lacks(c)
		b.never[c] = never
	}
	return never
}

// lacks reports whether a method with code is not in the profile, nor anything that may be it.
func (b *builder) lacks(c *Callee) bool {
	if m := b.method(c); m == nil || m.CodeLength == 0 {
		return false
	}
	if b.mentioned == nil {
		b.mention()
	}
	return !b.unlisted && (c.Slot < 0 || !b.mentioned[c.Slot]) && !b.hasRenamed(c)
}

// mention finds out which methods contexts and stacks have.
func (b *builder) mention() {
	b.mentioned = convert.ReferencedMethods(b.profile)
	for slot, is := range b.mentioned {
		if m, listed := b.profile.MethodHeadAt(slot); is && (!listed || m.Declaring == iprof.NoType) {
			b.unlisted = true
		}
	}
}

// hasRenamed reports whether the profile has a method of the name and class of a callee that the class file does not have, so that it may
// be the same with another signature.
func (b *builder) hasRenamed(c *Callee) bool {
	class, known := b.index.types[c.Class]
	if !known {
		return false
	}
	for _, slot := range b.index.of(class) {
		if m, _ := b.profile.MethodHeadAt(int(slot)); b.mentioned[slot] && m.Name == c.Method {
			if _, err := code.Find(b.profile, int(slot), b.find); err != nil {
				return true
			}
		}
	}
	return false
}
