package iprof_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestOmitRepeated has the frames that are no calls, and those that only look like them. In later dialects, all are calls.
func TestOmitRepeated(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"3:0<3:-6<2:-6<1:21", "3:0<2:-6<1:21"},
		{"4:7<3:5<3:-6<2:-6<1:21", "4:7<3:5<2:-6<1:21"},
		{"3:-1<3:-6<2:-6", "3:-1<2:-6"},                                                 // the last caller is known to be one
		{"4:0<4:-6<3:-6<2:9<2:-6<1:-6<5:1", "4:0<3:-6<2:9<1:-6<5:1"},                    // two of them
		{"3:0<3:-6<3:-6<1:4", "3:0<3:-6<1:4"},                                           // the second is the caller
		{"3:0<3:-6<3:-6<3:-6<1:4", "3:0<3:-6<3:-6<1:4"},                                 // only the frame next to a place in the code repeats it
		{"3:0<3:-6<2:5<1:21", "3:0<3:-6<2:5<1:21"},                                      // the caller has a place: recursion
		{"3:0<3:4<2:-6", "3:0<3:4<2:-6"},                                                // recursion at a known place
		{"3:0<4:-6<2:-6", "3:0<4:-6<2:-6"},                                              // another method
		{"3:-6<3:-6<2:-6", "3:-6<3:-6<2:-6"},                                            // the record is about the place that is unknown
		{"3:0<3:-6", "3:0<3:-6"},                                                        // no caller to tell by
		{"3:0", "3:0"},                                                                  // no caller
		{"3:0<3:-5<2:-6", "3:0<3:-5<2:-6"},                                              // another unknown place
		{"4:0" + strings.Repeat("<4:-6<4:-6<4:1", 3), "4:0<4:-6<4:1<4:-6<4:1<4:-6<4:1"}, // often
	} {
		for _, of := range []struct {
			version string
			omits   bool
		}{{"0.2.0", true}, {"0.2.0", false}, {"0.4.0", true}, {"1.0.0", true}} {
			text := fmt.Sprintf(`{"version":%q,"types":[],"methods":[],"callCountProfiles":[{"ctx":"9:0","records":[1]},{"ctx":%q,"records":[5]}],`+
				`"virtualInvokeProfiles":[{"ctx":%[2]q,"records":[7,2]}],"conditionalProfiles":[{"ctx": %[2]q, "records":[7,0,2]}],"samplingProfiles":[{"ctx":%[2]q,"records":[3]}]}`, of.version, c.in)
			want := c.in
			if of.version == "0.2.0" && of.omits {
				want = c.want
			}
			p, err := iprof.Parse(strings.NewReader(text), iprof.Options{OmitRepeated: of.omits})
			if err != nil {
				t.Fatal(err)
			}
			calls, samples := p.Calls.At(1), p.Samples.At(0)
			receivers, branches := p.Receivers.At(0), p.Conditionals.At(0)
			for what, got := range map[string]iprof.Context{
				"calls":     p.Contexts.Context(calls.Node, calls.BCI),
				"samples":   p.Stacks.Context(samples.Node, samples.BCI),
				"receivers": p.Contexts.Context(receivers.Node, receivers.BCI),
				"branches":  p.Contexts.Context(branches.Node, branches.BCI),
			} {
				if got.String() != want {
					t.Errorf("%s of %s in %+v: %s, want %s", what, c.in, of, got, want)
				}
			}
			if calls.Value != 5 || samples.Value != 3 || p.Total(iprof.Calls) != 6 {
				t.Errorf("%s: %d calls and %d samples, want 5 and 3", c.in, calls.Value, samples.Value)
			}
		}
	}
}

// TestPublishedRepeats counts the repeated frames of published call counts again, in their text, and follows each of them.
func TestPublishedRepeats(t *testing.T) {
	for _, name := range profiles(t, shared(t, "real")) {
		data := testfile.Read(t, name)
		if plain, err := gunzip(data); err == nil {
			data = plain
		}
		type records []struct {
			Ctx     string
			List    string `json:"methodBciList"`
			Records []int64
		}
		var file struct {
			Old records `json:"hotnessPoints"`
			New records `json:"callCountProfiles"`
		}
		if err := json.Unmarshal(data, &file); err != nil {
			t.Fatal(err)
		}
		want, repeated, recursive := map[string]int64{}, 0, 0
		for _, r := range append(file.Old, file.New...) {
			frames := strings.Split(strings.ReplaceAll(r.Ctx+r.List, ",", "<"), "<")
			var kept []string
			for i, f := range frames {
				method, invalid := strings.CutSuffix(f, ":-6")
				if invalid && i > 0 && strings.HasPrefix(frames[i-1], method+":") {
					recursive++
					if i+1 < len(frames) && strings.HasSuffix(frames[i+1], ":-6") && frames[i-1] != f {
						repeated++
						continue
					}
				}
				kept = append(kept, f)
			}
			want[strings.Join(kept, "<")] += r.Records[0]
		}
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{OmitRepeated: true})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int64{}
		for _, c := range p.Calls.All() {
			got[p.Contexts.Context(c.Node, c.BCI).String()] += c.Value
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: other contexts than in the text", name)
		}
		if base := filepath.Base(name); strings.HasPrefix(base, "binary-tree") && (repeated != 2761 || recursive != repeated) {
			t.Errorf("%s: %d frames repeat their callee, %d have its method, want 2761 each", base, repeated, recursive)
		}
	}
}
