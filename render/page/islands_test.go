package page

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

const chains = 20

// chainsOf is a profile of chains of two methods, the second inlined into the first, with the entries that counts returns for a chain.
func chainsOf(t *testing.T, counts func(chain int) int) *iprof.Profile {
	t.Helper()
	var names, calls []string
	for chain := range chains {
		callers := ""
		for i := range 2 {
			names = append(names, fmt.Sprintf("step%dOfChain%d", i, chain))
			if counts(chain) > 0 {
				calls = append(calls, fmt.Sprintf("%d:0%s %d", len(names), callers, counts(chain)))
			}
			callers = fmt.Sprintf("<%d:7%s", len(names), callers)
		}
	}
	return testprofile.Parse(t, `{`+testprofile.Methods(names...)+testprofile.Calls(calls...)+`}`)
}

// TestLargestChangesInSight: a graph of two profiles whose methods do not all call each other opens on those that changed most, wherever
// they are in the profiles: boxes of the three largest changes are in the window, in that of a phone the first one's, and a graph of small
// parts is no wider than a window in which it can be read.
func TestLargestChangesInSight(t *testing.T) {
	// The first chain has grown, and the last one is gone.
	counts := func(first, last int) func(int) int {
		return func(chain int) int {
			switch chain {
			case 0:
				return first
			case chains - 1:
				return last
			}
			return 100_000
		}
	}
	old, now := chainsOf(t, counts(100_000, 390_000)), chainsOf(t, counts(400_000, 0))
	pairs := map[string][2]*iprof.Profile{"chains": {old, now}}
	published := testprofile.Published(t)
	if old, now := published["real/binary-tree-0.2.0.iprof.gz"], published["real/streamtdi-0.4.0.iprof.gz"]; old != nil && now != nil {
		pairs["published"] = [2]*iprof.Profile{testprofile.Read(t, bytes.NewReader(old)), testprofile.Read(t, bytes.NewReader(now))}
	}
	page := browsertest.Look(t, 1280, 800)
	for name, of := range pairs {
		r := reportOf(t, of[1])
		r.addBase(t, of[0], of[1])
		r.write(t)
		v := browsertest.VisitFile(t, page, r.page, "")
		for _, window := range []struct{ width, height, seen int }{{1280, 800, 3}, {390, 844, 1}} {
			v.Resize(window.width, window.height)
			got := v.Run(inReport + inGraph + `
				await go("#/callgraph?metric=calls"); for (let i = 0; i < 3; i++) await settled();
				const largest = all(".ranked li button").slice(0, 3).map(text), seen = visible().map((g) => g.querySelector("title").textContent.split("\n")[0]);
				const of = (name) => seen.some((s) => s.replace(/\(.*/s, "").endsWith(name.replace(/^…|\(.*/gs, "")));
				log(largest.findIndex((name) => !of(name)) + " of " + largest.join(", ")); log(faults()); log(canvas().scrollWidth <= canvas().clientWidth);`)
			if len(got) != 3 || got[1] != "none" {
				t.Fatalf("%s, %d pixels: %q", name, window.width, got)
			}
			if first, _, _ := strings.Cut(got[0], " "); first != "-1" && first < fmt.Sprint(window.seen) {
				t.Errorf("%s, %d pixels: in sight are the first %s", name, window.width, got[0])
			}
			if name == "chains" && window.width > 1000 && got[2] != "true" {
				t.Errorf("%s: it is wider than the window", name)
			}
		}
	}
}
