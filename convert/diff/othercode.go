package diff

import (
	"cmp"
	"fmt"
	"slices"

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

// A runCode holds the conditionals of a run that are places in the code, and all executions.
type runCode struct {
	sites      []codeSite  // by method, then by BCI
	leadTo     []iprof.BCI // targets of all sites
	executions int64
}

// A codeSite is a conditional of a method by number. There may be hundreds of thousands.
type codeSite struct {
	method     int32
	bci        iprof.BCI
	executions int64
	from, to   int32 // its part of leadTo
}

// targets returns the targets of a conditional, in ascending order.
func (c *runCode) targets(of *codeSite) []iprof.BCI { return c.leadTo[of.from:of.to] }

// otherCode says how many methods cannot have the same code in two runs, given the names of methods by number and, unless they may be renamed,
// which have one; "": none. It is a caveat if they are many or hot.
func otherCode(codes [2]runCode, which string, label func(number int32) string) (about string, caveat bool) {
	both, others, most, mostExecutions := 0, 0, int32(-1), int64(0)
	var ofOthers [2]int64
	for old, new := codes[compare.OldSide], codes[compare.NewSide]; len(old.sites) > 0 && len(new.sites) > 0; {
		number := min(old.sites[0].method, new.sites[0].method)
		was, is := old.cut(number), new.cut(number)
		if len(was.sites) == 0 || len(is.sites) == 0 {
			continue
		}
		both++
		if !was.differsFrom(is) {
			continue
		}
		others++
		executions := [2]int64{was.executions, is.executions}
		ofOthers[compare.OldSide] += executions[compare.OldSide]
		ofOthers[compare.NewSide] += executions[compare.NewSide]
		if n := max(executions[compare.OldSide], executions[compare.NewSide]); most < 0 || n > mostExecutions {
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
	about = fmt.Sprintf("in %s of %s%s with conditionals, %s%s, these are at other bytecode indexes or lead to others",
		words.Thousands(int64(others)), words.CountOf(int64(both), "methods"), which, such, label(most))
	if share < minOtherCode {
		return about, false
	}
	return about + ": the code or the compiler differs, so bytecode positions there do not match", true
}

// codeOf returns the conditionals of a run, given the numbers of methods by slot. Negative BCIs are not places in the code.
func codeOf(conditionals []sites.Conditional, numbers []int32) runCode {
	code := runCode{}
	inCode := func(s iprof.Successor) bool { return s.Target >= 0 }
	isPlace := func(c *sites.Conditional) bool { return c.BCI >= 0 && slices.ContainsFunc(c.Successors, inCode) }
	methods := int32(0)
	for _, number := range numbers {
		methods = max(methods, number+1)
	}
	next := make([]int, methods+1) // by number + 1: how many sites it has, then by number where the next one belongs
	for i := range conditionals {
		c := &conditionals[i]
		if code.executions += c.Executions; isPlace(c) {
			next[numbers[c.Slot]+1]++
		}
	}
	for i := range next[1:] {
		next[i+1] += next[i]
	}
	code.sites = make([]codeSite, next[len(next)-1])
	code.leadTo = make([]iprof.BCI, 0, 2*len(code.sites)) // nearly all have two
	for i := range conditionals {
		c := &conditionals[i]
		if !isPlace(c) {
			continue
		}
		from := len(code.leadTo)
		for _, to := range c.Successors {
			if inCode(to) {
				code.leadTo = append(code.leadTo, to.Target)
			}
		}
		slices.Sort(code.leadTo[from:]) // a switch may have thousands
		number := numbers[c.Slot]
		code.sites[next[number]] = codeSite{number, c.BCI, c.Executions, int32(from), int32(len(code.leadTo))}
		next[number]++
	}
	for start, i := 0, 0; i < len(next)-1; start, i = next[i], i+1 {
		slices.SortFunc(code.sites[start:next[i]], func(x, y codeSite) int { return cmp.Compare(x.bci, y.bci) })
	}
	merged := code.sites[:0]
	for all := code.sites; len(all) > 0; { // several methods may have one number, and a hostile file thousands of them
		site, n := all[0], 1
		for n < len(all) && all[n].method == site.method && all[n].bci == site.bci {
			n++
		}
		if n > 1 {
			from := len(code.leadTo)
			for i := range all[:n] {
				code.leadTo = append(code.leadTo, code.targets(&all[i])...)
			}
			slices.Sort(code.leadTo[from:])
			code.leadTo = code.leadTo[:from+len(slices.Compact(code.leadTo[from:]))]
			for i := range all[1:n] {
				site.executions += all[1+i].executions
			}
			site.from, site.to = int32(from), int32(len(code.leadTo))
		}
		merged, all = append(merged, site), all[n:]
	}
	code.sites = merged
	return code
}

// cut takes the conditionals of a method from the front, where they are if there are any.
func (c *runCode) cut(number int32) (of runCode) {
	n := 0
	for ; n < len(c.sites) && c.sites[n].method == number; n++ {
		of.executions += c.sites[n].executions
	}
	of.leadTo, of.sites, c.sites = c.leadTo, c.sites[:n], c.sites[n:]
	return of
}

// differsFrom reports whether two runs must be of different code, given the conditionals of a method: they have no conditional at the same BCI,
// although each run enters a method at its beginning, or they have one with different targets. Records also contain the successors that
// were not taken. An inlined copy may lack some, so it is enough if the successors in one run are among those in the other.
func (c runCode) differsFrom(other runCode) bool {
	common, old, new := false, c.sites, other.sites
	for len(old) > 0 && len(new) > 0 {
		switch was, is := &old[0], &new[0]; {
		case was.bci < is.bci:
			old = old[1:]
		case was.bci > is.bci:
			new = new[1:]
		default:
			common = true
			if !c.leadsWhere(was, other.targets(is)) && !other.leadsWhere(is, c.targets(was)) {
				return true
			}
			old, new = old[1:], new[1:]
		}
	}
	return !common
}

// leadsWhere reports whether a conditional leads to all of some targets.
func (c *runCode) leadsWhere(site *codeSite, targets []iprof.BCI) bool {
	return !slices.ContainsFunc(targets, func(to iprof.BCI) bool {
		_, found := slices.BinarySearch(c.targets(site), to)
		return !found
	})
}
