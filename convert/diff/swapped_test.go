package diff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// otherSide returns the key of a column about the other side; "": it is not about a side.
func otherSide(key string) string {
	side, rest, found := strings.Cut(key, "_")
	other := map[string]string{"old": "new", "new": "old"}[side]
	if found && other != "" {
		other += "_" + rest
	}
	return other
}

// sides writes, for each row, its names and the cells of both sides, those of the old one first, or of the new one if swapped.
func sides(t *table.Table, swapped bool) []string {
	rows := t.AllRows()
	if t.Total != nil {
		rows = append(rows, *t.Total)
	}
	var all []string
	for _, r := range rows {
		var texts []string
		for _, c := range t.Columns {
			key, cell := c.Key, r.Cell(c)
			text := fmt.Sprintf("%d %d %.9f %s", cell.Kind, cell.Int, cell.Low+0, cell.Text)
			switch other := otherSide(key); {
			case key == "difference":
				if swapped {
					text = fmt.Sprintf("%d %d %.9f %s", cell.Kind, cell.Int, 0-cell.Low, cell.Text)
				}
			case slices.Contains([]string{"method", "bci", "moved", "type", "index", "depth", "unit"}, key):
			case !slices.ContainsFunc(t.Columns, func(c table.Column) bool { return c.Key == other }):
				continue
			case swapped:
				key = other
			}
			texts = append(texts, key+"="+text)
		}
		slices.Sort(texts)
		all = append(all, fmt.Sprintf("%d more: %s", r.Omitted, strings.Join(texts, " ")))
	}
	slices.Sort(all)
	return all
}

// With the sides swapped, all tables have the same rows with the other counts.
func TestSwappedSides(t *testing.T) {
	shown := 0
	for seed := range uint64(2) {
		var p [2]*iprof.Profile
		for side := range p {
			p[side] = testprofile.Parse(t, string(testprofile.Random(10*seed+uint64(side), "1.1.0")))
		}
		there, back := convert.NewSharedNames(convert.NameOptions{}, p[0], p[1]), convert.NewSharedNames(convert.NameOptions{}, p[1], p[0])
		of, ofBack := compare.New(there[0], there[1], compare.Options{NoRenames: true}), compare.New(back[0], back[1], compare.Options{NoRenames: true})
		for _, o := range []diff.Options{{Exact: true}, {Exact: true, Totals: true, By: convert.ByClass}, {Exact: true, Filter: convert.FilterOptions{View: convert.UserView}}} {
			a, b := diff.New(of, o), diff.New(ofBack, o)
			for i, got := range a.Tables {
				got, want := sides(got, false), sides(b.Tables[i], true)
				if shown += len(got); !slices.Equal(got, want) {
					t.Errorf("%s, seed %d: %d rows\n%s\nswapped\n%s", a.Tables[i].Name, seed, len(got), strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
		}
	}
	if shown < 100 {
		t.Errorf("%d rows", shown)
	}
}

// Rows and the rest add up to the same counts, whatever the limit.
func TestRowsAndRestAddUp(t *testing.T) {
	var p [2]*iprof.Profile
	for side := range p {
		p[side] = testprofile.Parse(t, string(testprofile.Random(28+uint64(side), "1.1.0")))
	}
	names := convert.NewSharedNames(convert.NameOptions{}, p[0], p[1])
	of := compare.New(names[0], names[1], compare.Options{NoRenames: true})
	sums := func(t *table.Table) (sum [2]int64, omitted int) {
		rows := t.Rows
		if t.Rest != nil {
			rows = append(slices.Clone(rows), *t.Rest)
			omitted = t.Rest.Omitted
		}
		sites := slices.ContainsFunc(t.Columns, func(c table.Column) bool { return c.Shared })
		for _, r := range rows {
			for side, keys := range [2][2]string{{"old_executions", "old"}, {"new_executions", "new"}} {
				if !sites {
					sum[side] += t.Cell(r, keys[1]).Int
				} else if r.BeginsSite {
					sum[side] += t.Cell(r, keys[0]).Int
				}
			}
		}
		return sum, omitted
	}
	tested := 0
	for _, whole := range diff.New(of, diff.Options{Exact: true}).Tables {
		n := int(whole.FactOf("groups"))
		if whole.Name == diff.Inlining.String() || n < 3 {
			continue
		}
		tested++
		want, _ := sums(whole)
		for _, limit := range []int{1, 2, n - 1, n, n + 1} {
			got, omitted := sums(diff.New(of, diff.Options{Exact: true, Limit: limit}).Table(whole.Name))
			if got != want || omitted != max(0, n-limit) {
				t.Errorf("%s: limit %d of %d: %d omitted, %v in all, want %v", whole.Name, limit, n, omitted, got, want)
			}
		}
	}
	if tested < 4 {
		t.Errorf("%d tables", tested)
	}
}
