package pprof_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// stayedCalls has 10 entries of run, which calls get at @5: 70 times A's, which is inlined, and 30 times B's, which has 32 entries as
// compilation root; at @9, 40 times C's, of which only 6 entries were counted, and at @12 3 more.
const stayedCalls = `{"version":"1.1.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.Main"},{"id":3,"name":"app.A"},{"id":4,"name":"app.B"},{"id":5,"name":"app.C"}],
	"methods":[{"id":1,"name":"run","signature":[2,1]},{"id":2,"name":"get","signature":[3,1]},{"id":3,"name":"get","signature":[4,1]},{"id":4,"name":"get","signature":[5,1]}],
	"callCountProfiles":[{"ctx":"1:0","records":[10]},{"ctx":"2:0<1:5","records":[70]},{"ctx":"3:0","records":[32]},{"ctx":"4:0","records":[6]},{"ctx":"2:0<1:9","records":[0]},{"ctx":"2:0<1:12","records":[0]}],
	"virtualInvokeProfiles":[{"ctx":"1:5","records":[3,70,4,30]},{"ctx":"1:9","records":[5,40]},{"ctx":"1:12","records":[5,3]}]}`

// TestComplete reads the samples of a profile with callers, which have all entries, by the parser of pprof.
func TestComplete(t *testing.T) {
	p := testprofile.Parse(t, stayedCalls)
	rootCalls := func() [][]calls.RootCall { return calls.New(p, calls.Options{}).RootCalls() }
	for _, c := range []struct {
		name     string
		complete [][]calls.RootCall
		filter   convert.FilterOptions
		want     string
	}{
		{"without callers", nil, convert.FilterOptions{}, "[app.A.get app.Main.run] 70, [app.B.get] 32, [app.C.get] 6, [app.Main.run] 10"},
		{"with callers", rootCalls(), convert.FilterOptions{}, "[app.A.get app.Main.run] 70, [app.B.get] 2, [app.B.get]/[app.Main.run] 30, [app.C.get]/[app.Main.run] 6, [app.Main.run] 10"},
		{"callers are hidden", rootCalls(), convert.FilterOptions{Hide: regexp.MustCompile("run")}, "[app.A.get] 70, [app.B.get] 32, [app.C.get] 6"},
	} {
		var b bytes.Buffer
		err := pprof.Write(&b, p, nil, pprof.Options{Metrics: []convert.Metric{convert.Calls}, Complete: c.complete, Filter: c.filter})
		if err != nil {
			t.Fatal(err)
		}
		prof, err := profile.Parse(&b)
		if err != nil {
			t.Fatal(err)
		}
		sums := map[string]int64{}
		for _, s := range prof.Sample {
			var stack []string
			for _, l := range s.Location {
				var lines []string
				for _, line := range l.Line {
					lines = append(lines, line.Function.Name)
				}
				stack = append(stack, fmt.Sprint(lines))
			}
			sums[strings.Join(stack, "/")] += s.Value[0]
		}
		var got []string
		for stack, n := range sums {
			got = append(got, fmt.Sprintf("%s %d", stack, n))
		}
		slices.Sort(got)
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s: got %s, want %s", c.name, text, c.want)
		}
		note := slices.ContainsFunc(prof.Comments, func(s string) bool { return strings.Contains(s, "never more than the entries") })
		if note != (c.complete != nil) {
			t.Errorf("%s: comments %q", c.name, prof.Comments)
		}
	}
}
