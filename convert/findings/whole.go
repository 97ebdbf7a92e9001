package findings

import (
	"regexp"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Patterns of garbage collector methods and of string building methods, as used in commands.
var (
	collectorPattern = lazyregexp.New(`\.svm\.core\.genscavenge\.`)
	stringPattern    = lazyregexp.New(`java\.lang\.(Abstract)?String(Bu|Conc)`) // builder, buffer, concatenation
)

// within adds up the samples or entries of those stacks or contexts that have a frame of some methods, once per context, and divides them
// among the application's methods that call these frames, as far as stacks and contexts show it.
func (a *analysis) within(pattern *regexp.Regexp, of func(iprof.NodeID) bool) (sum int64, callers map[int32]int64) {
	tree := a.profile.Contexts
	if a.metric == convert.Samples {
		tree = a.profile.Stacks
	}
	matches := convert.SlotMatcher(a.patterns.names, pattern)
	outermost := make([]iprof.NodeID, tree.Len()) // by node: the outermost matching frame
	for i, n := range tree.All() {
		outermost[i] = iprof.NoNode
		if n.Parent != iprof.NoNode {
			outermost[i] = outermost[n.Parent]
		}
		if outermost[i] == iprof.NoNode && matches(int32(a.profile.MethodSlot(n.Method))) {
			outermost[i] = iprof.NodeID(i)
		}
	}
	callers = map[int32]int64{}
	for node, value := range a.metric.Records(a.profile) {
		at := outermost[node]
		if at == iprof.NoNode || !of(node) {
			continue
		}
		sum += value
		if app := a.innermost(tree, at); app != convert.NoFrame {
			callers[app] += value
		}
	}
	return sum, callers
}

// inAll reports whether a stack or a context counts in the whole profile: entries of the profiler's runtime do not.
func (a *analysis) inAll(node iprof.NodeID) bool {
	return a.metric == convert.Samples || a.names.Kind(a.profile.MethodSlot(a.profile.Contexts.Node(node).Method)) != convert.Profiler
}

// inChangeable reports whether a stack or a context ends in the code that a user can change.
func (a *analysis) inChangeable(node iprof.NodeID) bool {
	if a.metric == convert.Samples {
		slot, _ := a.executing(convert.Leaf{Node: node})
		return slot != convert.NoFrame && a.isChangeable(slot)
	}
	return a.isChangeable(int32(a.profile.MethodSlot(a.profile.Contexts.Node(node).Method)))
}

// addShare adds a finding about the samples or entries of some methods. Its command begins with the application's method that has the most of
// them, however deep its stacks are: there may be more methods that call it than a screen has lines. Without one it ranks classes.
func (a *analysis) addShare(f Finding, pattern *regexp.Regexp, sum int64, callers map[int32]int64) {
	f.Application = true
	f.Numbers = []Number{count(keyOf(a.metric), sum)}
	for i, slot := range hottest(callers, 0) {
		if i == 0 {
			f.Command = []string{"--show-from", a.patterns.of(slot), "--sort", sortOf(a.metric)}
			f.Methods = []Method{a.method(ChargedTo, slot)}
			f.Split.Of = "methods"
		}
		f.Split.List = append(f.Split.List, NamedCount{a.names.Method(int(slot)), callers[slot]})
	}
	if f.Command == nil {
		f.Command = []string{"--by", "class"}
	}
	f.Command = append([]string{"top", "--focus", pattern.String()}, f.Command...) // by a.metric, which is the default
	a.addWhole(f)
}

// sortOf returns the order of top by values with callees.
func sortOf(m convert.Metric) string {
	if m == convert.Samples {
		return "total"
	}
	return "inclusive"
}

func keyOf(m convert.Metric) string {
	if m == convert.Samples {
		return "samples"
	}
	return "entries"
}

// collector finds the share of the collector in everything.
func (a *analysis) collector() {
	sum, callers := a.within(collectorPattern(), a.inAll)
	w := ofCounts(convert.Calls, convert.EntriesUnit, sum, a.allEntries)
	if a.metric == convert.Samples {
		w = a.ofSomeSamples(sum, a.allSamples)
	}
	if w != nil && w.Share() >= CollectorShare {
		w.OfAll = true
		a.addShare(Finding{Kind: Collector, Title: "garbage collection", Weight: w}, collectorPattern(), sum, callers)
	}
}

// stringBuilding finds the share of string building in the code that a user can change.
func (a *analysis) stringBuilding() {
	sum, callers := a.within(stringPattern(), a.inChangeable)
	w := a.ofEntries(convert.Calls, sum)
	if a.metric == convert.Samples {
		w = a.ofSamples(sum)
	}
	if w != nil && w.Share() >= StringShare {
		a.addShare(Finding{Kind: StringBuilding, Title: "string building", Weight: w}, stringPattern(), sum, callers)
	}
}

// outdated adds the result of a check as a finding, without native-image's own methods.
func (a *analysis) outdated() {
	m := a.opts.Fit
	if m == nil {
		return
	}
	methods, value := int64(0), int64(0)
	for _, id := range m.Methods {
		slot := a.profile.MethodSlot(id)
		if !a.isChangeable(int32(slot)) {
			continue
		}
		methods++
		if m.Metric == convert.Samples {
			value += a.own[slot]
		} else {
			value += a.entries.Methods[slot].Total()
		}
	}
	w := a.ofEntries(convert.Calls, value)
	if m.Metric == convert.Samples {
		w = a.ofSamples(value)
	}
	if w != nil {
		a.findings = append(a.findings, Finding{
			Kind:        Outdated,
			Title:       words.Count(methods, "method no longer matches", "methods no longer match") + " the program",
			Application: true,
			Weight:      w,
			Numbers:     []Number{count("methods", methods)},
			Command:     m.Command,
		})
	}
}

// tooFew adds the finding that there is too little data.
func (a *analysis) tooFew() {
	per := convert.Samples.PerSample(a.profile)
	if per > 0 && a.allSamples >= per && a.allSamples/per < convert.EnoughSamples {
		n, noun := a.allSamples/per, convert.Samples.SampleNoun(convert.Samples.UnitIn(a.profile), per)
		low, high := convert.WilsonInterval((n+1)/2, n)
		a.addWhole(Finding{
			Kind:        FewSamples,
			Title:       words.Count(n, words.Singular(noun)+" is", noun+" are") + " too few to rank methods",
			Application: true,
			Numbers:     []Number{count("samples", n), fraction("half_low", low), fraction("half_high", high)},
			Command:     []string{"top", "-m", "samples"},
		})
	}
	if a.metric == convert.Calls && a.entriesSum > 0 && a.entriesSum < MinEntries {
		a.addWhole(Finding{
			Kind:        FewEntries,
			Title:       words.Count(a.entriesSum, "method entry is", "method entries are") + " too few for other findings",
			Application: true,
			Numbers:     []Number{count("entries", a.entriesSum)},
			Command:     []string{"top", "-m", "calls"},
		})
	}
}
