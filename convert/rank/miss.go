package rank

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Often is the share of all executions at which a site is worth a look: a few executions may be even, or of one type, by chance.
const Often = 0.0001

// A miss is a site that a selection leaves out, and how far it is from being selected.
type miss struct {
	number   int // index in the list of sites
	distance float64
}

// nearestMiss returns the site closest to a selection, among those with the share Often of the executions or, if none,
// among all, and a phrase for how many were examined. It returns false if none.
func nearestMiss[T any](s *siteTable, sites []T, executions func(*T) int64, distance func(*T) (float64, bool), tie func(a, b *T) int) (*T, string, bool) {
	for _, minimum := range []int64{max(1, int64(math.Ceil(Often*float64(s.Base)))), 1} {
		var all []miss
		for i := range sites {
			if executions(&sites[i]) < minimum {
				continue
			}
			if d, ok := distance(&sites[i]); ok {
				all = append(all, miss{i, d})
			}
		}
		if len(all) == 0 {
			continue
		}
		first := slices.MinFunc(all, func(a, b miss) int {
			return cmp.Or(cmp.Compare(a.distance, b.distance), tie(&sites[a.number], &sites[b.number]))
		})
		among := "nearest"
		often := fmt.Sprintf("with %g%% or more of the executions", 100*Often)
		switch n := words.Thousands(int64(len(all))); {
		case len(all) == 1 && minimum > 1:
			among += ", the only one " + often
		case minimum > 1:
			among += " of the " + n + " " + often
		case len(all) > 1:
			among += " of " + n
		}
		return &sites[first.number], among, true
	}
	return nil, "", false
}

// conditionalMiss describes the conditional closest to an empty selection; "" if none.
func (s *siteTable) conditionalMiss(list []sites.Conditional, opts BranchOptions) string {
	hot := s.hotMethods(list)
	minTaken := func(c *sites.Conditional) int64 {
		smallest := c.Executions
		for _, x := range c.Successors {
			smallest = min(smallest, x.Count)
		}
		return smallest
	}
	distance := func(c *sites.Conditional) (float64, bool) {
		likeliest, second := c.LikeliestTwo()
		all := float64(c.Executions)
		switch {
		case opts.NearEven != nil:
			return max(float64(likeliest)/all-0.5, 0.5-float64(second)/all), true
		case opts.OneSided:
			return 1 - float64(likeliest)/all, true
		case opts.Never:
			return float64(minTaken(c)) / all, hot[c.Slot] && len(c.Successors) > 0
		}
		return 0, false
	}
	c, among, ok := nearestMiss(s, list, func(c *sites.Conditional) int64 { return c.Executions }, distance, func(a, b *sites.Conditional) int {
		return cmp.Or(cmp.Compare(b.Executions, a.Executions), s.compareSites(a.Site, b.Site))
	})
	if !ok {
		return ""
	}
	likeliest, second := c.LikeliestTwo()
	executions := words.CountOf(c.Executions, "executions")
	how := ""
	switch all := float64(c.Executions); {
	case opts.NearEven != nil:
		how = fmt.Sprintf("%s and %s of %s, %.1f%% : %.1f%%", words.Thousands(likeliest), words.Thousands(second), executions,
			100*float64(likeliest)/all, 100*float64(second)/all)
	case opts.OneSided:
		how = fmt.Sprintf("the same way in %s of %s", words.Thousands(likeliest), executions)
	case opts.Never:
		how = fmt.Sprintf("the rarest successor taken in %s of %s", words.Thousands(minTaken(c)), executions)
	}
	return fmt.Sprintf("%s: %s, %s", among, s.place(c.Site), how)
}

// tripsNote defines trips, which need not follow from the counts of the conditional that has them.
const tripsNote = "trips: jumps back per loop entry; a do-while runs once more"

// tripsMiss defines trips, and says why some loops have none.
func (s *siteTable) tripsMiss(of []*sites.Conditional, ends []code.LoopEnd) string {
	text, loops := tripsNote, false
	var unknown struct{ loops, jumps, never int64 }
	for i, e := range ends {
		loops = loops || e.Ends(of[i])
		switch {
		case !e.Unknown(of[i]):
		case e.NeverBack(of[i]): // no count is missing
			unknown.never++
		case e.Coded:
			unknown.loops++
		default: // there may be no loop
			unknown.jumps++
		}
	}
	var without []string
	if unknown.loops > 0 {
		without = append(without, words.CountOf(unknown.loops, "loops"))
	}
	if unknown.jumps > 0 {
		without = append(without, words.Count(unknown.jumps, "jump back", "jumps back"))
	}
	if len(without) > 0 {
		without = []string{strings.Join(without, " and ") + " with ways in or out not recorded"}
	}
	if unknown.never > 0 {
		without = append(without, words.Thousands(unknown.never)+" that never went back")
	}
	if len(without) > 0 {
		text += "; n/a (--sort executions) for " + strings.Join(without, ", ")
	}
	switch coded := slices.ContainsFunc(ends, func(e code.LoopEnd) bool { return e.Coded }); {
	case s.opts.Lines == nil:
		text += "; --classpath adds loops tested first"
	case !coded:
		text += "; no class file of these methods was found"
	case !loops:
		text += "; no conditional ends a loop in the classes found"
	}
	return text
}

// typesMiss describes the site whose kind is closest to one of the selected kinds, which no site has; "" if none.
func (s *siteTable) typesMiss(list []sites.TypeSite, kinds []sites.TypeKind) string {
	distance := func(t *sites.TypeSite) (float64, bool) {
		smallest := math.Inf(1)
		if t.Kind() == sites.UnknownTypes {
			return smallest, false
		}
		for _, k := range kinds {
			if k != sites.UnknownTypes {
				smallest = min(smallest, typesBetween(len(t.Types), k))
			}
		}
		return smallest, !math.IsInf(smallest, 1)
	}
	t, among, ok := nearestMiss(s, list, func(t *sites.TypeSite) int64 { return t.Executions }, distance, func(a, b *sites.TypeSite) int {
		return cmp.Or(sites.CompareByEntropy(a.Executions, a.Entropy(), b.Executions, b.Entropy()), s.compareSites(a.Site, b.Site))
	})
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s: %s, %s with %s, %s", among, s.place(t.Site), t.Kind(),
		words.CountOf(int64(len(t.Ranked())), "types"), words.CountOf(t.Executions, "executions"))
}

// typesBetween returns by how many types a site differs from a kind.
func typesBetween(types int, kind sites.TypeKind) float64 {
	for d := range iprof.SaturatedTypes + 1 {
		if sites.TypeKindOf(types+d) == kind || types > d && sites.TypeKindOf(types-d) == kind {
			return float64(d)
		}
	}
	return float64(types + iprof.SaturatedTypes)
}

// place names a site: app.Parser.next @13.
func (s *siteTable) place(site sites.Site) string {
	name := s.names.Method(int(site.Slot))
	if site.BCI < 0 {
		return fmt.Sprintf("%s (%s)", name, site.BCI)
	}
	return fmt.Sprintf("%s @%d", name, site.BCI)
}
