package callgraph

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Receiver types tell calls that were not inlined: of 100 calls at @5, 70 were inlined for A, and 30 entered B. What they leave of B's 40
// entries as root, at most 10, is from outside.
func TestCallsByReceivers(t *testing.T) {
	const records = `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.Main"},{"id":3,"name":"app.A"},{"id":4,"name":"app.B"}],
		"methods":[{"id":1,"name":"run","signature":[2,1]},{"id":2,"name":"get","signature":[3,1]},{"id":3,"name":"get","signature":[4,1]}],
		"callCountProfiles":[{"ctx":"1:0","records":[10]},{"ctx":"2:0<1:5","records":[70]},{"ctx":"3:0","records":[40]}],
		"virtualInvokeProfiles":[{"ctx":"1:5","records":[3,70,4,30]}]}`
	p := testprofile.Parse(t, records)
	g := graphOf(t, p, Options{})
	testprofile.WantText(t, "edges", arrows(g), `Main.run →@5 A.get inlined 70 ×7 cov 100%
		Main.run →@5 B.get called ≥30 ×3 cov 100%
		? → B.get unknown ≤10
		? → Main.run unknown 10`)
	if g.Inlined != 70 || g.Entries != 120 {
		t.Errorf("%d inlined of %d", g.Inlined, g.Entries)
	}
	g = graphOf(t, p, Options{By: convert.ByPackage})
	testprofile.WantText(t, "edges of packages", arrows(g), `app → app inlined 70
		app → app called ≥30
		? → app unknown ≥10`)

	p = testprofile.Parse(t, strings.Replace(records, "[40]", "[20]", 1))
	for _, n := range graphOf(t, p, Options{}).Nodes {
		if n.Contradicts != (n.Name == "B.get") {
			t.Errorf("%s: contradicts %t, and only B.get has fewer entries than calls", n.Name, n.Contradicts)
		}
	}
}

// With class files, main's loop over 10,000 lines calls addLine, which was not inlined. The edges are as in the source, WordCount.java.
func TestCallsByClasses(t *testing.T) {
	text, code := testmodel.WordCountCode(t)
	g := graphOf(t, testprofile.Parse(t, text), Options{Metric: convert.Calls, Code: code})
	var counted []string
	for _, line := range strings.Split(arrows(g), "\n") {
		if !strings.Contains(line, " sampled ") {
			counted = append(counted, line)
		}
	}
	testprofile.WantText(t, "edges", strings.Join(counted, "\n"), `WordCount.addLine →@17 WordCount.isLetter inlined 670000 ×67 cov 100%
		WordCount.addLine →@47 WordCount.find inlined 140000 ×14 cov 100%
		WordCount.main →@4 WordCount.<init> inlined 1 ×1 cov 100%
		WordCount.main →@39 WordCount.find inlined 1 ×1 cov 100%
		WordCount.main →@20 WordCount.addLine called 10000 ×1e+04 cov 100%
		? → WordCount.main unknown 1`)
}

// A method that was entered once, from outside, is in a picture with room for it, in a comparison too, where only the new profile has it.
func TestSingleEntryFromOutside(t *testing.T) {
	with := func(more string) *iprof.Profile {
		return testprofile.Parse(t, "{"+testprofile.Methods("main", "exit", "put")+testprofile.Calls("1:0 1", "3:0<1:4 9", more)+"}")
	}
	p := with("2:0 1")
	testprofile.WantText(t, "edges", arrows(graphOf(t, p, Options{Metric: convert.Calls, Nodes: 10})), `T.main →@4 T.put inlined 9 ×9 cov 100%
		? → T.main unknown 1
		? → T.exit unknown 1`)
	g := graphSince(t, with("3:0<1:6 0"), p, Options{Metric: convert.Calls})
	if all := arrows(g); !strings.Contains(all, "? → T.exit unknown 1") {
		t.Errorf("without the entry of exit:\n%s", all)
	}
}
