package load

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/rewrite"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Whoever adds profiles up is told that they are probably of different programs: of two once, of more about each.
func TestOtherPrograms(t *testing.T) {
	notes := func(classes ...string) (all []string) {
		m := rewrite.NewMerger()
		for i, class := range classes {
			var methods, records []string
			for id := range 200 {
				methods = append(methods, fmt.Sprintf(`{"id":%d,"name":"m%d","signature":[0,0]}`, id, id))
				records = append(records, fmt.Sprintf(`{"ctx":"%d:0","records":[7]}`, id))
			}
			p := testprofile.Parse(t, fmt.Sprintf(`{"version":"1.0.0","types":[{"id":0,"name":%q}],"methods":[%s],"callCountProfiles":[%s]}`,
				class, strings.Join(methods, ","), strings.Join(records, ",")))
			if err := m.Add(fmt.Sprint(i), p, 1); err != nil {
				t.Fatal(err)
			}
		}
		for _, n := range otherPrograms(m.Merged()) {
			all = append(all, n.File+": "+n.Text)
		}
		return all
	}
	const many = "less than 5% of the contexts are in common with the other profiles: it is probably of a different program"
	for _, test := range []struct{ classes, want string }{
		{"A", ""},
		{"A A", ""},
		{"A B", ": the profiles have less than 5% of their contexts in common: they are probably of different programs"},
		{"A B A", "1: " + many},
		{"A B C", "0: " + many + "|1: " + many + "|2: " + many},
	} {
		if got := strings.Join(notes(strings.Fields(test.classes)...), "|"); got != test.want {
			t.Errorf("%s: %q, want %q", test.classes, got, test.want)
		}
	}
}
