package code_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// TestNativeProfiles looks at methods of the JDK in profiles that native-image wrote, with the machine's JDK, which is not the one that
// they were recorded with. How often calls were made agrees with the executions that follow without them, and tells more.
func TestNativeProfiles(t *testing.T) {
	lib, err := classpath.OpenJDK(testclass.JDK(t, "javac"), classpath.Options{})
	if err != nil {
		t.Skip(err)
	}
	defer lib.Close()
	profiles := map[string]float64{"streamtdi-0.4.0.iprof.gz": 0.95} // several threads: counters raced
	if testtier.More(t, "a second published profile with the JDK's code") {
		profiles["binary-tree-0.2.0.iprof.gz"] = 0.99
	}
	for file, agree := range profiles {
		f, err := os.Open(filepath.Join("../../../shared/real", file))
		if err != nil {
			t.Skip("no ../shared/real")
		}
		defer f.Close()
		p := testprofile.Read(t, f)
		var calls, equal, outside, plain, plainWithout int
		bounds := map[code.Bound]int{}
		for slot, groups := range code.NewCounts(p, sites.Options{}) {
			m, err := code.Find(p, int(slot), lib.Class)
			if err != nil {
				continue
			}
			body, err := m.Code()
			if err != nil || body == nil {
				continue
			}
			all := code.NewExecutions(body, groups, nil, nil)
			without := make([]code.Counts, len(groups))
			for i, g := range groups {
				without[i] = g
				without[i].Calls = nil
				alone := code.NewExecutions(body, without[i:i+1], nil, nil)
				if alone.Unmatched > 0 || len(alone.Contradictions) > 0 {
					continue // other code
				}
				for bci, made := range g.Calls {
					k, ok := body.Index(bci)
					if !ok || made.AtLeast || alone.ByInstruction[k].Bound != code.Exact {
						continue
					}
					if _, ok := body.Instructions[k].Called(); ok {
						if calls++; alone.ByInstruction[k].Count == made.Count {
							equal++
						}
					}
				}
			}
			less := code.NewExecutions(body, without, nil, nil)
			handler := code.InHandlers(body)
			for _, b := range code.Blocks(body) {
				if handler[b[0]] {
					continue
				}
				outside++
				bounds[all.ByInstruction[b[0]].Bound]++
				if all.ByInstruction[b[0]].Plain() {
					plain++
				}
				if less.ByInstruction[b[0]].Plain() {
					plainWithout++
				}
			}
		}
		t.Logf("%s: %d of %d calls agree; of %d blocks outside handlers %d have a count, %d without calls: %v", file, equal, calls, outside, plain, plainWithout, bounds)
		if calls == 0 || float64(equal)/float64(calls) < agree {
			t.Errorf("%s: %d of %d calls agree", file, equal, calls)
		}
		if plain <= plainWithout {
			t.Errorf("%s: %d of %d blocks have a count, %d without calls", file, plain, outside, plainWithout)
		}
	}
}
