package rank_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// A table that is truncated is the same as one that is made with the limit, and can be truncated again. Its name and caveats stay as
// they are.
func TestTruncatedTables(t *testing.T) {
	data := testfile.Read(t, "../../testdata/shop.iprof")
	even := 0.3
	makers := map[string]func(p *iprof.Profile, limit int) (*table.Table, error){
		"conditionals": func(p *iprof.Profile, limit int) (*table.Table, error) {
			return rank.Branches(p, nil, rank.BranchOptions{SiteOptions: rank.SiteOptions{Limit: limit, Parts: 3}, MinShare: 0.001, ByTarget: true})
		},
		"even conditionals": func(p *iprof.Profile, limit int) (*table.Table, error) {
			return rank.Branches(p, nil, rank.BranchOptions{SiteOptions: rank.SiteOptions{Limit: limit, Sort: "samples"}, NearEven: &even})
		},
		"calls": func(p *iprof.Profile, limit int) (*table.Table, error) {
			return rank.Calls(p, nil, rank.CallOptions{Limit: limit})
		},
	}
	for _, m := range []convert.Metric{convert.Receivers, convert.InstanceOf} {
		makers[m.String()] = func(p *iprof.Profile, limit int) (*table.Table, error) {
			return rank.Types(p, nil, m, rank.TypeOptions{SiteOptions: rank.SiteOptions{Limit: limit}})
		}
	}
	for _, m := range convert.Metrics {
		makers["top "+m.String()] = func(p *iprof.Profile, limit int) (*table.Table, error) {
			return rank.Top(p, nil, rank.TopOptions{Metric: m, Limit: limit})
		}
	}
	for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
		makers["peek "+m.String()] = func(p *iprof.Profile, limit int) (*table.Table, error) {
			return rank.Peek(p, nil, regexp.MustCompile("a"), rank.PeekOptions{Metric: m, Limit: limit})
		}
	}
	text := func(of *table.Table) string {
		var b bytes.Buffer
		if err := tables.JSON(&b, of); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for _, p := range []*iprof.Profile{testprofile.Parse(t, string(data)), testprofile.Parse(t, small+smallSections)} {
		for name, make := range makers {
			twenty, err := make(p, 20)
			if err != nil {
				if !strings.HasPrefix(name, "peek") { // nothing matches
					t.Fatal(name, err)
				}
				continue
			}
			for _, n := range []int{7, 1, 20, 2, 30} {
				want, err := make(p, min(n, 20))
				if err != nil {
					t.Fatal(name, err)
				}
				if got := text(twenty.Truncate(n)); got != text(want) {
					t.Errorf("%s: truncated to %d rows:\n%s\nwant\n%s", name, n, got, text(want))
				}
			}
			twenty.Name, twenty.Caveats = "other", []string{"caution"}
			if got := twenty.Truncate(1); got.Name != "other" || len(got.Caveats) != 1 {
				t.Errorf("%s: %s, %q", name, got.Name, got.Caveats)
			}
			if whole, err := make(p, 0); err != nil || whole.Truncate != nil {
				t.Errorf("%s: without a limit, it keeps everything for other limits", name)
			}
		}
	}
}
