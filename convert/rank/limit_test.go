package rank_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// A limit of as many rows as there are changes nothing; one less has a rest of one row, or site, and each further one adds to it.
func TestLimitsOfRows(t *testing.T) {
	p := testprofile.Parse(t, small+smallSections)
	top := func(o rank.TopOptions) func(limit int) (*table.Table, error) {
		return func(limit int) (*table.Table, error) {
			o.Limit = limit
			return rank.Top(p, nil, o)
		}
	}
	for name, c := range map[string]struct {
		make func(limit int) (*table.Table, error)
		rows int // or sites
	}{
		"samples":  {top(rank.TopOptions{Metric: convert.Samples}), 4},
		"calls":    {top(rank.TopOptions{Metric: convert.Calls}), 4},
		"places":   {top(rank.TopOptions{Metric: convert.Calls, By: convert.BySite}), 3},
		"branches": {top(rank.TopOptions{Metric: convert.Branches}), 4},
		"locks":    {top(rank.TopOptions{Metric: convert.Monitors}), 2},
		"conditionals": {func(limit int) (*table.Table, error) {
			return rank.Branches(p, nil, rank.BranchOptions{SiteOptions: rank.SiteOptions{Limit: limit}})
		}, 6},
		"calls of sites": {func(limit int) (*table.Table, error) {
			return rank.Types(p, nil, convert.Receivers, rank.TypeOptions{SiteOptions: rank.SiteOptions{Limit: limit}})
		}, 3},
	} {
		whole, err := c.make(0)
		if err != nil {
			t.Fatal(name, err)
		}
		for limit := 1; limit <= c.rows+1; limit++ {
			tbl, err := c.make(limit)
			if err != nil {
				t.Fatal(name, err)
			}
			omitted, rows := 0, len(tbl.Rows)
			if tbl.Rest != nil {
				omitted = tbl.Rest.Omitted
			}
			if tbl.Parts != "" {
				rows = 0
				for _, r := range tbl.Rows {
					if r.BeginsSite {
						rows++
					}
				}
			}
			if omitted != max(0, c.rows-limit) || rows != min(limit, c.rows) || (tbl.Rest == nil) != (omitted == 0) || len(tbl.Outside) != len(whole.Outside) {
				t.Errorf("%s: limit %d: %d rows, %d omitted, %d outside", name, limit, rows, omitted, len(tbl.Outside))
			}
		}
	}
	for limit, want := range map[int]int{0: 2, 1: 1, 2: 2, 3: 2} {
		tbl, err := rank.Peek(p, nil, regexp.MustCompile(`\.[bl]$`), rank.PeekOptions{Metric: convert.Calls, Limit: limit})
		if err != nil {
			t.Fatal(err)
		}
		methods := 0
		for _, r := range tbl.Rows {
			if r.Emphasized {
				methods++
			}
		}
		if methods != want {
			t.Errorf("peek: limit %d: %d methods", limit, methods)
		}
	}
}

// TestLimitOfManyCalls: the rest is the same whether its rows are let go of on the way, as there are many, or at the end.
func TestLimitOfManyCalls(t *testing.T) {
	const sites = 9_000 // more than twice as many as are kept
	b := []byte(`{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"A"}],"methods":[{"id":1,"name":"f","signature":[1,0]},{"id":2,"name":"g","signature":[1,0]}],"callCountProfiles":[{"ctx":"1:0","records":[1]}`)
	sum := int64(0)
	for bci := range sites {
		n := bci * 7919 % sites
		b = fmt.Appendf(b, `,{"ctx":"2:0<1:%d","records":[%d]}`, bci, n+1)
		if n < sites-3 {
			sum += int64(n + 1)
		}
	}
	tbl, err := rank.Calls(testprofile.Parse(t, string(b)+"]}"), nil, rank.CallOptions{Limit: 3, Sort: "calls"})
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range tbl.Rows {
		if got := tbl.Cell(row, "calls").Int; got != int64(sites-i) {
			t.Errorf("row %d has %d calls", i, got)
		}
	}
	if got := tbl.Cell(*tbl.Rest, "calls").Int; len(tbl.Rows) != 3 || tbl.Rest.Omitted != sites-3 || got != sum || tbl.FactOf("chosen") != sites {
		t.Errorf("%d rows and %d with %d calls, want 3 and %d with %d", len(tbl.Rows), tbl.Rest.Omitted, got, sites-3, sum)
	}
}
