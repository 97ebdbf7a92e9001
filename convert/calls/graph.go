package calls

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Options are the options of [New]. The zero value uses records alone, of all contexts.
type Options struct {
	Class    code.Finder         // finds classes; nil: none
	Classes  *hierarchy.Classes  // of the same classes; nil: only those that Class finds by name, so that overriding methods elsewhere stay unknown
	Contexts *convert.Projection // the contexts whose sites count, see [sites.Options]; nil: all
}

// A Graph is the complete call graph of the counts of a profile.
type Graph struct {
	Entered []Entered // by slot of the method

	Callers      int     // methods with contexts
	WithoutCode  int     // those whose class file, or whose code, is missing
	TooManyCalls int     // of these: those with more calls than are looked at in one profile
	Classes      bool    // class files were given: otherwise only inlined calls and receiver types are known
	Problems     []error // errors of unreadable classes, deduplicated

	sites   []Site         // of callers with code, by slot, then by BCI
	facts   []*instruction // of these sites; nil: no instruction
	starts  []int32        // by slot: the index of its first site, followed by the end
	compact compact        // the other callers; without class files, these are all, and are made by complete
	typed   compact        // without class files: the callers with receiver types, and of these only the sites that have some

	complete func() // without class files: makes compact, once
	hints    map[int32]map[int]code.CallHint

	profile  *iprof.Profile
	resolver *resolver
	contexts *contexts
	units    *units   // nil: not needed yet
	nesting  *nesting // likewise
	builder  *builder // without callers and counts
}

// Hints returns what is known of a method's calls besides records, by BCI: for [code.NewExecutions].
func (g *Graph) Hints(slot int32) map[int]code.CallHint { return g.hints[slot] }

// has reports whether a slot is of the graph's profile: that of an optimized image also has the methods that only its compiler saw.
func (g *Graph) has(slot int32) bool { return int(slot) < len(g.compact.of) }

// Of returns the sites of a method, by BCI.
func (g *Graph) Of(slot int32) []Site {
	g.complete()
	if !g.has(slot) {
		return nil
	}
	if c := g.compact.caller(slot); c != nil {
		return g.builder.sitesWithoutCode(slot, c, 0, len(c.sites), &siteRoom{})
	}
	return g.sites[g.starts[slot]:g.starts[slot+1]]
}

// At returns the site of a method at a BCI; nil: none.
func (g *Graph) At(slot int32, bci iprof.BCI) *Site {
	g.complete()
	if !g.has(slot) {
		return nil
	}
	if c := g.compact.caller(slot); c != nil {
		i := c.at(bci)
		if i < 0 {
			return nil
		}
		return &g.builder.sitesWithoutCode(slot, c, i, i+1, &siteRoom{})[0]
	}
	return siteAt(g.Of(slot), bci)
}

// siteAt returns the site at a BCI, of those of a method; nil: none.
func siteAt(of []Site, bci iprof.BCI) *Site {
	i, ok := slices.BinarySearchFunc(of, bci, func(s Site, bci iprof.BCI) int { return cmp.Compare(s.BCI, bci) })
	if !ok {
		return nil
	}
	return &of[i]
}

// Sites yields all sites, by slot of the caller, then by BCI. Those of callers without code are made anew.
func (g *Graph) Sites() iter.Seq[*Site] {
	return func(yield func(*Site) bool) {
		for slot := range int32(g.profile.MethodSlots()) {
			if !each(g.Of(slot), yield) {
				return
			}
		}
	}
}

// EachSite yields the same sites as [Graph.Sites]. A site and its targets are valid only until the next caller, as callers without code share
// memory. Without class files, not even the records of sites are kept, which would take as much memory as the rest of the graph.
func (g *Graph) EachSite() iter.Seq[*Site] {
	return func(yield func(*Site) bool) {
		var room siteRoom
		var one compactCaller
		r := g.builder.newRecorder()
		if !g.Classes {
			g.contexts.findInlined(g.contexts.callers())
		}
		for slot := range int32(len(g.compact.of)) {
			sites, c := g.sites[g.starts[slot]:g.starts[slot+1]], g.compact.caller(slot)
			if !g.Classes {
				c = r.callerWithoutCode(slot, &one)
			}
			if c != nil {
				sites = g.builder.sitesWithoutCode(slot, c, 0, len(c.sites), &room)
			}
			if !each(sites, yield) {
				return
			}
		}
	}
}

// Kept returns a site from [Graph.EachSite], or a copy of it, that stays valid.
func (g *Graph) Kept(s *Site) *Site {
	if g.Classes && g.compact.caller(s.Slot) == nil {
		return s
	}
	kept := *s
	kept.Targets = slices.Clone(s.Targets)
	return &kept
}

// each yields sites one by one. It returns false once there shall be no more.
func each(sites []Site, yield func(*Site) bool) bool {
	for i := range sites {
		if !yield(&sites[i]) {
			return false
		}
	}
	return true
}

// All yields each site with each of its targets.
func (g *Graph) All() iter.Seq2[*Site, *Target] { return eachTarget(g.Sites()) }

func eachTarget(sites iter.Seq[*Site]) iter.Seq2[*Site, *Target] {
	return func(yield func(*Site, *Target) bool) {
		for s := range sites {
			for k := range s.Targets {
				if !yield(s, &s.Targets[k]) {
					return
				}
			}
		}
	}
}

// withoutCodeText says how many callers have no code.
func (g *Graph) withoutCodeText() string {
	text := fmt.Sprintf("%s of %s have no readable class file", words.Thousands(int64(g.WithoutCode)), words.Count(int64(g.Callers), "caller"))
	if g.TooManyCalls > 0 {
		text += fmt.Sprintf(", or more calls than are looked at (%s)", words.Thousands(int64(g.TooManyCalls)))
	}
	return text
}

// Notes say how much is known of calls, for readers. Adds is what class files would add.
func (g *Graph) Notes(adds string) []string {
	switch {
	case !g.Classes:
		return []string{"only inlined calls and receiver types are known: --classpath adds " + adds}
	case g.WithoutCode > 0:
		return []string{g.withoutCodeText() + ": their other calls are unknown"}
	}
	return nil
}
