// Package profilegen generates valid iprof files at random, for tests of properties that every profile has, and counts their
// content: independently of the packages under test, only from the drawn records. A failing test shows the smallest profile that
// fails.
package profilegen

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Profile is the content of a file.
type Profile struct {
	Version string
	Types   []iprof.Type
	Methods []iprof.Method

	Calls, Samples        []Count
	Conditionals          []Conditional
	Receivers, InstanceOf []TypeProfile
	Monitors              []iprof.TypeCount

	// Has says which sections the file has; they may be empty.
	Has map[iprof.Section]bool

	form form
}

// A Count is a record of calls or samples.
type Count struct {
	Context iprof.Context // leaf first
	Value   int64
}

// A Conditional is a record of conditionals.
type Conditional struct {
	Context    iprof.Context
	Successors []iprof.Successor
}

// A TypeProfile is a record of receivers or of instanceof.
type TypeProfile struct {
	Context iprof.Context
	Types   []iprof.TypeCount
}

// GoString returns the file, for the message of a failing test.
func (p *Profile) GoString() string { return string(p.JSON()) }

// HasTwins reports whether the tables list a type, or a method with its signature, under several ids: sums of profiles have only
// one of them.
func (p *Profile) HasTwins() bool {
	types := map[string]bool{}
	for _, t := range p.Types {
		types[t.Name] = true
	}
	names := map[iprof.TypeID]string{}
	for _, t := range p.Types {
		names[t.ID] = fmt.Sprintf("%q", t.Name)
	}
	methods := map[string]bool{}
	for _, m := range p.Methods {
		signature := fmt.Sprintf("%q", m.Name)
		for _, t := range append([]iprof.TypeID{m.Declaring, m.Return}, m.Params...) {
			signature += " " + names[t]
		}
		methods[signature] = true
	}
	return len(types) < len(p.Types) || len(methods) < len(p.Methods)
}

// Total returns the sum of a section, which may exceed 2^63-1.
func (p *Profile) Total(s iprof.Section) *big.Int {
	sum := new(big.Int)
	add := func(n int64) { sum.Add(sum, big.NewInt(n)) }
	types := func(list []iprof.TypeCount) {
		for _, t := range list {
			add(t.Count)
		}
	}
	switch s {
	case iprof.Calls, iprof.Samples:
		for _, c := range p.Counts(s) {
			add(c.Value)
		}
	case iprof.Conditionals:
		for _, c := range p.Conditionals {
			for _, s := range c.Successors {
				add(s.Count)
			}
		}
	case iprof.Receivers, iprof.InstanceOf:
		for _, r := range p.TypeProfiles(s) {
			types(r.Types)
		}
	case iprof.Monitors:
		types(p.Monitors)
	}
	return sum
}

// Fits reports whether all sums are at most 2^63-1: a file with a larger one is an error.
func (p *Profile) Fits() bool {
	return !slices.ContainsFunc(iprof.Sections[:], func(s iprof.Section) bool { return !p.Total(s).IsInt64() })
}

// Counts returns the records of calls or samples.
func (p *Profile) Counts(s iprof.Section) []Count {
	if s == iprof.Samples {
		return p.Samples
	}
	return p.Calls
}

// TypeProfiles returns the records of receivers or instanceof.
func (p *Profile) TypeProfiles(s iprof.Section) []TypeProfile {
	if s == iprof.InstanceOf {
		return p.InstanceOf
	}
	return p.Receivers
}

// SharesTotals reports whether successors with the same target all have its total: before version 1.0.0.
func (p *Profile) SharesTotals() bool { return strings.HasPrefix(p.Version, "0.") }

// OwnCounts returns the counts of the successors of a record, each separate: if they share totals, the first with a target has the
// largest of its totals, and the others have 0.
func (p *Profile) OwnCounts(c Conditional) []int64 {
	own := make([]int64, len(c.Successors))
	first := map[iprof.BCI]int{}
	for i, s := range c.Successors {
		at, again := first[s.Target]
		if !again || !p.SharesTotals() {
			first[s.Target], at = i, i
		}
		own[at] = max(own[at], s.Count)
	}
	return own
}

// Entries returns the entries of each method as compilation root (caller unknown), and as inlined.
func (p *Profile) Entries() (root, inlined map[iprof.MethodID]int64) {
	root, inlined = map[iprof.MethodID]int64{}, map[iprof.MethodID]int64{}
	for _, c := range p.Calls {
		if len(c.Context) == 1 {
			root[c.Context[0].Method] += c.Value
		} else {
			inlined[c.Context[0].Method] += c.Value
		}
	}
	return root, inlined
}

// SelfAndTotal returns the samples of each method as the leaf, and anywhere in a stack, once per stack.
func (p *Profile) SelfAndTotal() (self, total map[iprof.MethodID]int64) {
	self, total = map[iprof.MethodID]int64{}, map[iprof.MethodID]int64{}
	for _, c := range p.Samples {
		self[c.Context[0].Method] += c.Value
		seen := map[iprof.MethodID]bool{}
		for _, f := range c.Context {
			if !seen[f.Method] {
				seen[f.Method] = true
				total[f.Method] += c.Value
			}
		}
	}
	return self, total
}

// An Edge is a call site with the method called there.
type Edge struct {
	Caller iprof.MethodID
	BCI    iprof.BCI
	Callee iprof.MethodID
}

// InlinedCalls returns the entries through each call site.
func (p *Profile) InlinedCalls() map[Edge]int64 {
	edges := map[Edge]int64{}
	for _, c := range p.Calls {
		if len(c.Context) > 1 {
			edges[Edge{c.Context[1].Method, c.Context[1].BCI, c.Context[0].Method}] += c.Value
		}
	}
	return edges
}

// A Site is a place in a method.
type Site struct {
	Method iprof.MethodID
	BCI    iprof.BCI
}

// Executions returns the executions of each site of a section: the sum of its counts over all contexts. Before version 1.0.0, for
// conditionals it is the sum over the targets of each record.
func (p *Profile) Executions(s iprof.Section) map[Site]int64 {
	sites := map[Site]int64{}
	for _, r := range p.TypeProfiles(s) {
		for _, t := range r.Types {
			if s != iprof.Conditionals {
				sites[Site(r.Context[0])] += t.Count
			}
		}
	}
	if s == iprof.Conditionals {
		clear(sites)
		for _, c := range p.Conditionals {
			for _, n := range p.OwnCounts(c) {
				sites[Site(c.Context[0])] += n
			}
		}
	}
	return sites
}

// Stacks returns the sums of calls or samples by stack: the names of its frames, root first, separated by newlines. Stacks without
// a count are left out.
func (p *Profile) Stacks(s iprof.Section) map[string]int64 {
	names := p.Names()
	stacks := map[string]int64{}
	for _, c := range p.Counts(s) {
		if c.Value == 0 {
			continue
		}
		var frames []string
		for _, f := range slices.Backward(c.Context) {
			frames = append(frames, names(f.Method))
		}
		stacks[strings.Join(frames, "\n")] += c.Value
	}
	return stacks
}

// Names returns the function that names methods: Class.name. It is for profiles whose names are plain.
func (p *Profile) Names() func(iprof.MethodID) string {
	types := map[iprof.TypeID]string{}
	for _, t := range p.Types {
		types[t.ID] = t.Name
	}
	names := map[iprof.MethodID]string{}
	for _, m := range p.Methods {
		class, listed := types[m.Declaring]
		if !listed {
			class = fmt.Sprintf("<unknown type %d>", m.Declaring)
		}
		names[m.ID] = class + "." + m.Name
	}
	return func(id iprof.MethodID) string {
		if name, listed := names[id]; listed {
			return name
		}
		return fmt.Sprintf("<unknown method %d>", id)
	}
}

// Class returns the name of the class that declares a method, "" for a method that is not listed.
func (p *Profile) Class(id iprof.MethodID) string {
	for _, m := range p.Methods {
		if m.ID == id {
			for _, t := range p.Types {
				if t.ID == m.Declaring {
					return t.Name
				}
			}
		}
	}
	return ""
}
