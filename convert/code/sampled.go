package code

import (
	"cmp"
	"maps"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/firstrows"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A SampledMethod is a method with its sampled places.
type SampledMethod struct {
	Slot    int32
	Places  []sites.SampleSite // by descending self samples, then total samples, then BCI
	LeftOut int                // number of places beyond the limit, which have fewer samples
}

// SampledPlaces returns the methods with sampled places, by slot: all together at most limit places, those with the most self
// samples; 0: all. Excluded methods, by slot, are left out; nil: none are. Places are those of [SampleSites].
func SampledPlaces(places []sites.SampleSite, limit int, excluded []bool) []SampledMethod {
	if slices.Contains(excluded, true) {
		places = slices.DeleteFunc(slices.Clone(places), func(x sites.SampleSite) bool { return excluded[x.Slot] })
	}
	first := firstrows.Sort(places, limit, func(a, b sites.SampleSite) int {
		return cmp.Or(cmp.Compare(b.Self, a.Self), cmp.Compare(b.Total, a.Total), cmp.Compare(a.Slot, b.Slot), cmp.Compare(a.BCI, b.BCI))
	})
	var methods []SampledMethod
	index := map[int32]int{} // of methods, by slot
	for _, x := range first {
		k, known := index[x.Slot]
		if !known {
			k = len(methods)
			index[x.Slot] = k
			methods = append(methods, SampledMethod{Slot: x.Slot})
		}
		methods[k].Places = append(methods[k].Places, x)
	}
	for _, x := range places {
		if k, known := index[x.Slot]; known {
			methods[k].LeftOut++
		}
	}
	for k := range methods {
		methods[k].LeftOut -= len(methods[k].Places)
	}
	slices.SortFunc(methods, func(a, b SampledMethod) int { return cmp.Compare(a.Slot, b.Slot) })
	return methods
}

// SampleSites returns all places with samples, in no order.
func SampleSites(p *iprof.Profile, names *convert.Names, filter convert.FilterOptions) []sites.SampleSite {
	opts := sites.Options{Metrics: []convert.Metric{convert.Samples}, Stacks: convert.Project(p, p.Stacks, names.OrDefault(p), filter)}
	return sites.New(p, opts).Samples.All
}

// A Hotspot is the place in a method with the most self samples: a bytecode index or, if source lines are known, the hottest
// index of the hottest line.
type Hotspot struct {
	BCI  iprof.BCI
	Line int           // 0: unknown
	Self int64         // samples at the index or in the line
	Near []LineSamples // the lines around it that have samples, and itself, in the order of the source; none if it has no line
}

// LineSamples are the self samples of a source line.
type LineSamples struct {
	Line int
	Self int64
}

// SelfByLine returns the self samples of source lines of all methods, by slot, in the order of the lines. In [convert.AppView], samples
// in library code are charged to the line in the application that calls it. LineOf returns the line of a place, 0 if it is unknown;
// these samples are left out.
func SelfByLine(p *iprof.Profile, names *convert.Names, filter convert.FilterOptions, lineOf func(slot int32, bci iprof.BCI) int) map[int32][]LineSamples {
	byLine := map[int32]map[int]int64{}
	for _, x := range SampleSites(p, names, filter) {
		line := lineOf(x.Slot, x.BCI)
		if x.Self == 0 || line == 0 {
			continue
		}
		if byLine[x.Slot] == nil {
			byLine[x.Slot] = map[int]int64{}
		}
		byLine[x.Slot][line] += x.Self
	}
	all := map[int32][]LineSamples{}
	for slot, lines := range byLine {
		for _, line := range slices.Sorted(maps.Keys(lines)) {
			all[slot] = append(all[slot], LineSamples{line, lines[line]})
		}
	}
	return all
}

// nearLines is how many lines before and after a hotspot are near it.
const nearLines = 2

// Hotspots returns the hotspots of methods, by slot, of which some places have self samples. In [convert.AppView], samples in library
// code are charged to the place in the application that calls it. LineOf returns the line of a place, 0 if it is unknown.
func Hotspots(places []sites.SampleSite, slots []int32, lineOf func(slot int32, bci iprof.BCI) int) map[int32]Hotspot {
	byMethod := map[int32][]sites.SampleSite{}
	for _, x := range places {
		if x.Self > 0 && slices.Contains(slots, x.Slot) {
			byMethod[x.Slot] = append(byMethod[x.Slot], x)
		}
	}
	hottest := map[int32]Hotspot{}
	for slot, places := range byMethod {
		slices.SortFunc(places, func(a, b sites.SampleSite) int {
			return cmp.Or(cmp.Compare(b.Self, a.Self), cmp.Compare(a.BCI, b.BCI))
		})
		var spots []Hotspot // one line each, or an index without a line
		for _, x := range places {
			line := lineOf(slot, x.BCI)
			k := slices.IndexFunc(spots, func(s Hotspot) bool { return line > 0 && s.Line == line })
			if k < 0 {
				spots = append(spots, Hotspot{BCI: x.BCI, Line: line, Self: x.Self})
			} else {
				spots[k].Self += x.Self
			}
		}
		most := slices.MaxFunc(spots, func(a, b Hotspot) int { return cmp.Compare(a.Self, b.Self) })
		most.Near = linesNear(most.Line, spots)
		hottest[slot] = most
	}
	return hottest
}

// linesNear returns the lines near one, of spots with different lines.
func linesNear(line int, spots []Hotspot) []LineSamples {
	var near []LineSamples
	for _, s := range spots {
		if line > 0 && s.Line > 0 && s.Line >= line-nearLines && s.Line <= line+nearLines {
			near = append(near, LineSamples{s.Line, s.Self})
		}
	}
	slices.SortFunc(near, func(a, b LineSamples) int { return cmp.Compare(a.Line, b.Line) })
	return near
}
