package render

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// realProfiles returns published profiles and those made on a JVM, if they are beside the project.
func realProfiles(t *testing.T) map[string]*iprof.Profile {
	t.Helper()
	all := map[string]*iprof.Profile{}
	for _, pattern := range []string{"real/*.iprof.gz", "jvm/*/*.iprof"} {
		files, err := filepath.Glob(filepath.Join("../../shared", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(file, ".gz") {
				z, err := gzip.NewReader(bytes.NewReader(data))
				if err != nil {
					t.Fatal(err)
				}
				if data, err = io.ReadAll(z); err != nil {
					t.Fatal(err)
				}
			}
			all[filepath.Base(file)] = parseProfile(t, bytes.NewReader(data))
		}
	}
	if len(all) == 0 {
		t.Skip("no published profiles beside the project")
	}
	return all
}

// tablesOf returns the tables of all commands that show one profile.
func tablesOf(t *testing.T, p *iprof.Profile) map[string]*table.Table {
	t.Helper()
	names := convert.NewNames(p, convert.NameOptions{Disambiguate: true})
	all := map[string]*table.Table{}
	add := func(what string) func(*table.Table, error) {
		return func(table *table.Table, err error) {
			if err != nil {
				t.Fatal(what, err)
			}
			all[what] = table
		}
	}
	for _, view := range []convert.View{convert.ExpertView, convert.UserView} {
		filter := convert.FilterOptions{View: view}
		for _, m := range convert.Metrics {
			if p.Records(m.Section()) == 0 {
				continue
			}
			for _, by := range []convert.GroupBy{convert.ByMethod, convert.ByPackage, convert.BySite, convert.ByPattern} {
				if m == convert.Monitors && by != convert.ByMethod {
					continue
				}
				for _, order := range rank.TopOrders(m) {
					opts := rank.TopOptions{Metric: m, By: by, Pattern: regexp.MustCompile(`\w+$`), Sort: order, Limit: 20, Filter: filter}
					add(strings.Join([]string{"top", m.String(), by.String(), order, view.String()}, " "))(rank.Top(p, names, opts))
				}
			}
			if m == convert.Samples || m == convert.Calls {
				add("peek " + m.String() + " " + view.String())(rank.Peek(p, names, regexp.MustCompile(``), rank.PeekOptions{Metric: m, Limit: 20, Filter: filter}))
			}
		}
		for _, contexts := range []bool{false, true} {
			opts := rank.SiteOptions{Filter: filter, Contexts: contexts, Limit: 20, Parts: 9}
			what := view.String()
			if contexts {
				what += " contexts"
			}
			add("branches " + what)(rank.Branches(p, names, rank.BranchOptions{SiteOptions: opts}))
			add("receivers " + what)(rank.Types(p, names, convert.Receivers, rank.TypeOptions{SiteOptions: opts}))
			add("instanceof " + what)(rank.Types(p, names, convert.InstanceOf, rank.TypeOptions{SiteOptions: opts}))
		}
	}
	return all
}

// TestNoLineIsTooWide also checks that placeholders are whole, or short where it is narrow, that nothing is cut twice, and that
// the methods of top are readable.
func TestNoLineIsTooWide(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	for name, p := range realProfiles(t) {
		for what, table := range tablesOf(t, p) {
			for _, width := range []int{40, 50, 60, 80, 100, 120, 160} {
				text := write(t, table, TextFormat, TableOptions{Width: width})
				for _, line := range strings.Split(text, "\n") {
					if n := columnsOf(line); n > width {
						t.Errorf("%s: %s: %d columns rather than %d: %s", name, what, n, width, line)
					}
					if strings.Contains(line, "……") {
						t.Errorf("%s: %s: %d columns: cut twice: %s", name, what, width, line)
					}
				}
				if strings.HasPrefix(what, "top ") && !newLayout(table, hintsOf("", table), width).sites.hasRoom(readableName, readableName) {
					t.Errorf("%s: %s: %d columns leave names no room:\n%s", name, what, width, text)
				}
				rows := table.AllRows()
				if table.Total != nil {
					rows = append(rows, *table.Total)
				}
				for _, row := range rows {
					for _, c := range table.Columns {
						own := row.Cell(c).Text
						if c.Heading == "" || !isPlaceholder(own) {
							continue
						}
						said, more := strings.Contains(text, own), width < 60
						for short := own; !said && more; {
							short, more = shortenPlaceholder(short)
							said = strings.Contains(text, short)
						}
						if !said {
							t.Errorf("%s: %s: %d columns do not have %s", name, what, width, own)
						}
					}
				}
			}
		}
		if testing.Short() {
			return
		}
	}
}
