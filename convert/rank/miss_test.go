package rank

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// missing has conditionals with 6,200 and 3,800 executions of their successors at 1, 5,500 and 4,400 and 100 at 2, 9,999 and 1
// at 3, and one that is too rare to be worth a look, 2 and 1 at 4. Its virtual calls have three types, one of them often, and two.
const missing = `"conditionalProfiles":[{"ctx":"1:1","records":[5,0,6200,8,1,3800]},{"ctx":"1:2","records":[5,0,5500,8,1,4400,12,2,100]},
{"ctx":"1:3","records":[5,0,9999,8,1,1]},{"ctx":"1:4","records":[5,0,2,8,1,1]}],
"virtualInvokeProfiles":[{"ctx":"1:7","records":[9,30,2,20,3,10]},{"ctx":"1:8","records":[9,300,2,200,3,1]},{"ctx":"1:9","records":[9,3000,2,2000]}]}`

func TestMissOfConditionals(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("m")+`,`+missing)
	for _, c := range []struct {
		of   string
		opts BranchOptions
		want string
	}{
		{"even", BranchOptions{NearEven: new(0.01)}, "nearest of the 3 with 0.01% or more of the executions: T.m @2, 5,500 and 4,400 of 10,000 executions, 55.0% : 44.0%"},
		{"even, and some is", BranchOptions{NearEven: new(0.06)}, ""},
		{"one way", BranchOptions{OneSided: true}, "nearest of the 3 with 0.01% or more of the executions: T.m @3, the same way in 9,999 of 10,000 executions"},
		{"never", BranchOptions{Never: true}, "nearest of the 3 with 0.01% or more of the executions: T.m @3, the rarest successor taken in 1 of 10,000 executions"},
		{"all", BranchOptions{}, ""},
	} {
		if got := branchTable(t, p, c.opts).Miss; got != c.want {
			t.Errorf("%s: %q, want %q", c.of, got, c.want)
		}
	}
	// Within 0.2 are those at 1, 2 and 4; the rows of people without the rare ones are those two.
	if got := branchTable(t, p, BranchOptions{NearEven: new(0.2), MinShare: Often}); got.Miss != "" || len(got.Rows) != 5 {
		t.Errorf("%q, %d rows", got.Miss, len(got.Rows))
	}
}

// The nearest to even is so by the share of executions, not by their number.
func TestNearestIsByShare(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("m")+`,"conditionalProfiles":[{"ctx":"1:1","records":[5,0,600,8,1,400]},{"ctx":"1:2","records":[5,0,9,8,1,1]}]}`)
	want := "nearest of 2: T.m @1, 600 and 400 of 1,000 executions, 60.0% : 40.0%"
	got := branchTable(t, p, BranchOptions{NearEven: new(0.01)})
	if got.Miss != want {
		t.Errorf("%q, want %q", got.Miss, want)
	}
	if !branchTable(t, p, BranchOptions{}).Total.BeginsSite {
		t.Error("the total is no row of its own")
	}
}

// TestMissOfRare has one conditional that is even, of 4 executions in 40,004: the nearest is the one that is executed often.
func TestMissOfRare(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("m")+`,"conditionalProfiles":[{"ctx":"1:1","records":[5,0,30000,8,1,10000]},{"ctx":"1:2","records":[5,0,2,8,1,2]}]}`)
	want := "nearest, the only one with 0.01% or more of the executions: T.m @1, 30,000 and 10,000 of 40,000 executions, 75.0% : 25.0%"
	got := branchTable(t, p, BranchOptions{NearEven: new(0.01), MinShare: Often})
	if got.Miss != want || len(got.Rows) != 2 {
		t.Errorf("%q, %d rows, want %q", got.Miss, len(got.Rows), want)
	}
	if got := branchTable(t, p, BranchOptions{NearEven: new(0.01)}); got.Miss != "" {
		t.Errorf("without a limit: %q", got.Miss)
	}
}

// A note says which conditionals are in the last row.
func TestNoteOfRareConditionals(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("m")+`,"conditionalProfiles":[{"ctx":"1:1","records":[5,0,30000,8,1,10000]},{"ctx":"1:2","records":[5,0,2,8,1,1]}]}`)
	for share, want := range map[float64]string{Often: "conditionals with less than 0.01% of the executions are in the last row", 0.25: "conditionals with less than 25% of the executions", 0: ""} {
		notes := strings.Join(branchTable(t, p, BranchOptions{MinShare: share}).Notes, "\n")
		if got := strings.Contains(notes, "of the executions are in the last row"); got != (want != "") || !strings.Contains(notes, want) {
			t.Errorf("%g: %s", share, notes)
		}
	}
}

// Of 40,000 executions, 4 are exactly 0.01%.
func TestMissOfExactlyOften(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("m")+`,"conditionalProfiles":[{"ctx":"1:1","records":[5,0,39000,8,1,996]},{"ctx":"1:2","records":[5,0,3,8,1,1]}]}`)
	want := "nearest of the 2 with 0.01% or more of the executions: T.m @2, 3 and 1 of 4 executions, 75.0% : 25.0%"
	if got := branchTable(t, p, BranchOptions{NearEven: new(0.01)}).Miss; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestMissOfTypes(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("m")+`,`+missing)
	for _, c := range []struct {
		kinds []sites.TypeKind
		want  string
	}{
		{[]sites.TypeKind{sites.Megamorphic}, "nearest of 3: T.m @8, polymorphic with 3 types, 501 executions"},
		{[]sites.TypeKind{sites.Monomorphic}, "nearest of 3: T.m @9, bimorphic with 2 types, 5,000 executions"},
		{[]sites.TypeKind{sites.Megamorphic, sites.Bimorphic}, ""},
		{nil, ""},
	} {
		tbl, err := Types(p, convert.NewNames(p, convert.NameOptions{}), convert.Receivers, TypeOptions{Kinds: c.kinds})
		if err != nil {
			t.Fatal(err)
		}
		if tbl.Miss != c.want {
			t.Errorf("%v: %q, want %q", c.kinds, tbl.Miss, c.want)
		}
	}
}

// A single site is the nearest of no others.
func TestMissOfOne(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("m")+`,"conditionalProfiles":[{"ctx":"1:0","records":[5,0,3,8,1,1]}]}`)
	want := "nearest: T.m @0, 3 and 1 of 4 executions, 75.0% : 25.0%"
	if got := branchTable(t, p, BranchOptions{NearEven: new(0.01)}).Miss; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Callers have their BCIs, also the first one of a method, and those that are none in words.
func TestPathOfCallers(t *testing.T) {
	frame := func(method string, bci int64) table.Frame {
		return table.Frame{Method: method, BCI: table.IntCell(bci)}
	}
	for want, callers := range map[string][]table.Frame{
		"(root)": nil, "a@0": {frame("a", 0)}, "a@1 < b@0 < c@7": {frame("a", 1), frame("b", 0), frame("c", 7)}, "a (unknown)": {frame("a", int64(iprof.BCIUnknown))},
	} {
		if got := pathOf(callers); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
