package rank

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/firstrows"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// BranchOptions control [Branches]. At most one of NearEven, OneSided and Never is set.
type BranchOptions struct {
	SiteOptions
	NearEven *float64 // only conditionals whose two most likely successors are within this distance of a half; nil: all
	OneSided bool     // only fully biased conditionals
	MinShare float64  // minimum share of the executions: rarer conditionals are summed up in the rest, unless rows are sorted by name; 0: none
	Never    bool     // only conditionals in hot methods with a successor that was never taken

	// KnownTrips selects the conditionals with known trips, if these are the order. It combines with none of the others but MinShare.
	KnownTrips bool

	// ByTarget merges successors of a switch with the same target into one row, for people. With Parts, those never taken are in
	// the row for the rest.
	ByTarget bool
}

// Branches ranks conditionals: how often each was executed, and how often it took each successor. Counts are summed over contexts
// before ratios are computed; successors are paired as in [iprof.Canonical]. Before format 1.0.0, successors with the same target
// are merged, in all contexts together, because each of them has the total of the target. Nil names mean full names.
func Branches(p *iprof.Profile, names *convert.Names, opts BranchOptions) (*table.Table, error) {
	s, err := newSiteTable(p, names, convert.Branches, opts.SiteOptions)
	if err != nil {
		return nil, err
	}
	sites := s.sites()
	chosen := s.chooseFirst(sites, opts)
	switch s.opts.Sort {
	case "uncertainty", "entropy":
		s.SortedBy = "entropy"
	case "trips":
		s.SortedBy = "trips"
	}
	return s.Limited(opts.Limit, func(t *table.Table, limit int) {
		of := *s
		of.Table = t
		of.fillBranches(sites, chosen, limit, opts)
	}), nil
}

// chosenConditionals are those that the options select, and of these the first ones, in their order: few of hundreds of thousands.
type chosenConditionals struct {
	first      []rankedSite
	all, often int // others are rare: they are in the rest, unless all are
}

// chooseFirst chooses conditionals, up to the limit.
func (s *siteTable) chooseFirst(sums *sites.Sites, opts BranchOptions) chosenConditionals {
	for i := range sums.Conditionals.All {
		if c := &sums.Conditionals.All[i]; c.Damaged {
			s.setAside(c.Executions)
		}
	}
	chosen := s.choose(sums, opts)
	s.divide(chosen, len(sums.Conditionals.All))
	s.countSamples(chosen)
	of := chosenConditionals{all: len(chosen), often: len(chosen)}
	if s.opts.Sort != "name" {
		of.often = s.oftenFirst(chosen, int64(math.Ceil(opts.MinShare*float64(s.Certain))))
	}
	if of.often > 0 {
		of.first = firstrows.Sort(chosen[:of.often], opts.Limit, s.compare)
	} else if len(chosen) > 0 {
		of.first = firstrows.Sort(chosen, 1, s.compare)
	}
	if len(of.first) < len(chosen) {
		of.first = slices.Clone(of.first) // lets go of the others
	}
	return of
}

// fillBranches makes the columns, and the rows of the first chosen conditionals; limit 0: all.
func (s *siteTable) fillBranches(sites *sites.Sites, chosen chosenConditionals, limit int, opts BranchOptions) {
	n := len(chosen.first)
	if limit > 0 {
		n = min(n, limit)
	}
	if n > 0 {
		s.noteColumns()
		s.noteBase(sites.Conditionals.All)
	}
	if chosen.often < chosen.all && n < chosen.all {
		s.Notes = append(s.Notes, fmt.Sprintf("conditionals with less than %s of the executions are in the last row; --min-share 0 or -n 0 shows each", strconv.FormatFloat(100*opts.MinShare, 'g', -1, 64)+"%"))
	}
	if chosen.often == 0 && (opts.NearEven != nil || opts.OneSided || opts.Never) {
		s.Miss = s.conditionalMiss(sites.Conditionals.All, opts)
	}
	if n > 0 {
		s.Notes = append(s.Notes, "bits: entropy; 1 is 50:50, 0 is always the same successor")
	}
	s.branchRows(sites, chosen.first[:n], chosen.all, opts)
}

// noteBase says what shares refer to, if findings refer to noticeably less: they leave out native-image's own code.
func (s *siteTable) noteBase(conditionals []sites.Conditional) {
	var own int64
	for i := range conditionals {
		if c := &conditionals[i]; s.names.Kind(int(c.Slot)) == convert.NativeImage {
			own += c.Executions
		}
	}
	if 100*float64(own) >= float64(s.Base) {
		s.Notes = append(s.Notes, "share: of all executions, "+words.Percent(float64(own)/float64(s.Base))+" of them in native-image's own code, which the findings of info leave out")
	}
}

// conditionalsOf returns the conditionals of ranked sites.
func conditionalsOf(sums *sites.Sites, ranked []rankedSite) []*sites.Conditional {
	conditionals := make([]*sites.Conditional, len(ranked))
	for i, r := range ranked {
		conditionals[i] = &sums.Conditionals.All[r.number]
	}
	return conditionals
}

// oftenFirst moves sites with at least so many executions to the front, and returns their number.
func (*siteTable) oftenFirst(all []rankedSite, minimum int64) int {
	n := 0
	for i := range all {
		if all[i].executions >= minimum {
			all[n], all[i] = all[i], all[n]
			n++
		}
	}
	return n
}

// choose returns the conditionals that the options select, with their trips if these are the order.
func (s *siteTable) choose(sums *sites.Sites, opts BranchOptions) []rankedSite {
	conditionals := sums.Conditionals.All
	var hotMethods map[int32]bool
	if opts.Never {
		hotMethods = s.hotMethods(conditionals)
	}
	chosen := make([]rankedSite, 0, len(conditionals))
	for i := range conditionals {
		c := &conditionals[i]
		switch {
		case opts.NearEven != nil && !c.IsEven(*opts.NearEven), opts.OneSided && (c.Executions == 0 || !c.OneSided()):
			continue
		case opts.Never:
			if c.Executions == 0 || !hotMethods[c.Slot] || !slices.ContainsFunc(c.Successors, func(x iprof.Successor) bool { return x.Count == 0 }) {
				continue
			}
		}
		chosen = append(chosen, rankedSite{Site: c.Site, executions: c.Executions, entropy: c.Entropy(), number: int32(i), damaged: c.Damaged})
	}
	if s.opts.Sort == "trips" {
		of := conditionalsOf(sums, chosen)
		ends := s.loopEnds(sums, of)
		for i, end := range ends {
			chosen[i].trips = end.Trips
		}
		if opts.KnownTrips {
			s.Miss = s.tripsMiss(of, ends)
		}
	}
	if opts.KnownTrips {
		chosen = slices.DeleteFunc(chosen, func(r rankedSite) bool { return r.trips == 0 })
	}
	return chosen
}

// loopEnds returns the trips of the loops that conditionals end, with the code of their methods if there are classes.
func (s *siteTable) loopEnds(sums *sites.Sites, of []*sites.Conditional) []code.LoopEnd {
	return code.Trips(s.profile, s.siteOptions(), sums, of, s.opts.Lines.Code)
}

// hotMethods returns the methods with at least the share HotMethod of the executions, by slot.
func (s *siteTable) hotMethods(conditionals []sites.Conditional) map[int32]bool {
	executions := map[int32]int64{}
	for i := range conditionals {
		if c := &conditionals[i]; !c.Damaged {
			executions[c.Slot] += c.Executions
		}
	}
	hot := map[int32]bool{}
	for slot, n := range executions {
		hot[slot] = float64(n) >= HotMethod*float64(s.Certain)
	}
	return hot
}

// branchRows makes the columns, and the rows of ranked sites, the first of so many chosen ones.
func (s *siteTable) branchRows(sums *sites.Sites, ranked []rankedSite, chosen int, opts BranchOptions) {
	n, all, vm := len(ranked), len(sums.Conditionals.All), sums.Conditionals.VM
	s.Parts = "successors"
	conditionals := conditionalsOf(sums, ranked)
	rates, ends := sums.EntryRates(conditionals), s.loopEnds(sums, conditionals)
	vmDamaged := sums.Conditionals.VMDamaged
	damaged := s.noteDamage(vmDamaged)
	columns := branchColumns(siteShape{contexts: opts.Contexts, damaged: damaged, samples: s.hasSamples(), lines: opts.Lines})
	if !slices.ContainsFunc(rates, func(r sites.EntryRate) bool { part, ok := r.Coverage(); return ok && part < 1 }) {
		columns = forPrograms(columns, coverageKey)
	} else {
		s.Notes = append(s.Notes, "coverage: share of the method's entries that the per-entry value is based on")
	}
	loops := false
	for i, e := range ends {
		loops = loops || e.Ends(conditionals[i])
	}
	if !loops {
		columns = forPrograms(columns, "trips")
	} else if !opts.KnownTrips {
		s.Notes = append(s.Notes, tripsNote)
	}
	row := table.DeclareLate(s.Table, columns)
	other := func(name string, executions int64, damaged bool) *table.Row {
		r := row(branchRow{siteRow: s.noSite(name, executions, damaged)})
		r.BeginsSite = true
		return &r
	}
	s.Total = other(table.TotalName, s.Base, damaged)
	shown, merged := int64(0), false
	for i, c := range conditionals {
		shown += c.Executions
		site := branchRow{siteRow: s.siteRow(ranked[i]), rate: rates[i]}
		first := true
		add := func(successor *successorRow) {
			site.successorRow = successor
			r := row(site)
			r.BeginsSite, first = first, false
			s.Rows = append(s.Rows, r)
		}
		successors := c.Successors
		if opts.ByTarget {
			successors = opts.merged(successors)
			merged = merged || len(successors) < len(c.Successors)
		}
		ways, rest := mostTaken(successors, opts.Parts)
		for _, k := range ways {
			x := successors[k]
			of := &successorRow{number: k, Successor: x, back: c.GoesBack(x), line: opts.Lines.Line(c.Slot, x.Target)}
			of.trips, of.loops = ends[i].Of(c, x)
			add(of)
		}
		switch more := len(successors) - len(ways); {
		case more > 0:
			add(&successorRow{Successor: iprof.Successor{Count: rest}, more: table.More(more, "successors")})
			s.Rows[len(s.Rows)-1].Merged, s.Rows[len(s.Rows)-1].Beyond = more, more
		case len(ways) == 0:
			add(nil)
		}
	}
	if merged {
		s.Notes = append(s.Notes, "switch cases with the same target share a row; CSV and JSON list each")
	}
	things := s.counted("conditionals")
	if rest := s.Base - vm - shown; n < all {
		s.Rest = other(table.More(all-n, things), rest, s.damagedRest(ranked))
		s.Rest.Omitted = all - n
	}
	if vm > 0 {
		s.Outside = []table.Row{*other(convert.VMFrame, vm, vmDamaged)}
	}

	which, has := "", ""
	switch {
	case opts.NearEven != nil && *opts.NearEven == 0:
		which, has = "that are exactly even", "is exactly even"
	case opts.NearEven != nil:
		within := strconv.FormatFloat(*opts.NearEven, 'f', -1, 64)
		which, has = "that are even within "+within, "is even within "+within
	case opts.OneSided:
		which, has = "that always went the same way", "always went the same way"
	case opts.KnownTrips:
		which, has = "with known trips", "has known trips"
	case opts.Never:
		which, has = "with a never-taken successor, in hot methods", "in hot methods has a successor never taken"
		s.Notes = append(s.Notes, fmt.Sprintf("a method is hot with %s or more of the executions", words.Percent(HotMethod)))
	}
	s.Title = s.title(things, which, has, n, chosen, all)
	if chosen == 0 && opts.Filter.View == convert.AppView {
		opts.SiteOptions = opts.elsewhere()
		if others, err := newSiteTable(s.profile, s.names, s.Metric, opts.SiteOptions); err == nil {
			s.Title = s.noneTitle(things, which, others.choose(others.sites(), opts))
		}
	}
	s.AddFact("sites", table.IntCell(int64(all)))
	s.AddFact("chosen", table.IntCell(int64(chosen)))
	if s.profile.SharedTargetTotals() {
		s.Notes = append(s.Notes, "before format 1.0.0, successors with the same target cannot be distinguished: they are one row")
	}
}

// counted returns the noun for rows, given the noun for sites: with --contexts a site has a row for each context.
func (s *siteTable) counted(sites string) string {
	if s.opts.Contexts {
		return sites + " per context"
	}
	return sites
}

// merged adds up the successors with the same target, in order of first appearance: in format 1.0.0, each case of a switch is one.
// Negative targets are not places.
func (BranchOptions) merged(successors []iprof.Successor) []iprof.Successor {
	merged := make([]iprof.Successor, 0, len(successors))
	for _, x := range successors {
		same := slices.IndexFunc(merged, func(y iprof.Successor) bool { return y.Target == x.Target && x.Target >= 0 })
		if same < 0 {
			merged = append(merged, x)
		} else {
			merged[same].Count += x.Count
		}
	}
	return merged
}

// mostTaken returns the successors that have their own rows, in the order of the file, and the total count of the others: with more
// than most successors, those are the least often taken; with more than three, those never taken.
func mostTaken(successors []iprof.Successor, most int) (rows []int, rest int64) {
	for k := range successors {
		rows = append(rows, k)
	}
	if most <= 0 {
		return rows, 0
	}
	const fewSuccessors = 3
	taken := slices.DeleteFunc(slices.Clone(rows), func(k int) bool { return successors[k].Count == 0 })
	if len(rows) > fewSuccessors && len(taken) > 0 && len(rows)-len(taken) > 1 {
		rows = taken
	}
	if len(rows) <= most && (len(rows) < most || len(rows) == len(successors)) { // if others have a row as well
		return rows, 0
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(successors[b].Count, successors[a].Count) })
	for _, k := range rows[most-1:] {
		rest += successors[k].Count
	}
	rows = rows[:most-1]
	slices.Sort(rows)
	return rows, rest
}
