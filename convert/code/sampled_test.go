package code_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

type samplePlace struct{ id, bci int64 }

// samplePlaces are the rows of top --by site that are of methods, and their samples.
func samplePlaces(t *testing.T, p *iprof.Profile, names *convert.Names, view convert.View) (rows []samplePlace, samples map[samplePlace]sampleCount) {
	t.Helper()
	top, err := rank.Top(p, names, rank.TopOptions{Metric: convert.Samples, By: convert.BySite, Filter: convert.FilterOptions{View: view}})
	if err != nil {
		t.Fatal(err)
	}
	samples = map[samplePlace]sampleCount{}
	id, _ := top.Column("id")
	for _, r := range slices.Concat(top.Rows, top.Outside) {
		if r.Cell(id).Kind != table.Int { // <VM>
			continue
		}
		at := samplePlace{r.Cell(id).Int, cellOf(t, top, r, "bci")}
		rows = append(rows, at)
		samples[at] = sampleCount{cellOf(t, top, r, "self"), cellOf(t, top, r, "total")}
	}
	return rows, samples
}

// profilesWithSamples returns those of the published profiles that have samples.
func profilesWithSamples(t *testing.T) map[string]*iprof.Profile {
	t.Helper()
	found := map[string]*iprof.Profile{}
	for name, data := range testprofile.Beside(t) {
		if p := testprofile.Parse(t, string(data)); p.Records(iprof.Samples) > 0 {
			found[name] = p
		}
	}
	return found
}

// TestSampledPlacesAreThoseOfTop compares places with list and with top --by site. A limit leaves out the last of them.
func TestSampledPlacesAreThoseOfTop(t *testing.T) {
	recursive := false
	for name, p := range profilesWithSamples(t) {
		names := convert.NewNames(p, convert.NameOptions{})
		for _, view := range []convert.View{convert.MachineView, convert.ExpertView} {
			filter := convert.FilterOptions{View: view}
			rows, want := samplePlaces(t, p, names, view)
			l, err := code.List(p, names, nil, code.ListOptions{Filter: filter})
			if err != nil {
				t.Fatal(err)
			}
			listed, of := map[samplePlace]sampleCount{}, map[int32]sampleCount{}
			for _, m := range l.Methods {
				of[m.Slot] = sampleCount{m.Self, m.Total}
				for _, x := range m.Places {
					if x.Samples != nil {
						listed[samplePlace{int64(p.MethodIDAt(int(m.Slot))), int64(x.BCI)}] = sampleCount{x.Samples.Self, x.Samples.Total}
					}
				}
			}
			got := map[samplePlace]sampleCount{}
			for _, m := range code.SampledPlaces(code.SampleSites(p, names, filter), 0, nil) {
				before, sum := of[m.Slot], int64(0)
				for _, x := range m.Places {
					n := sampleCount{x.Self, x.Total}
					got[samplePlace{int64(p.MethodIDAt(int(m.Slot))), int64(x.BCI)}] = n
					if n.self > before.self || n.self == before.self && n.total > before.total {
						t.Errorf("%s: %s: %+v comes after %+v", name, names.Method(int(m.Slot)), n, before)
					}
					before = n
					sum += n.total
				}
				recursive = recursive || sum > of[m.Slot].total
				if m.LeftOut > 0 {
					t.Errorf("%s: %d places left out without a limit", name, m.LeftOut)
				}
			}
			if !maps.Equal(got, want) || !maps.Equal(got, listed) || len(got) < 10 {
				t.Errorf("%s, view %s: %d places, top has %d, list %d", name, view, len(got), len(want), len(listed))
			}
			limit, all := len(rows)/2, code.SampleSites(p, names, filter)
			smallest, shown, left := want[rows[limit-1]].self, 0, 0
			methods := code.SampledPlaces(all, limit, nil)
			for _, m := range methods {
				for _, x := range m.Places {
					if shown++; x.Self < smallest {
						t.Errorf("%s: %d samples at %s of %s; those left out have %d", name, x.Self, x.BCI, names.Method(int(m.Slot)), smallest)
					}
				}
				left += m.LeftOut
			}
			if shown != limit || left == 0 || left > len(rows)-limit {
				t.Errorf("%s: %d places shown and %d left out of %d with a limit of %d", name, shown, left, len(rows), limit)
			}
			without := make([]bool, p.MethodSlots())
			without[methods[0].Slot] = true
			for _, m := range code.SampledPlaces(all, limit, without) {
				if m.Slot == methods[0].Slot {
					t.Errorf("%s: %s is not left out", name, names.Method(int(m.Slot)))
				}
			}
		}
	}
	if !recursive {
		t.Error("no stack is at two places of a method")
	}
}

// TestAllBeyondEntriesAreThoseOfList compares them with the methods of listings.
func TestAllBeyondEntriesAreThoseOfList(t *testing.T) {
	found := 0
	for name, data := range testprofile.Published(t) {
		p := testprofile.Parse(t, string(data))
		filter := convert.FilterOptions{View: convert.ExpertView}
		l, err := code.List(p, nil, nil, code.ListOptions{Filter: filter})
		if err != nil {
			continue // it has no records
		}
		got := code.BranchesBeyondEntries(p, nil, filter)
		var want []code.BranchBeyondEntries
		for i := range l.Methods {
			if x, ok := l.Methods[i].BranchBeyondEntries(); ok {
				want = append(want, x)
			}
		}
		found += len(want)
		if len(want) > 0 && got[0] != want[0] {
			t.Errorf("%s: %+v is the first, that of list is %+v", name, got[0], want[0])
		}
		bySlot := func(a, b code.BranchBeyondEntries) int { return cmp.Compare(a.Slot, b.Slot) }
		slices.SortFunc(got, bySlot)
		slices.SortFunc(want, bySlot)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d, list has %d", name, len(got), len(want))
		}
	}
	if found == 0 {
		t.Error("there are none")
	}
}

// The first conditional of a method counts, wherever it is in the file: more executions than entries, but less than one and a half times
// as many. Methods come by their entries.
func TestFirstConditionalBeyondEntries(t *testing.T) {
	text := `{` + testprofile.Methods("late", "first", "exact", "half", "under", "uncounted") + testprofile.Calls("1:0 100", "2:0 200", "3:0 50", "4:0 10", "5:0 1000", "6:0<5:0 3") +
		testprofile.Section("conditionalProfiles", []string{"1:30 40 0 10", "1:7 12 0 60 14 1 41", "1:-1 5 0 1", "1:9 12 0 7", "2:5 9 0 299 12 1 0", "2:8 9 0 1",
			"3:4 9 0 50", "4:4 9 0 15", "5:2 9 0 1000", "5:3 9 0 1001", "6:2 9 0 3", "6:4<5:0 9 0 4"}) + `}`
	for by := range 6 {
		p := testprofile.Parse(t, testprofile.Rotated(t, text, by))
		got := code.BranchesBeyondEntries(p, nil, convert.FilterOptions{})
		want := []code.BranchBeyondEntries{{Slot: int32(p.MethodSlot(2)), BCI: 5}, {Slot: int32(p.MethodSlot(1)), BCI: 7}}
		if !slices.Equal(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

// Places are left out by method, and lines are summed up without unknown ones.
func TestPlacesLeftOut(t *testing.T) {
	text := `{` + testprofile.Methods("a", "b") + testprofile.Samples("1:1 5", "1:2 4", "1:3 3", "1:4 1", "2:1 2", "2:2<1:1 2", "2:9<1:8 6") + `}`
	for by := range 2 {
		p := testprofile.Parse(t, testprofile.Rotated(t, text, by))
		names := convert.NewNames(p, convert.NameOptions{})
		all := code.SampleSites(p, names, convert.FilterOptions{})
		for limit, want := range map[int]map[string][2]int{0: {"T.a": {5, 0}, "T.b": {3, 0}}, 3: {"T.a": {2, 3}, "T.b": {1, 2}}, 4: {"T.a": {3, 2}, "T.b": {1, 2}}, 1: {"T.b": {1, 2}}, 9: {"T.a": {5, 0}, "T.b": {3, 0}}} {
			got := map[string][2]int{}
			for _, m := range code.SampledPlaces(all, limit, nil) {
				got[names.Method(int(m.Slot))] = [2]int{len(m.Places), m.LeftOut}
			}
			if !maps.Equal(got, want) {
				t.Errorf("limit %d: %v places shown and left out, want %v", limit, got, want)
			}
		}
		lines := code.SelfByLine(p, names, convert.FilterOptions{}, func(slot int32, bci iprof.BCI) int {
			return map[iprof.BCI]int{1: 20, 2: 20, 3: 7, 9: 1}[bci]
		})
		a, b := lines[int32(p.MethodSlot(1))], lines[int32(p.MethodSlot(2))]
		if !slices.Equal(a, []code.LineSamples{{Line: 7, Self: 3}, {Line: 20, Self: 9}}) || !slices.Equal(b, []code.LineSamples{{Line: 1, Self: 6}, {Line: 20, Self: 4}}) || len(lines) != 2 {
			t.Errorf("%v", lines)
		}
	}
}

// TestLinesNearHotspots: lines within two of the hottest one. Line 27 of WordCount.addLine has bytecode 36 to 54, line 26 has 32 to 35.
// In the view of the application, 142 samples of substring, called at 44, count there.
func TestLinesNearHotspots(t *testing.T) {
	p, lines := testmodel.WordCount(t)
	names := convert.NewNames(p, convert.NameOptions{})
	addLine := int32(p.MethodSlot(2))
	places := code.SampleSites(p, names, convert.FilterOptions{View: convert.AppView})
	spot := code.Hotspots(places, []int32{addLine}, lines.Line)[addLine]
	if want := []code.LineSamples{{Line: 26, Self: 6}, {Line: 27, Self: 142 + 5}}; spot.Line != 27 || spot.Self != 147 || !slices.Equal(spot.Near, want) {
		t.Errorf("line %d has %d, near it %v, want %v", spot.Line, spot.Self, spot.Near, want)
	}
	if spot = code.Hotspots(places, []int32{addLine}, func(int32, iprof.BCI) int { return 0 })[addLine]; spot.Near != nil {
		t.Errorf("without lines, near it %v", spot.Near)
	}
}

// TestHotspotsAreFirstOfTop compares hotspots with the rows of top --by site, also of the view app, and where lines are known with
// their sums by line.
func TestHotspotsAreFirstOfTop(t *testing.T) {
	byLine := func(_ int32, bci iprof.BCI) int { return int(bci) / 16 } // the first line is unknown
	moved := false
	for name, p := range profilesWithSamples(t) {
		names := convert.NewNames(p, convert.NameOptions{})
		slots := make([]int32, p.MethodSlots())
		for i := range slots {
			slots[i] = int32(i)
		}
		for _, view := range []convert.View{convert.ExpertView, convert.AppView} {
			rows, samples := samplePlaces(t, p, names, view)
			places, lines := map[int64]samplePlace{}, map[int64]map[string]int64{} // by method: the first, and sums by line
			for _, at := range rows {
				if samples[at].self == 0 {
					continue
				}
				if _, ok := places[at.id]; !ok {
					places[at.id], lines[at.id] = at, map[string]int64{}
				}
				line := fmt.Sprint("line ", at.bci/16)
				if at.bci < 16 {
					line = fmt.Sprint("index ", at.bci)
				}
				lines[at.id][line] += samples[at].self
			}
			filter := convert.FilterOptions{View: view}
			all := code.SampleSites(p, names, filter)
			spots := code.Hotspots(all, slots, func(int32, iprof.BCI) int { return 0 })
			ofLines := code.Hotspots(all, slots, byLine)
			if len(spots) != len(places) || len(ofLines) != len(places) || len(places) == 0 {
				t.Errorf("%s, view %s: %d and %d hotspots of %d methods", name, view, len(spots), len(ofLines), len(places))
			}
			for slot, s := range spots {
				id := int64(p.MethodIDAt(int(slot)))
				if at := places[id]; s.Self != samples[at].self || samples[samplePlace{id, int64(s.BCI)}].self != s.Self || s.Line != 0 {
					t.Errorf("%s, view %s: %s: %+v, top has %d at %d", name, view, names.Method(int(slot)), s, samples[at].self, at.bci)
				}
				of := ofLines[slot]
				line := fmt.Sprint("line ", of.Line)
				if of.Line == 0 {
					line = fmt.Sprint("index ", int(of.BCI))
				}
				if most := slices.Max(slices.Collect(maps.Values(lines[id]))); of.Self != most || lines[id][line] != most || byLine(0, of.BCI) != of.Line {
					t.Errorf("%s, view %s: %s: %+v, the largest sum of a line is %d", name, view, names.Method(int(slot)), of, most)
				}
				moved = moved || of.Line != byLine(0, s.BCI)
			}
		}
	}
	if !moved {
		t.Error("the hottest line is always that of the hottest index")
	}
}

// The place of a hotspot of a line is the hottest one there, and of equal ones the first; their samples count together.
func TestPlacesOfHotspots(t *testing.T) {
	place := func(bci iprof.BCI, self int64) sites.SampleSite {
		return sites.SampleSite{Site: sites.Site{Slot: 4, BCI: bci}, Self: self, Total: self}
	}
	line := func(_ int32, bci iprof.BCI) int { return int(bci) / 10 }
	for _, c := range []struct {
		places []sites.SampleSite
		want   string
	}{
		{[]sites.SampleSite{place(11, 2), place(19, 5), place(25, 6), place(30, 0)}, "19 1 7"},
		{[]sites.SampleSite{place(25, 6), place(19, 3), place(11, 3), place(12, 1)}, "11 1 7"},
		{[]sites.SampleSite{place(25, 6), place(9, 4), place(8, 4)}, "25 2 6"}, // without a line, places are apart
		{[]sites.SampleSite{place(9, 4), place(25, 4), place(8, 4)}, "8 0 4"},
	} {
		spot := code.Hotspots(c.places, []int32{4}, line)[4]
		if got := fmt.Sprint(int(spot.BCI), spot.Line, spot.Self); got != c.want {
			t.Errorf("%+v: %s, want %s", c.places, got, c.want)
		}
	}
}
