package diff

import (
	"fmt"
	"maps"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// minOtherCode is the share of the methods, or of the executions of their conditionals in one of the profiles, from which on
// different code is a caveat. Profiles of one image hardly differ: in the published ones, any half of the compilation roots has the
// same code as the other half, except for a switch in one of 250 methods, with 0.002% of the executions. Between images with two
// JDKs it is 16% of the methods.
const minOtherCode = 0.01

// A runCode holds the conditionals of a run by method number, and all executions.
type runCode struct {
	methods    map[int32]*methodCode
	executions int64
}

// A methodCode holds the targets of a method's conditionals by BCI, and their executions.
type methodCode struct {
	targets    map[iprof.BCI][]iprof.BCI
	executions int64
}

// otherCode says how many methods cannot have the same code in both profiles; "": none. It is a caveat if they are many or hot.
func (c *comparison) otherCode() (about string, caveat bool) {
	var codes [2]runCode
	for side := range c.sides {
		s := &c.sides[side]
		codes[side] = codeOf(s.Profile, s.of(shownPart, convert.Branches), c.Methods[side])
	}
	return otherCode(codes, c.label)
}

// otherCode says how many methods cannot have the same code in two runs, given the names of methods by number; see
// [comparison.otherCode].
func otherCode(codes [2]runCode, label func(number int32) string) (about string, caveat bool) {
	old, new := codes[compare.OldSide], codes[compare.NewSide]
	both, others, most, mostExecutions := 0, 0, int32(-1), int64(0)
	var ofOthers [2]int64
	for _, number := range slices.Sorted(maps.Keys(old.methods)) {
		was, is := old.methods[number], new.methods[number]
		if is == nil {
			continue
		}
		both++
		if !was.differsFrom(is) {
			continue
		}
		others++
		ofOthers[compare.OldSide] += was.executions
		ofOthers[compare.NewSide] += is.executions
		if n := max(was.executions, is.executions); most < 0 || n > mostExecutions {
			most, mostExecutions = number, n
		}
	}
	if others == 0 {
		return "", false
	}
	share := float64(others) / float64(both)
	for side, n := range ofOthers {
		share = max(share, float64(n)/float64(max(1, codes[side].executions)))
	}
	such := ""
	if others > 1 {
		such = "such as "
	}
	about = fmt.Sprintf("in %s of %s with conditionals, %s%s, these are at other bytecode indexes or lead to others",
		words.Thousands(int64(others)), words.CountOf(int64(both), "methods"), such, label(most))
	if share < minOtherCode {
		return about, false
	}
	return about + ": the code or the compiler differs, so bytecode positions there do not match", true
}

// codeOf returns the conditionals of a run that a filter keeps, given the numbers of methods by slot. Negative BCIs are not places in
// the code.
func codeOf(p *iprof.Profile, filter *convert.Projection, numbers []int32) runCode {
	code := runCode{methods: map[int32]*methodCode{}}
	sites := sites.New(p, sites.Options{Metrics: []convert.Metric{convert.Branches}, Contexts: filter})
	for _, site := range sites.Conditionals.All {
		code.executions += site.Executions
		var targets []iprof.BCI
		for _, to := range site.Successors {
			if to.Target >= 0 {
				targets = append(targets, to.Target)
			}
		}
		if site.BCI < 0 || len(targets) == 0 {
			continue
		}
		m := code.methods[numbers[site.Slot]]
		if m == nil {
			m = &methodCode{targets: map[iprof.BCI][]iprof.BCI{}}
			code.methods[numbers[site.Slot]] = m
		}
		m.targets[site.BCI] = append(m.targets[site.BCI], targets...)
		m.executions += site.Executions
	}
	return code
}

// differsFrom reports whether two runs must be of different code: they have no conditional at the same BCI, although each run
// enters a method at its beginning, or they have one with different targets. Records also contain the successors that were not
// taken. An inlined copy may lack some, so it is enough if the successors in one run are among those in the other.
func (m *methodCode) differsFrom(other *methodCode) bool {
	common := false
	for bci, old := range m.targets {
		new, ok := other.targets[bci]
		if !ok {
			continue
		}
		common = true
		slices.Sort(old) // a switch may have thousands
		slices.Sort(new)
		if !isAmong(old, new) && !isAmong(new, old) {
			return true
		}
	}
	return !common
}

// isAmong reports whether all targets are among others, which are sorted.
func isAmong(some, others []iprof.BCI) bool {
	return !slices.ContainsFunc(some, func(to iprof.BCI) bool {
		_, found := slices.BinarySearch(others, to)
		return !found
	})
}
