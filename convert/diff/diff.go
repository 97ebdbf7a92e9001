// Package diff computes tables of the changes between two profiles and of the variance among several. Package compare pairs their
// methods, and package render/tables writes the tables.
package diff

import (
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// New finds the changes between the profiles of a comparison.
//
// Runs are normalized for length: samples are compared by their shares, and counts of instrumented code are divided by the ratio of
// the lengths. The ratio is the median over methods, or sites, weighted by their shares.
//
// Samples are random: a method has changed if its shares differ significantly, by Fisher's exact test, corrected for the number of
// methods (Benjamini and Hochberg): the false discovery rate is at most 5% per table. Counts of instrumented code are not random
// samples, and no test models the difference between two runs of one workload: they have changed if they differ by at least
// Threshold and, because small counts vary most, by more than independent events would, according to the same test and correction.
//
// Shares of methods are relative to the run that has more samples, or entries, normalized for run length. Then no share is above 1,
// unchanged methods have the same share in both runs, and swapping the profiles negates each change.
//
// Chance is not the only reason why two runs of one program differ. If both profiles are sums of Runs, a change must also exceed
// the variation within each side.
//
// A method or site that only one profile has is only in the tables of methods and of inlining: the other tables have nothing to
// compare it with.
//
// Samples, calls and branches have an [Overlap] of what is shown, by method and by successor, regardless of the other options.
//
// If all counts are equal, a caveat says that both profiles may be from the same run, unless their samples tell that they are not.
//
// The result is nil if opts.Working has failed.
func New(of *compare.Comparison, opts Options) *Difference {
	opts = opts.settle()
	c := newComparison(of, opts)
	old, new := c.sides[compare.OldSide].Profile, c.sides[compare.NewSide].Profile
	wanted := func(s Section) bool {
		return (opts.Sections == nil || slices.Contains(opts.Sections, s)) && (opts.By == convert.ByMethod || s.HasGroups()) && (s != Decisions || opts.Images[compare.NewSide] != nil)
	}
	copies := sync.OnceValue(c.pairCopies)
	others := !old.Origin().IsIprof() || !new.Origin().IsIprof() // profiles of other tools have only samples
	d := &Difference{Set: table.Set{Name: "diff", View: opts.Filter.View, Chooser: "--section"}}
	for _, s := range Sections {
		if !wanted(s) {
			continue
		}
		m := s.Metric()
		inOld, inNew := old.Total(m.Section()) > 0, new.Total(m.Section()) > 0
		if !inOld || !inNew {
			if !others || s == Samples { // only an iprof can have the rest
				d.lacks(m, inOld, inNew)
				switch {
				case inNew:
					c.overlaps.add(s, Overlap{Lacks: "old"})
				case inOld:
					c.overlaps.add(s, Overlap{Lacks: "new"})
				}
			}
			continue
		}
		if err := convert.CheckUnits(m.UnitIn(new), m.UnitIn(old)); err != nil {
			d.Notes = append(d.Notes, err.Error())
			c.overlaps.add(s, Overlap{})
			continue
		}
		if opts.Working != nil && opts.Working(s.String()) != nil {
			return nil
		}
		var t *table.Table
		switch s {
		case Samples, Calls:
			t = c.methods(m, d)
		case Branches:
			// Inlining is as much work, and needs no other table.
			if wanted(Inlining) && old.Total(iprof.Calls) > 0 && new.Total(iprof.Calls) > 0 && runtime.GOMAXPROCS(0) > 1 {
				defer background.Go(func() { copies() }).Wait()
			}
			t = c.branches()
		case Receivers, InstanceOf:
			t = c.types(m)
		case Inlining:
			t = c.inlining(copies())
		case Decisions:
			t = c.decisions()
		}
		c.random = c.random || !s.HasGroups()
		t.Name = s.String()
		d.Tables = append(d.Tables, t)
		d.ofShares = d.ofShares || s.comparesShares(t)
		d.Changes += int(t.FactOf("groups"))
		d.Small += int(t.FactOf("within_noise"))
	}
	d.Title = c.title(d)
	if len(d.Tables) == 0 {
		d.Title = "nothing to compare"
		if len(d.Notes) == 0 {
			d.Notes = append(d.Notes, "both profiles lack "+words.List(d.neither))
		}
	}
	if opts.By == convert.ByMethod && d.Changes == 0 && d.Small == 0 && len(d.Notes) == 0 && c.allEqual(d.Tables, old, new) {
		d.Caveats = append(d.Caveats, equalCaveat)
	} else if c.detectable != "" { // the notes of a table without rows are not shown
		d.Notes = append(d.Notes, "samples: "+c.detectable)
	}
	if d.ofPrograms != "" {
		d.Caveats = append(d.Caveats, d.ofPrograms)
	}
	d.Overlaps, d.others = c.overlaps.of, c.overlaps.ofOthers()
	if notes := c.overlaps.notes(); notes != nil {
		d.Notes, d.InHead = append(notes, d.Notes...), 1
	}
	d.Notes = append(d.Notes, c.verdicts...)
	if opts.Totals && len(d.Tables) > 0 && d.Tables[0].Metric != convert.Samples {
		d.Notes = append(d.Notes, "no totals: not both profiles have samples")
	}
	d.Notes, d.Caveats = append(d.Notes, c.Notes()...), append(d.Caveats, c.Caveats()...)
	if !opts.Exact && (d.Changes > 0 && c.random || len(c.singleRuns) > 0) {
		d.Notes = append(d.Notes, c.runsNote())
	}
	d.Facts = append(d.Facts,
		table.Fact{Key: "old_runs", Value: table.IntCell(int64(max(1, len(opts.Runs[compare.OldSide]))))},
		table.Fact{Key: "new_runs", Value: table.IntCell(int64(max(1, len(opts.Runs[compare.NewSide]))))},
		table.Fact{Key: "changes", Value: table.IntCell(int64(d.Changes))},
		table.Fact{Key: "threshold", Value: table.FloatCell(opts.Threshold)},
		table.Fact{Key: "by", Value: table.TextCell(opts.By.String())},
		table.Fact{Key: "sort", Value: table.TextCell(opts.order())},
		table.Fact{Key: "renamed", Value: table.IntCell(int64(c.Normalized + c.Renamed + c.OtherSignature))})
	if d.Largest != nil {
		d.Facts = append(d.Facts, table.Fact{Key: "largest_change", Value: table.FloatCell(d.Largest.Change)})
	}
	return d
}

// title returns the title of the differences so far.
func (c *comparison) title(d *Difference) string {
	d.TooFew = d.Changes == 0 && d.Small > 0 && !c.judged
	shares := ""
	if d.ofShares || slices.ContainsFunc(d.runs[:], func(of *compare.Runs) bool { return of != nil && of.Old != of.New }) {
		shares = " of shares"
	}
	title := "no differences" + shares
	if slices.ContainsFunc(d.Tables, func(t *table.Table) bool { return t.FactOf("only_old")+t.FactOf("only_new") > 0 }) {
		title += " in the metrics that both profiles have"
	}
	switch {
	case d.Changes > 0:
		title = words.CountOf(int64(d.Changes), "differences")
		if t := d.Table(Samples.String()); t != nil && t.FactOf("groups") == int64(d.Changes) {
			title = words.CountOf(int64(d.Changes), c.opts.By.Plural()) + " changed share"
		}
		title += c.applicationWords(d.Changes)
	case d.TooFew:
		title = fmt.Sprintf("too few counts to judge: no difference could be significant; --exact shows %s", words.Thousands(int64(d.Small)))
	case d.Small > 0:
		title = fmt.Sprintf("no significant differences%s above the threshold; --exact shows %s", shares, words.Thousands(int64(d.Small)))
		if c.opts.Filter.View == convert.AppView { // that of all code has other changes, and proposes this view
			title = fmt.Sprintf("no significant differences%s with callees; --exact shows %s smaller", shares, words.Thousands(int64(d.Small)))
		}
	}
	return title
}

// lacks notes, once, that one profile has no counts of a metric, or remembers that neither has.
func (d *Difference) lacks(m convert.Metric, inOld, inNew bool) {
	to, text := &d.Notes, fmt.Sprintf("only the old profile has %s", m)
	switch {
	case inNew:
		text = fmt.Sprintf("only the new profile has %s", m)
	case !inOld:
		to, text = &d.neither, m.String()
	}
	if !slices.Contains(*to, text) {
		*to = append(*to, text)
	}
}
