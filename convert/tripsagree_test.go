package convert_test

import (
	"fmt"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestViewsOfTripsAgree compares the trips of all loops in the tables of branches and in lists.
func TestViewsOfTripsAgree(t *testing.T) {
	loops := 0
	profiles := testprofile.Varied(t)
	for seed := range uint64(50) {
		profiles[fmt.Sprint("random ", seed)] = testprofile.Random(seed, "1.0.0")
	}
	profiles["a loop"] = []byte(`{` + testprofile.Methods("m") + testprofile.Calls("1:0 2") +
		testprofile.Section("conditionalProfiles", []string{"1:20 11 0 6 23 1 8", "1:31 11 0 6 34 1 2"}) + `}`)
	for name, data := range profiles {
		p := testprofile.Parse(t, string(data))
		if p.Records(iprof.Conditionals) == 0 {
			continue
		}
		type place struct {
			method iprof.MethodID
			bci    int64
		}
		byList := map[place]float64{}
		l, err := code.List(p, nil, nil, code.ListOptions{})
		if err != nil {
			t.Fatal(name, err)
		}
		for _, m := range l.Methods {
			for _, x := range m.Places {
				if x.Trips != 0 {
					byList[place{p.MethodIDAt(int(m.Slot)), int64(x.BCI)}] = x.Trips
				}
			}
		}
		tbl, err := rank.Branches(p, convert.NewNames(p, convert.NameOptions{}), rank.BranchOptions{})
		if err != nil {
			t.Fatal(name, err)
		}
		byTable := map[place]float64{}
		for _, row := range tbl.Rows {
			if trips := tbl.Cell(row, "trips"); trips.Kind == table.Float {
				byTable[place{iprof.MethodID(tbl.Cell(row, "id").Int), tbl.Cell(row, "bci").Int}] = trips.Low
			}
		}
		if fmt.Sprint(byList) != fmt.Sprint(byTable) {
			t.Errorf("%s:\nlist     %v\nbranches %v", name, byList, byTable)
		}
		loops += len(byTable)
	}
	if loops == 0 {
		t.Error("no loop has trips")
	}
}
