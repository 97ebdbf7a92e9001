package calls_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestInlinedCallsAreTheRecords recounts the inlined calls of each site, callee and context from the text of the profile.
func TestInlinedCallsAreTheRecords(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		t.Run(name, func(t *testing.T) {
			var d testprofile.Document
			if err := json.Unmarshal(data, &d); err != nil {
				t.Skip("not read by encoding/json")
			}
			p := testprofile.Parse(t, string(data))
			g := calls.New(p, calls.Options{})
			want := map[string]int64{}
			for _, r := range d.Section(iprof.Calls) {
				if f := r.Frames(); len(f) > 1 {
					callee, _, _ := strings.Cut(f[0], ":")
					for _, n := range r.Records {
						want[f[1]+" "+callee] += n
					}
				}
			}
			got := map[string]int64{}
			for s, target := range g.All() {
				if target.Contexts == 0 {
					continue
				}
				key := strconv.Itoa(int(p.MethodIDAt(int(s.Slot)))) + ":" + strconv.Itoa(int(s.BCI)) + " " + strconv.Itoa(int(p.MethodIDAt(int(target.Callee.Slot))))
				if _, twice := got[key]; twice {
					t.Errorf("%s twice", key)
				}
				got[key] = target.Inlined
			}
			for key, n := range want {
				if got[key] != n {
					t.Errorf("%s: %d inlined calls, want %d", key, got[key], n)
				}
				delete(got, key)
			}
			for key, n := range got {
				if n != 0 {
					t.Errorf("%s: %d inlined calls, want none", key, n)
				}
			}
		})
	}
}

// checkIdentities checks what holds for each graph: ranges are not empty, targets have the calls of their site, and the calls of a method
// that stayed calls, and its entries from outside, are its entries as compilation root.
func checkIdentities(t *testing.T, p *iprof.Profile, g *calls.Graph) {
	t.Helper()
	low, high := make([]int64, p.MethodSlots()), make([]int64, p.MethodSlots())
	for s, target := range g.All() {
		c, stayed := target.Calls, target.Stayed
		if c.Low < 0 || c.Low > c.High || stayed.Low < 0 || stayed.Low > stayed.High {
			t.Fatalf("%+v: an empty range", target)
		}
		if c.Low < target.Inlined || stayed.High < unlimited && c.High != stayed.High+target.Inlined {
			t.Fatalf("%d@%d: %+v: inlined calls and others are not all of them", s.Slot, s.BCI, target)
		}
		if callee := target.Callee.Slot; callee >= 0 {
			low[callee], high[callee] = plus(low[callee], stayed.Low), plus(high[callee], stayed.High)
		}
	}
	for s := range g.Sites() {
		sum := int64(0)
		for _, target := range s.Targets {
			sum = plus(sum, target.Calls.Low)
		}
		if sum > s.Made.High {
			t.Errorf("%d@%d: %d calls at least, of %+v", s.Slot, s.BCI, sum, s.Made)
		}
	}
	for slot, e := range g.Entered {
		if e.Called.Low < low[slot] || e.Called.High > high[slot] || e.Called.Low > e.Called.High {
			t.Errorf("method %d: called %+v, its calls %d to %d", slot, e.Called, low[slot], high[slot])
		}
		if !e.Known {
			continue
		}
		if contradicts := e.Called.Low > e.Root; contradicts != (e.Contradicts || e.Early) {
			t.Errorf("method %d: %+v", slot, e)
		} else if !contradicts && (e.Root < e.Outside().Low || plus(e.Called.Low, e.Outside().High) != e.Root) {
			t.Errorf("method %d: %+v does not add up", slot, e)
		}
	}
}

const unlimited = 1<<63 - 1

func plus(a, b int64) int64 {
	if a > unlimited-b {
		return unlimited
	}
	return a + b
}

// TestIdentitiesWithoutClasses checks graphs of records alone.
func TestIdentitiesWithoutClasses(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		t.Run(name, func(t *testing.T) {
			p := testprofile.Parse(t, string(data))
			checkIdentities(t, p, calls.New(p, calls.Options{}))
		})
	}
}
