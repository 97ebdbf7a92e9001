package convert_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestViewsOfTripsAgree compares the trips of all loops in the tables of branches and in lists.
func TestViewsOfTripsAgree(t *testing.T) {
	profiles := testprofile.Varied(t)
	for seed := range uint64(50) {
		profiles[fmt.Sprint("random ", seed)] = testprofile.Random(seed, "1.0.0")
	}
	profiles["a loop"] = []byte(`{` + testprofile.Methods("m") + testprofile.Calls("1:0 2") +
		testprofile.Section("conditionalProfiles", []string{"1:20 11 0 6 23 1 8", "1:31 11 0 6 34 1 2"}) + `}`)
	loops := 0
	for name, data := range profiles {
		loops += compareTrips(t, name, data, nil)
	}
	if loops == 0 {
		t.Error("no loop has trips")
	}
}

// TestViewsOfTripsAgreeOnCode is TestViewsOfTripsAgree with class files, which know the loops that are tested first. Loops are how many have trips.
func TestViewsOfTripsAgreeOnCode(t *testing.T) {
	const shared = "../../shared/jvm/"
	for _, c := range []struct {
		profile, classes string
		loops            int
	}{
		{"../testdata/tally.iprof", "../testdata/tally.jar", 3}, {"../testdata/tally-after.iprof", "../testdata/tally-after.jar", 4},
		{"../testdata/wordcount.iprof", "../testdata/wordcount.jar", 3},
		{"../testdata/tally.iprof", "../testdata/tally-after.jar", 2}, // two methods are the same in the other version
		{shared + "known/known.iprof", shared + "known/classes", 51}, {shared + "calls/profile.iprof", shared + "calls/classes", 13},
	} {
		data, err := os.ReadFile(c.profile)
		if err != nil {
			if strings.HasPrefix(c.profile, shared) {
				continue
			}
			t.Fatal(err)
		}
		if got := compareTrips(t, c.profile+" "+c.classes, data, testpath.Open(t, c.classes)); got != c.loops {
			t.Errorf("%s, %s: trips of %d loops, want %d", c.profile, c.classes, got, c.loops)
		}
	}
}

// compareTrips compares the trips of a profile's loops in the table of branches and in lists: of all methods, and of each. It returns how many
// have some.
func compareTrips(t *testing.T, name string, data []byte, path *classpath.Path) int {
	p := testprofile.Parse(t, string(data))
	if p.Records(iprof.Conditionals) == 0 {
		return 0
	}
	var class code.Finder
	if path != nil {
		class = path.Class
	}
	type place struct {
		method iprof.MethodID
		bci    int64
	}
	listed := func(pattern *regexp.Regexp) map[place]float64 {
		l, err := code.List(p, nil, pattern, code.ListOptions{Class: class})
		if err != nil {
			t.Fatal(name, err)
		}
		all := map[place]float64{}
		for _, m := range l.Methods {
			for _, x := range m.Places {
				if x.Trips != 0 {
					all[place{p.MethodIDAt(int(m.Slot)), int64(x.BCI)}] = x.Trips
				}
			}
		}
		return all
	}
	names := convert.NewNames(p, convert.NameOptions{})
	tbl, err := rank.Branches(p, names, rank.BranchOptions{SiteOptions: rank.SiteOptions{Lines: sourceline.New(p, class, nil)}})
	if err != nil {
		t.Fatal(name, err)
	}
	inTable := map[place]float64{}
	for _, row := range tbl.Rows {
		if trips := tbl.Cell(row, "trips"); trips.Kind == table.Float {
			inTable[place{iprof.MethodID(tbl.Cell(row, "id").Int), tbl.Cell(row, "bci").Int}] = trips.Low
		}
	}
	if byList := listed(nil); !maps.Equal(byList, inTable) {
		t.Errorf("%s:\nlist     %v\nbranches %v", name, byList, inTable)
	}
	for at := range inTable {
		slot := p.MethodSlot(at.method)
		if alone := listed(regexp.MustCompile("^" + regexp.QuoteMeta(names.PlainName(slot)) + "$")); alone[at] != inTable[at] {
			t.Errorf("%s: %s alone: %v, not %v", name, names.PlainName(slot), alone, inTable[at])
		}
	}
	return len(inTable)
}
