package findings

import (
	"cmp"
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// siteWeight returns the weight of a site: with samples, the samples in the method's own code, if the site has a minimum share of
// all executions; otherwise the given one, based on its executions. Nil: it is too small, or VM code.
func (a *analysis) siteWeight(slot int32, executions, all int64, counts *Weight) *Weight {
	application, eligible := a.isOurs(slot)
	if !eligible {
		return nil
	}
	w := counts
	if a.metric == convert.Samples {
		if float64(executions) < HotSite*float64(all) {
			return nil
		}
		w = a.ofSamples(a.own[slot])
	}
	return worthALook(w, application)
}

// worthALook returns a weight if it suffices in code of its kind, otherwise nil.
func worthALook(w *Weight, application bool) *Weight {
	if w != nil && !application && w.Low < OthersShare {
		return nil
	}
	return w
}

// atLine returns the weight of a site that costs only at its line: the samples of w, which are those of its method, that are at this
// line or at an unknown one. Without lines it is w.
func (a *analysis) atLine(w *Weight, site sites.Site) *Weight {
	if w.Metric != convert.Samples || a.opts.Line == nil {
		return w
	}
	line := a.opts.Line(site.Slot, site.BCI)
	if line == 0 {
		return w
	}
	at := int64(0)
	for bci, n := range a.ownPlaces()[site.Slot] {
		if l := a.opts.Line(site.Slot, bci); l == line || l == 0 {
			at += n
		}
	}
	application, _ := a.isOurs(site.Slot)
	of := worthALook(a.ofSamples(at), application)
	if of != nil {
		of.Line = line
	}
	return of
}

// executionsOf adds up the executions of sites in the code that a user can change.
func executionsOf[T any](a *analysis, list []T, of func(*T) (sites.Site, int64)) int64 {
	sum := int64(0)
	for i := range list {
		if site, executions := of(&list[i]); a.isChangeable(site.Slot) {
			sum += executions
		}
	}
	return sum
}

// A siteCandidate is a site that may become a finding. A method has at most one of a kind: the one with the largest weight and, of
// these, the most executions.
type siteCandidate[T any] struct {
	of         *T
	site       sites.Site
	executions int64
	weight     *Weight
	sites      int64 // number of sites in the method that qualify as well
}

// hottestSites selects the hottest site of each method.
func hottestSites[T any](all []siteCandidate[T]) []siteCandidate[T] {
	at := map[int32]int{} // by method
	var best []siteCandidate[T]
	for _, c := range all {
		i, seen := at[c.site.Slot]
		if !seen {
			i = len(best)
			at[c.site.Slot] = i
			best = append(best, c)
		}
		b := &best[i]
		sites := b.sites + 1
		if cmp.Or(cmp.Compare(c.weight.Value, b.weight.Value), cmp.Compare(c.executions, b.executions), cmp.Compare(b.site.BCI, c.site.BCI)) > 0 {
			*b = c
		}
		b.sites = sites
	}
	return best
}

// manyTypes finds virtual calls with more types than compilers inline and, among them, those that a type test could make direct.
func (a *analysis) manyTypes() {
	list := sites.New(a.profile, sites.Options{Metrics: []convert.Metric{convert.Receivers}}).Receivers.All
	inlined := a.inlinedAt(list)
	all := executionsOf(a, list, func(t *sites.TypeSite) (sites.Site, int64) { return t.Site, t.Executions })
	var many, tests []siteCandidate[sites.TypeSite]
	for i := range list {
		t := &list[i]
		if len(t.Types) < 3 || t.Kind() == sites.UnknownTypes {
			continue
		}
		types := t.Ranked()
		if float64(types[0].Count+types[1].Count) >= TwoTypes*float64(t.Executions) {
			continue
		}
		first := types[0].Count - inlined[t.Site] // inlined calls may all be of this type
		if float64(types[0].Count) >= TestShare*float64(t.Executions) && first > 0 {
			if w := a.siteWeight(t.Slot, first, all, a.ofEntries(convert.Receivers, first)); w != nil {
				tests = append(tests, siteCandidate[sites.TypeSite]{t, t.Site, first, w, 0})
				continue
			}
		}
		if w := a.siteWeight(t.Slot, t.Executions, all, a.ofEntries(convert.Receivers, t.Executions)); w != nil {
			many = append(many, siteCandidate[sites.TypeSite]{t, t.Site, t.Executions, w, 0})
		}
	}
	for _, c := range hottestSites(many) {
		f := a.ofTypes(c)
		f.Kind, f.Title = ManyTypes, fmt.Sprintf("call of %s types, first %s", sites.NumberOfTypes(len(c.of.Types), c.of.Saturated), words.Percent(firstShare(c.of)))
		a.add(f, a.methodAt(About, c.site), c.site.Slot, a.list(c.site.Slot))
	}
	for _, c := range hottestSites(tests) {
		f := a.ofTypes(c)
		f.Kind, f.Title = TypeTests, fmt.Sprintf("call of %s types, a test for one covers %s", sites.NumberOfTypes(len(c.of.Types), c.of.Saturated), words.Percent(firstShare(c.of)))
		f.Numbers = append(f.Numbers, count("stayed", c.executions))
		a.add(f, a.methodAt(About, c.site), c.site.Slot, a.list(c.site.Slot))
	}
}

// inlinedAt returns the entries of methods that were inlined at sites with several types: few of all sites.
func (a *analysis) inlinedAt(list []sites.TypeSite) map[sites.Site]int64 {
	at := map[sites.Site]int64{}
	for i := range list {
		if len(list[i].Types) > 1 {
			at[list[i].Site] = 0
		}
	}
	contexts := a.profile.Contexts
	for i, n := range contexts.All() {
		if n.Parent == iprof.NoNode || !a.entries.Known[i] {
			continue
		}
		site := sites.Site{Slot: int32(a.profile.MethodSlot(contexts.Node(n.Parent).Method)), Context: iprof.NoNode, BCI: n.Site}
		if sum, ok := at[site]; ok {
			at[site] = sum + a.entries.Count[i]
		}
	}
	return at
}

// ofTypes returns a finding about the types of a call, without its kind.
func (a *analysis) ofTypes(c siteCandidate[sites.TypeSite]) Finding {
	parts := Split{Of: "types"}
	for _, x := range c.of.Ranked() {
		parts.List = append(parts.List, NamedCount{a.names.Type(x.Type), x.Count})
	}
	return Finding{
		Weight: c.weight,
		Numbers: []Number{
			count("executions", c.of.Executions), count("types", int64(len(c.of.Types))), fraction("share", firstShare(c.of)),
			fraction("entropy", c.of.Entropy()), count("sites", c.sites),
		},
		Split: parts,
	}
}

// firstShare is the share of the most frequent type.
func firstShare(t *sites.TypeSite) float64 {
	return float64(t.Ranked()[0].Count) / float64(t.Executions)
}

// list returns the command that shows everything recorded in a method.
func (a *analysis) list(slot int32) []string { return []string{"list", a.patterns.of(slot)} }

// conditionals finds unbiased branches and loops.
func (a *analysis) conditionals() {
	sums := sites.New(a.profile, branches)
	list := sums.Conditionals.All
	all := executionsOf(a, list, func(c *sites.Conditional) (sites.Site, int64) { return c.Site, c.Executions })
	var even []siteCandidate[sites.Conditional]
	var hot []siteCandidate[sites.Conditional]
	for i := range list {
		c := &list[i]
		w := a.siteWeight(c.Slot, c.Executions, all, ofCounts(convert.Branches, convert.Branches.Unit(), c.Executions, all))
		if w == nil {
			continue
		}
		candidate := siteCandidate[sites.Conditional]{c, c.Site, c.Executions, w, 0}
		hot = append(hot, candidate)
		if backward(c) == 0 && c.Entropy() >= EvenEntropy {
			if candidate.weight = a.atLine(w, c.Site); candidate.weight != nil {
				even = append(even, candidate)
			}
		}
	}
	for _, c := range hottestSites(even) {
		a.evenBranch(c)
	}
	a.loops(sums, hot)
}

var branches = sites.Options{Metrics: []convert.Metric{convert.Branches}}

// backward returns how often a conditional went back to the start of a loop.
func backward(c *sites.Conditional) int64 {
	back := int64(0)
	for _, x := range c.Successors {
		if c.GoesBack(x) {
			back += x.Count
		}
	}
	return back
}

func (a *analysis) evenBranch(c siteCandidate[sites.Conditional]) {
	targets := c.of.Targets()
	share := float64(targets[0].Count) / float64(c.executions)
	title := "even branch"
	if len(targets) > 2 {
		title = fmt.Sprintf("%d-way switch", len(targets))
	}
	parts := Split{Of: "successors"}
	for _, t := range targets {
		parts.List = append(parts.List, NamedCount{placeOf(t.Target), t.Count})
	}
	a.add(Finding{
		Kind:    EvenBranch,
		Title:   fmt.Sprintf("%s, %s to %s", title, words.Percent(share), placeOf(targets[0].Target)),
		Weight:  c.weight,
		Numbers: []Number{count("executions", c.executions), fraction("probability", share), fraction("entropy", c.of.Entropy()), count("sites", c.sites)},
		Split:   parts,
	}, a.methodAt(About, c.site), c.site.Slot, a.list(c.site.Slot))
}

// placeOf formats a target as tables do: @8.
func placeOf(bci iprof.BCI) string {
	if bci < 0 {
		return bci.String()
	}
	return fmt.Sprintf("@%d", bci)
}

// loops finds conditionals of loops: those that are executed more often than their method is entered or, if that is unknown, jump
// back.
func (a *analysis) loops(sums *sites.Sites, hot []siteCandidate[sites.Conditional]) {
	conditionals := make([]*sites.Conditional, len(hot))
	for i, c := range hot {
		conditionals[i] = c.of
	}
	rates, ends := sums.EntryRates(conditionals), code.Trips(a.profile, branches, sums, conditionals, a.opts.Code)
	trips := map[sites.Site]float64{} // of loops; 0: unknown
	perEntry := map[sites.Site]float64{}
	partly := map[sites.Site]bool{}
	var loops []siteCandidate[sites.Conditional]
	for i, c := range hot {
		rate := ends[i].Trips
		if ends[i].Stays >= 0 {
			trips[c.site] = rate
		} else if back := backward(c.of); back > 0 && back < c.executions {
			trips[c.site] = rate
			rate = cmp.Or(rate, float64(back)/float64(c.executions-back)) // if it is a loop
		}
		partly[c.site] = rates[i].Partly
		if coverage, ok := rates[i].Coverage(); ok && coverage >= LoopCoverage {
			rate, _ = rates[i].PerEntry()
			perEntry[c.site] = rate
		}
		if rate >= MinTrips {
			loops = append(loops, c)
		}
	}
	var entries *convert.Entries // nil: the profile counts none
	if a.profile.Calls.Len() > 0 {
		entries = convert.NewEntries(a.profile)
	}
	for _, c := range hottestSites(loops) {
		f := Finding{Kind: Loop, Weight: c.weight, Numbers: []Number{count("executions", c.executions)}}
		switch x, ok := trips[c.site]; {
		case !ok:
		case x > 0:
			f.Numbers = append(f.Numbers, fraction("trips", x))
			f.Title = fmt.Sprintf("loop, %s per exit", times(x))
		case entries != nil && !entries.Methods[c.site.Slot].Known(): // neither are its other exits
			f.Title = "loop, iterations n/a: no count of the method's entries"
		case partly[c.site]:
			f.Title = "loop, iterations n/a: the method also ran in contexts without counts"
		default:
			f.Title = "loop, iterations n/a: not all exits are known"
		}
		if x, ok := perEntry[c.site]; ok { // a loop may have other exits
			f.Numbers = append(f.Numbers, fraction("per_entry", x))
			f.Title = fmt.Sprintf("loop, condition %s per entry", times(x))
		}
		f.Numbers = append(f.Numbers, count("sites", c.sites))
		a.add(f, a.methodAt(About, c.site), c.site.Slot, a.list(c.site.Slot))
	}
}

// times formats a factor with at least three significant digits: ×1.23, ×12.3, ×123, ×1,234.
func times(x float64) string {
	switch {
	case x < 9.995:
		return fmt.Sprintf("×%.2f", x)
	case x < 99.95:
		return fmt.Sprintf("×%.1f", x)
	}
	return "×" + words.Thousands(int64(x+0.5))
}
