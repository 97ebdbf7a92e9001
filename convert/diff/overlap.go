package diff

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// An Overlap says how much runs have in common: the sum, over methods or successors of conditionals, of the smallest share of the counts
// that any run has there, as llvm-profdata overlap has it. It is 1 if all runs have the same shares, and 0 if they have nothing in common.
type Overlap struct {
	Share float64
	Known bool   // every run has counts
	Lacks string // the profile that has no counts, "old" or "new"; "": the overlap is known, or unknown for another reason

	// Apart is the larger share, of either profile's counts, of those that the other one has no count for: the overlap is of the rest.
	Apart float64
}

// overlapOf returns the overlap of runs, given the counts of each method, or successor, by run. It reads them twice.
func overlapOf(runs int, counts iter.Seq[[]int64]) Overlap {
	sums := make([]float64, runs)
	for of := range counts {
		for run := range sums {
			sums[run] += float64(of[run])
		}
	}
	if runs == 0 || slices.Contains(sums, 0) {
		return Overlap{}
	}
	overlap := 0.0
	for of := range counts {
		least := 1.0
		for run, sum := range sums {
			least = min(least, float64(of[run])/sum)
		}
		overlap += least
	}
	return Overlap{Share: sumOfShares(overlap), Known: true}
}

// overlapOfParts returns the overlap of the first runs of sites, by successor.
func overlapOfParts(sites *pairedSites, runs int) Overlap {
	return overlapOf(runs, func(yield func([]int64) bool) {
		for part := range int32(sites.counts.rows) { // those that no site has any more have no counts
			if !yield(sites.counts.at(part, sites.runs)) {
				return
			}
		}
	})
}

// cell returns the share for a table; none if it is unknown.
func (o Overlap) cell() table.Cell {
	if !o.Known {
		return table.Cell{}
	}
	return table.FloatCell(o.Share)
}

// overlapFact is the fact of a table, or a set, with an overlap.
func overlapFact(key, doc string) table.Column {
	return table.Column{Key: key, Kind: table.ShareColumn, Presence: table.Sometimes, Doc: doc + " None if a profile has no counts that are shown."}
}

// minOverlap is the overlap below which profiles are probably of different programs, if that of each section is.
const minOverlap = 0.05

// minJudged is the number of counts in both profiles from which an overlap below minOverlap is no chance: 100 samples each of the same program
// have so little in common only if they are spread evenly over some 2,000 methods.
const minJudged = 100

// overlaps are those of the sections of a comparison so far.
type overlaps struct {
	of    map[Section]Overlap // unknown if one profile alone has counts
	texts []string

	// Judged are as many as have enough counts, with none of the program's records hidden, to tell whether both profiles are of one
	// program; far of them are below minOverlap.
	judged, far int

	nothing bool   // all of them are 0
	left    string // 40.5% of the old and 100.0% of the new method entries: of calls, of methods that both profiles count; "": all
}

// add adds the overlap of a section that has one.
func (o *overlaps) add(s Section, of Overlap) {
	if s != Samples && s != Calls && s != Branches {
		return
	}
	if o.of == nil {
		o.of = map[Section]Overlap{}
	}
	if o.of[s] = of; of.Known {
		o.nothing = of.Share == 0 && (o.nothing || len(o.texts) == 0)
		o.texts = append(o.texts, fmt.Sprintf("%s %s", s, percentText(of.Share)))
	}
}

// set adds the overlap to the table of a section, and to the others for the note about all.
func (o *overlaps) set(t *table.Table, s Section, of Overlap, filter convert.FilterOptions) {
	o.add(s, of)
	if !of.Known {
		return
	}
	t.AddFact("overlap", of.cell())
	o.judge(of, min(t.Base, t.FactOf("old_base")), filter)
}

// judge adds an overlap to those that tell whether profiles are of one program. It does not if the run with the fewest counts has too few, or if
// the filter hides some of the program's counts: a view other than the application's hides only counts of the profiler's own code.
func (o *overlaps) judge(of Overlap, fewest int64, f convert.FilterOptions) {
	hides := f.View == convert.AppView || f.Focus != nil || f.Ignore != nil || f.Hide != nil || f.ShowFrom != nil
	if !of.Known || hides || fewest < minJudged {
		return
	}
	o.judged++
	if of.Share < minOverlap {
		o.far++
	}
}

// programs returns the end of a sentence about overlaps of profiles that are probably of different programs; "": they are not.
func (o *overlaps) programs() string {
	if o.judged > 0 && o.judged == o.far {
		return "; probably different programs"
	}
	return ""
}

// ofOthers returns the overlaps of profiles that are probably of different programs; "": they are not.
func (o *overlaps) ofOthers() string {
	if o.programs() == "" {
		return ""
	}
	return strings.Join(o.texts, ", ")
}

// notes state the overlaps, the first for the head of the result, and what they are; nil if there are none.
func (o *overlaps) notes() []string {
	if len(o.texts) == 0 {
		return nil
	}
	first := "overlap: " + strings.Join(o.texts, ", ") + o.programs()
	if calls := "calls " + percentText(o.of[Calls].Share); o.left != "" && o.of[Calls].Known {
		first = strings.Replace(first, calls, calls+" where both profiles have a count", 1)
	}
	if o.judged == 0 && o.nothing {
		first += "; nothing in common"
	}
	over := "methods"
	if o.of[Branches].Known {
		over = "methods, or successors of conditionals,"
	}
	what := "overlap: sum over " + over + " of the smaller share"
	if o.left != "" {
		what += "; calls: of methods that both profiles count, with " + o.left
	}
	return []string{first, what}
}
