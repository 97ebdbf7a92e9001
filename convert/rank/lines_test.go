package rank

import (
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestLinesAddUpSites compares each line with the sum of its sites: of samples, entries and executions, but not of totals, in which a
// stack counts once.
func TestLinesAddUpSites(t *testing.T) {
	const shared = "../../../shared/jvm/"
	for _, x := range []struct{ profile, classes string }{
		{"../../testdata/wordcount.iprof", "../../testdata/wordcount.jar"},
		{shared + "known/known.iprof", shared + "known/classes"},
		{shared + "seed/fib.iprof", shared + "seed-classes"},
	} {
		data, err := os.ReadFile(x.profile)
		if err != nil {
			if strings.HasPrefix(x.profile, shared) {
				continue
			}
			t.Fatal(err)
		}
		p := testprofile.Parse(t, string(data))
		path, err := classpath.Open(x.classes, classpath.Options{})
		if err != nil {
			t.Fatal(err)
		}
		lines := sourceline.New(p, path.Class, nil)
		names := convert.NewNames(p, convert.NameOptions{Disambiguate: true})
		for _, m := range []convert.Metric{convert.Samples, convert.Calls, convert.Branches} {
			type line struct {
				signature, file string
				number          int64 // 0: unknown
			}
			sums := func(by convert.GroupBy) map[line]int64 {
				top, err := Top(p, names, TopOptions{Metric: m, By: by, Lines: lines})
				if err != nil {
					t.Fatal(err)
				}
				value := map[convert.Metric]string{convert.Samples: "self", convert.Calls: "entries", convert.Branches: "executions"}[m]
				all := map[line]int64{}
				for _, row := range top.AllRows() {
					all[line{top.Cell(row, "signature").Text, top.Cell(row, "file").Text, top.Cell(row, "line").Int}] += top.Cell(row, value).Int
				}
				return all
			}
			if sites, byLine := sums(convert.BySite), sums(convert.ByLine); !maps.Equal(sites, byLine) || len(sites) == 0 && p.Total(m.Section()) > 0 {
				t.Errorf("%s: %s: sites add up to %v, lines are %v", x.profile, m, sites, byLine)
			}
		}
		path.Close()
	}
}
