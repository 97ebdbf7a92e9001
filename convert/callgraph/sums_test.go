package callgraph

import (
	"os"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestSumsAreNoMoreThanEntries: all calls of one method by another, which a picture draws as one line, are no more than the entries that
// the profile has of the callee as compilation root.
func TestSumsAreNoMoreThanEntries(t *testing.T) {
	const dir = "../../../shared/jvm/"
	for _, x := range []struct{ profile, classes string }{{"calls/profile.iprof", "calls/classes"}, {"known/known.iprof", "known/classes"}} {
		data, err := os.ReadFile(dir + x.profile)
		if err != nil {
			t.Skip("no ../shared/jvm")
		}
		path := testpath.Open(t, dir+x.classes)
		p := testprofile.Parse(t, string(data))
		g := graphOf(t, p, Options{Metric: convert.Calls, Code: calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)}})
		type pair struct{ from, to int32 }
		of := map[pair][]*Edge{}
		for i := range g.Edges {
			if e := &g.Edges[i]; e.Evidence == CalledEvidence {
				of[pair{e.From, e.To}] = append(of[pair{e.From, e.To}], e)
			}
		}
		finally := false
		for k, edges := range of {
			from, to := &g.Nodes[k.from], &g.Nodes[k.to]
			n, bound := g.Sum(edges)
			if n > to.Entries.Root && g.calls.CountsEntries(to.Slot) {
				t.Errorf("%s: %s → %s: %d %s at %d sites, of %d entries", x.profile, from.Name, to.Name, n, bound, len(edges), to.Entries.Root)
			}
			if strings.HasSuffix(from.Name, ".risky") && strings.HasSuffix(to.Name, ".done") {
				finally = n == 8700 && bound == code.Exact && len(edges) == 3
			}
		}
		if strings.Contains(x.profile, "calls") && !finally {
			t.Error("risky calls done in each of its 8,700 entries")
		}
	}
}
