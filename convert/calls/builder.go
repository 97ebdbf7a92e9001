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

	joint  map[callsOf]jointCount // see together
	passes map[callsOf][2]bool    // what [code.Passes] returns for the sites of a caller with one callee

	// Buffers for reuse.
	recorded []event
	here     recordedHere
	sites    []recording
	sums     []record
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

// typeName returns the name of a type; "" if the profile does not list it.
func (b *builder) typeName(id iprof.TypeID) string {
	t, _ := b.profile.Type(id)
	return t.Name
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
