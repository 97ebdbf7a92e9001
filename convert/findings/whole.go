package findings

import (
	"regexp"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Patterns of garbage collector methods and of string building methods, as used in commands.
var (
	collectorPattern = regexp.MustCompile(`\.svm\.core\.genscavenge\.`)
	stringPattern    = regexp.MustCompile(`java\.lang\.(Abstract)?String(Bu|Conc)`) // builder, buffer, concatenation
)

// within adds up the samples or entries of stacks or contexts with a frame of some methods, once per context, and divides them
// among the application methods that call these frames, as far as stacks and contexts show it.
func (a *analysis) within(pattern *regexp.Regexp) (sum int64, callers map[int32]int64) {
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
		if at == iprof.NoNode || a.metric == convert.Calls && a.names.Kind(a.profile.MethodSlot(tree.Node(node).Method)) == convert.Profiler {
			continue
		}
		sum += value
		if app := a.innermost(tree, at); app != convert.NoFrame {
			callers[app] += value
		}
	}
	return sum, callers
}

// share adds a finding for the samples or entries of some methods, if they are a large share of all.
func (a *analysis) share(f Finding, pattern *regexp.Regexp, minimum float64) {
	sum, callers := a.within(pattern)
	if a.metric == convert.Samples {
		f.Weight = a.ofSamples(sum)
	} else {
		f.Weight = a.ofEntries(convert.Calls, sum)
	}
	if f.Weight == nil || f.Weight.Share() < minimum {
		return
	}
	f.Application = true
	f.Numbers = []Number{count(keyOf(a.metric), sum)}
	for i, slot := range hottest(callers, 0) {
		if i == 0 {
			f.Methods = []Method{a.method(ChargedTo, slot)}
			f.Split.Of = "methods"
		}
		f.Split.List = append(f.Split.List, NamedCount{a.names.Method(int(slot)), callers[slot]})
	}
	f.Command = append([]string{"top", "--focus", pattern.String()}, f.Command...) // by a.metric, which is the default
	a.addWhole(f)
}

func keyOf(m convert.Metric) string {
	if m == convert.Samples {
		return "samples"
	}
	return "entries"
}

func (a *analysis) collector() {
	a.share(Finding{Kind: Collector, Title: "garbage collection", Command: []string{"--by", "class"}}, collectorPattern, CollectorShare)
}

func (a *analysis) stringBuilding() {
	sort := "total"
	if a.metric == convert.Calls {
		sort = "inclusive"
	}
	a.share(Finding{Kind: StringBuilding, Title: "string building", Command: []string{"--sort", sort}}, stringPattern, StringShare)
}

// outdated adds the result of a check as a finding.
func (a *analysis) outdated() {
	m := a.opts.Fit
	if m == nil || m.Methods == 0 {
		return
	}
	if w := ofCounts(m.Metric, m.Unit, m.Value, m.Of); w != nil {
		a.findings = append(a.findings, Finding{
			Kind:        Outdated,
			Title:       words.Count(int64(m.Methods), "method no longer matches", "methods no longer match") + " the program",
			Application: true,
			Weight:      w,
			Numbers:     []Number{count("methods", int64(m.Methods))},
			Command:     m.Command,
		})
	}
}

// tooFew adds the finding that there is too little data.
func (a *analysis) tooFew() {
	per := convert.Samples.PerSample(a.profile)
	if per > 0 && a.samples >= per && a.samples/per < convert.EnoughSamples {
		n := a.samples / per
		low, high := convert.WilsonInterval((n+1)/2, n)
		a.addWhole(Finding{
			Kind:        FewSamples,
			Title:       words.Count(n, "sample is", "samples are") + " too few",
			Application: true,
			Numbers:     []Number{count("samples", n), fraction("half_low", low), fraction("half_high", high)},
			Command:     []string{"top", "-m", "samples"},
		})
	}
	if a.metric == convert.Calls && a.entriesSum > 0 && a.entriesSum < MinEntries {
		a.addWhole(Finding{
			Kind:        FewEntries,
			Title:       words.Count(a.entriesSum, "method entry is", "method entries are") + " too few",
			Application: true,
			Numbers:     []Number{count("entries", a.entriesSum)},
			Command:     []string{"top", "-m", "calls"},
		})
	}
}
