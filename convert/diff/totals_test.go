package diff

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// differenceOf compares two profiles by full names.
func differenceOf(old, new *iprof.Profile, opts Options) *Difference {
	names := convert.NewSharedNames(convert.NameOptions{}, old, new)
	return New(compare.New(names[0], names[1], compare.Options{NoRenames: true}), opts)
}

// changedRows returns the rows of a section as lines: "fewer T.main 1000 600 -40.0".
func changedRows(d *Difference, section Section) string {
	i := slices.IndexFunc(d.Tables, func(t *table.Table) bool { return t.Name == section.String() })
	if i < 0 {
		return "no section"
	}
	t := d.Tables[i]
	var lines []string
	for _, r := range t.Rows {
		cell := func(key string) table.Cell {
			c, _ := t.Column(key)
			return r.Cell(c)
		}
		lines = append(lines, fmt.Sprintf("%s %s %d %d %+.1f", cell("change").Text, cell("method").Text, cell("old").Int, cell("new").Int, 100*cell("difference").Low))
	}
	slices.Sort(lines) // two changes may be equal but for rounding
	return strings.Join(lines, "\n")
}

// TestTotals: main calls a and b, and b calls itself; in the new run the stacks of b end before main.
func TestTotals(t *testing.T) {
	text := `{` + testprofile.Methods("main", "a", "b")
	old := testprofile.Parse(t, text+testprofile.Samples("2:0<1:1 600", "3:0<1:2 300", "3:0<3:7<1:2 100")+`}`)
	new := testprofile.Parse(t, text+testprofile.Samples("2:0<1:1 600", "3:0 300", "3:0<3:7 100")+`}`)
	testprofile.WantText(t, "self samples", changedRows(differenceOf(old, new, Options{}), Samples), "")
	testprofile.WantText(t, "total samples", changedRows(differenceOf(old, new, Options{Totals: true}), Samples), "fewer T.main 1000 600 -40.0")

	d := differenceOf(old, new, Options{Totals: true})
	if d.Largest == nil || d.Largest.Unit != "total samples" || d.Largest.Change != -0.4 {
		t.Errorf("the largest change is %+v", d.Largest)
	}
	if title := d.Tables[0].Title; title != "samples: methods by change of their total share, 1 of 1" && title != "samples: methods by change of their total share" {
		t.Error(title)
	}
}

// TestNoTotals: entries have no totals, and the result says so.
func TestNoTotals(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("main", "a")+`,"callCountProfiles":[{"ctx":"1:0","records":[1000000]},{"ctx":"2:0","records":[2000000]}]}`)
	for totals, want := range map[bool]bool{true: true, false: false} {
		if d := differenceOf(p, p, Options{Totals: totals}); slices.Contains(d.Notes, "no totals: not both profiles have samples") != want {
			t.Errorf("totals %t: %q", totals, d.Notes)
		}
	}
}

// TestChangesOfGroups: the entries and samples of a class move from one of its methods to the other.
func TestChangesOfGroups(t *testing.T) {
	text := `{"version":"1.0.0","types":[{"id":1,"name":"p.A"},{"id":2,"name":"p.B"},{"id":3,"name":"q.C"},{"id":4,"name":"void"}],
		"methods":[{"id":1,"name":"f","signature":[1,4]},{"id":2,"name":"g","signature":[1,4]},{"id":3,"name":"h","signature":[2,4]},{"id":4,"name":"i","signature":[3,4]}]`
	old := testprofile.Parse(t, text+testprofile.Samples("1:0 100", "2:0 300", "3:0 500", "4:0 100")+`}`)
	new := testprofile.Parse(t, text+testprofile.Samples("1:0 300", "2:0 100", "3:0 400", "4:0 200")+`}`)
	for _, c := range []struct {
		by   convert.GroupBy
		want string
	}{
		{convert.ByMethod, `fewer p.A.g 300 100 -20.0
			fewer p.B.h 500 400 -10.0
			more p.A.f 100 300 +20.0
			more q.C.i 100 200 +10.0`},
		{convert.ByClass, `fewer p.B 500 400 -10.0
			more q.C 100 200 +10.0`},
		{convert.ByPackage, `fewer p 900 800 -10.0
			more q 100 200 +10.0`},
	} {
		testprofile.WantText(t, c.by.String(), changedRows(differenceOf(old, new, Options{By: c.by}), Samples), c.want)
	}
}

// TestTotalsOfRandomProfiles adds up the stacks of both profiles by method and by class from their text.
func TestTotalsOfRandomProfiles(t *testing.T) {
	totalsOf := func(data []byte, by convert.GroupBy) map[string]int64 {
		var doc testprofile.Document
		if err := json.Unmarshal(data, &doc); err != nil {
			t.Fatal(err)
		}
		totals := map[string]int64{}
		for _, r := range doc.Section(iprof.Samples) {
			seen := map[string]bool{}
			for _, f := range r.Frames() {
				id, _, _ := strings.Cut(f, ":")
				n, _ := strconv.Atoi(id)
				key := "<unknown method 10>"
				if n < 10 {
					class := doc.Types[n%5].Name
					if key = class + ".m" + id; by == convert.ByClass {
						key = class
					}
				} else if by == convert.ByClass {
					key = "<unknown class>"
				}
				seen[key] = true
			}
			for key := range seen {
				totals[key] += r.Records[0]
			}
		}
		return totals
	}
	for seed := range uint64(20) {
		before, after := testprofile.Random(seed, "1.1.0"), testprofile.Random(seed+100, "1.1.0")
		old, new := testprofile.Parse(t, string(before)), testprofile.Parse(t, string(after))
		for _, by := range []convert.GroupBy{convert.ByMethod, convert.ByClass} {
			was, is := totalsOf(before, by), totalsOf(after, by)
			var want []string
			for _, key := range slices.Sorted(maps.Keys(is)) {
				if was[key]*new.Total(iprof.Samples) != is[key]*old.Total(iprof.Samples) {
					want = append(want, fmt.Sprint(key, " ", was[key], " ", is[key]))
				}
			}
			var got []string
			for line := range strings.SplitSeq(changedRows(differenceOf(old, new, Options{Totals: true, Exact: true, By: by}), Samples), "\n") {
				_, rest, _ := strings.Cut(line, " ")
				got = append(got, rest[:strings.LastIndexByte(rest, ' ')])
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%d, by %s:\n%s\nwant\n%s", seed, by, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}

// Those who wait for a comparison are told which section is being made.
func TestSectionsAreTold(t *testing.T) {
	p := testprofile.Example("shop.iprof")
	var told []string
	d := differenceOf(p, p, Options{Working: func(section string) error { told = append(told, section); return nil }})
	var made []string
	for _, t := range d.Tables {
		made = append(made, t.Name)
	}
	if len(made) < 3 || !slices.Equal(told, made) {
		t.Errorf("told of %q, made %q", told, made)
	}
	for i, last := range made { // nobody waits any more
		told = nil
		if d := differenceOf(p, p, Options{Working: failsAt(&told, last)}); d != nil || !slices.Equal(told, made[:i+1]) {
			t.Errorf("given up at %s: told of %q, has a result: %t", last, told, d != nil)
		}
	}
}

// failsAt returns a function that lists the parts that it is told of, and fails at one of them.
func failsAt(told *[]string, last string) func(part string) error {
	return func(part string) error {
		*told = append(*told, part)
		if part == last {
			return errors.New("nobody waits")
		}
		return nil
	}
}
