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

// A methodCode holds the targets of a method's conditionals by BCI, and their executions, by side.
type methodCode struct {
	targets    [2]map[iprof.BCI][]iprof.BCI
	executions [2]int64
}

// otherCode says how many methods cannot have the same code in both profiles; "": none. It is a caveat if they are many or hot.
func (c *comparison) otherCode() (about string, caveat bool) {
	methods, executions := c.methodCodes()
	both, others, most := 0, 0, int32(-1)
	var ofOthers [2]int64
	for _, number := range slices.Sorted(maps.Keys(methods)) {
		m := methods[number]
		if len(m.targets[compare.OldSide]) == 0 || len(m.targets[compare.NewSide]) == 0 {
			continue
		}
		both++
		if !m.differs() {
			continue
		}
		others++
		for side, n := range m.executions {
			ofOthers[side] += n
		}
		if most < 0 || max(m.executions[0], m.executions[1]) > max(methods[most].executions[0], methods[most].executions[1]) {
			most = number
		}
	}
	if others == 0 {
		return "", false
	}
	share := float64(others) / float64(both)
	for side, n := range ofOthers {
		share = max(share, float64(n)/float64(max(1, executions[side])))
	}
	such := ""
	if others > 1 {
		such = "such as "
	}
	about = fmt.Sprintf("in %s of %s with conditionals, %s%s, these are at other bytecode indexes or lead to others",
		words.Thousands(int64(others)), words.CountOf(int64(both), "methods"), such, c.label(most))
	if share < minOtherCode {
		return about, false
	}
	return about + ": the code or the compiler differs, so bytecode positions there do not match", true
}

// methodCodes returns the conditionals of both profiles that the filters keep, by method number, and all executions by side.
// Negative BCIs are not places in the code.
func (c *comparison) methodCodes() (methods map[int32]*methodCode, executions [2]int64) {
	methods = map[int32]*methodCode{}
	for side := range c.sides {
		s := &c.sides[side]
		sites := sites.New(s.Profile, sites.Options{Metrics: []convert.Metric{convert.Branches}, Contexts: s.of(shownPart, convert.Branches)})
		for _, site := range sites.Conditionals.All {
			executions[side] += site.Executions
			var targets []iprof.BCI
			for _, to := range site.Successors {
				if to.Target >= 0 {
					targets = append(targets, to.Target)
				}
			}
			if site.BCI < 0 || len(targets) == 0 {
				continue
			}
			number := c.Methods[side][site.Slot]
			m := methods[number]
			if m == nil {
				m = &methodCode{}
				methods[number] = m
			}
			if m.targets[side] == nil {
				m.targets[side] = map[iprof.BCI][]iprof.BCI{}
			}
			m.targets[side][site.BCI] = append(m.targets[side][site.BCI], targets...)
			m.executions[side] += site.Executions
		}
	}
	return methods, executions
}

// differs reports whether the profiles must be of different code: they have no conditional at the same BCI, although each run
// enters a method at its beginning, or they have one with different targets. Records also contain the successors that were not
// taken. An inlined copy may lack some, so it is enough if the successors in one profile are among those in the other.
func (m *methodCode) differs() bool {
	common := false
	for bci, old := range m.targets[compare.OldSide] {
		new, ok := m.targets[compare.NewSide][bci]
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
