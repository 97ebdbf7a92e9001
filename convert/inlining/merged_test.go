package inlining

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// The units of VM methods are one, whichever of their methods is first in the file: with the entries of the roots, and all that is
// inlined into them, but not shown.
func TestMergedUnitOfVM(t *testing.T) {
	text := `{"version":"1.0.0","types":[{"id":1,"name":"app.A"},{"id":2,"name":"com.oracle.svm.core.V"}],"methods":[{"id":1,"name":"a","signature":[1,1]},
		{"id":2,"name":"v","signature":[2,1]},{"id":3,"name":"w","signature":[2,1]},{"id":4,"name":"b","signature":[1,1]}]` +
		testprofile.Calls("2:0 50", "1:0<2:3 7", "4:0<1:1<2:3 5", "3:0 20", "4:0<3:1 4", "2:0<3:9 6", "1:0 1000", "2:0<1:8 3") + "}"
	for by := range 8 {
		p := testprofile.Parse(t, testprofile.Rotated(t, text, by))
		in, err := New(p, convert.NewNames(p, convert.NameOptions{}), Options{Filter: convert.FilterOptions{View: convert.UserView}})
		if err != nil {
			t.Fatal(err)
		}
		u := in.Units[len(in.Units)-1]
		if u.Merged != 2 || u.Size != 5 || u.Inclusive != 92 || !u.Known || len(u.Instances) != 1 || in.UnitCount != 2 {
			t.Fatalf("rotated by %d: %+v", by, u)
		}
		n := u.Instances[0]
		if n.Parent != -1 || n.Slot != convert.VMSlot || n.Entries != 76 || !n.Known || n.PrunedSites != 2 || n.PrunedInstances != 3 || n.PrunedInclusive != 16 || !n.PrunedKnown || n.Inclusive != 92 || !n.InclusiveKnown {
			t.Errorf("rotated by %d: %+v", by, n)
		}
	}
}

// A method that the target reaches through others is called on the shortest way of calls that were made; without one, its callers with
// the most calls are named.
func TestWayOfCalls(t *testing.T) {
	for _, c := range []struct{ name, calls, want string }{
		{"through two others", "2:0<1:1 5|3:0<2:1 5|5:0<1:2 5|6:0<5:1 5|7:0<6:1 5|4:0<7:1 5|4:0<3:7 6|2:0 1|1:0 1|3:0 1|5:0 1|6:0 1|7:0 1",
			"T.d is not inlined into T.a; T.a is not known to call T.d itself; the shortest way of calls is T.a → T.b → T.c → T.d"},
		{"in a circle", "2:0<1:1 5|1:0<2:1 5|1:0 1|2:0 1|4:0<3:1 6|3:0 1|4:0<5:1 1|5:0 2", "T.d is not inlined into T.a; T.a is not known to call T.d, nor through others; T.d is called by T.c (6 calls) and T.e (1 call)"},
		{"by a call that never ran", "1:0 1|2:0<1:2 0|4:0<2:1 9|2:0 1|3:0 1|4:0<3:1 0", "T.d is not inlined into T.a; T.a is not known to call T.d, nor through others; T.d is called by T.b (9 calls)"},
		{"by nobody", "1:0 1|2:0 1|4:0 7", "T.d is not inlined into T.a; T.a is not known to call T.d, and no other caller is known"},
	} {
		p := testprofile.Parse(t, "{"+testprofile.Methods("a", "b", "c", "d", "e", "f", "g")+testprofile.Calls(regexp.MustCompile(`\|`).Split(c.calls, -1)...)+"}")
		in, err := NewInto(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames}), IntoOptions{Match: regexp.MustCompile(`\.d$`), Target: regexp.MustCompile(`\.a$`)})
		if err != nil {
			t.Fatal(err)
		}
		if in.Answer != "no: "+c.want {
			t.Errorf("%s: %s", c.name, in.Answer)
		}
	}
}

// Names that are like a pattern without a match are those of shown methods.
func TestNamesLikePattern(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("writing", "reading", "other")+testprofile.Calls("1:0 5", "2:0<1:1 5", "3:0<2:3<1:1 4")+"}")
	for hide, want := range map[string]bool{`^$`: true, `\.reading$`: false} {
		_, err := New(p, convert.NewNames(p, convert.NameOptions{}), Options{Filter: convert.FilterOptions{Hide: regexp.MustCompile(hide)}, Match: regexp.MustCompile(`\.readin$`)})
		var none *convert.NoMatchError
		if !errors.As(err, &none) || strings.Contains(strings.Join(none.Nearest, " "), "reading") != want {
			t.Errorf("hide %s: %+v", hide, none)
		}
	}
}
