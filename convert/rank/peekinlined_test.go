package rank

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Where all calls of a caller have counts, peek makes no sites for its inlined calls: each edge has the calls that the graph's sites have all
// the same.
func TestCallsWithoutSites(t *testing.T) {
	texts := testprofile.Varied(t)
	for seed := range uint64(12) {
		texts[fmt.Sprint("random ", seed)] = testprofile.Random(seed, testprofile.RandomVersions[seed%2])
	}
	bounds := 0
	for name, text := range texts {
		p := testprofile.Parse(t, string(text))
		if p.Total(convert.Calls.Section()) == 0 {
			continue
		}
		tbl, err := Peek(p, nil, regexp.MustCompile("."), PeekOptions{Metric: convert.Calls, Filter: convert.FilterOptions{View: convert.MachineView}})
		if err != nil {
			t.Fatal(name, err)
		}
		got := map[string]string{} // by caller, place and callee
		for _, r := range tbl.Rows {
			if tbl.Cell(r, "relation").Text == "callee" {
				got[fmt.Sprint(tbl.Cell(r, "id").Int, " ", tbl.Cell(r, "bci").Int, " ", tbl.Cell(r, "other_id").Int)] = fmt.Sprint(tbl.Cell(r, "count").Int, " ", tbl.Cell(r, "bound").Text)
			}
		}
		for site, target := range calls.New(p, calls.Options{}).All() {
			if target.Callee.Slot < 0 || p.MethodIDAt(int(target.Callee.Slot)) == 0 || target.Uncounted || target.Stayed.High == 0 || site.BCI < 0 {
				continue
			}
			sum := calls.Count{Range: code.Range{Low: target.Inlined, High: target.Inlined}}.Plus(target.Stayed).Execution()
			key := fmt.Sprint(p.MethodIDAt(int(site.Slot)), " ", site.BCI, " ", p.MethodIDAt(int(target.Callee.Slot)))
			if want := fmt.Sprint(sum.Count, " ", sum.Bound); got[key] != want && sum.Bound != code.None {
				t.Errorf("%s: %s has %q, the site %s", name, key, got[key], want)
			}
			bounds++
		}
	}
	if bounds < 100 {
		t.Errorf("%d edges", bounds)
	}
}
