package truncation

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// cutStacks writes the stacks of a profile as a recorder would that keeps the innermost frames, at most limit of them. It also returns
// how many stacks were cut, and their samples.
func cutStacks(t *testing.T, p *iprof.Profile, limit int) (cut *iprof.Profile, stacks int, samples int64) {
	t.Helper()
	cutContexts := map[string]bool{}
	var records []string
	for _, r := range p.Samples.All() {
		frames := strings.Split(p.Stacks.Context(r.Node, r.BCI).String(), "<")
		if len(frames) > limit {
			samples += r.Value
			cutContexts[strings.Join(frames[:limit], "<")] = true
		}
		records = append(records, fmt.Sprint(strings.Join(frames[:min(limit, len(frames))], "<"), " ", r.Value))
	}
	var types, methods []string
	for _, x := range p.Types.All() {
		types = append(types, fmt.Sprintf(`{"id":%d,"name":%q}`, x.ID, x.Name))
	}
	for _, m := range p.Methods.All() {
		signature := strings.ReplaceAll(strings.Trim(fmt.Sprint(slices.Concat([]iprof.TypeID{m.Declaring, m.Return}, m.Params)), "[]"), " ", ",")
		methods = append(methods, fmt.Sprintf(`{"id":%d,"name":%q,"signature":[%s]}`, m.ID, m.Name, signature))
	}
	return testprofile.Parse(t, fmt.Sprintf(`{"version":"1.0.0","types":[%s],"methods":[%s]%s}`, strings.Join(types, ","), strings.Join(methods, ","),
		testprofile.Section("samplingProfiles", records))), len(cutContexts), samples
}

// TestTruncationOfPublishedProfiles: they are complete, and are not any more if a recorder keeps fewer frames.
func TestTruncationOfPublishedProfiles(t *testing.T) {
	found := 0
	for name, data := range testprofile.Varied(t) {
		whole := testprofile.Parse(t, string(data))
		if got := Of(whole); got != (Truncation{}) {
			t.Errorf("%s: %+v", name, got)
		}
		for _, limit := range []int{4, 8, 16, 24, 32, 64, 256} {
			// In a program of a few methods, too few are outermost in stacks that are cut.
			if strings.HasPrefix(name, "random") || whole.Methods.Len() < 30 {
				continue
			}
			p, stacks, samples := cutStacks(t, whole, limit)
			got, share := Of(p), float64(samples)/float64(max(1, p.Total(iprof.Samples)))
			switch {
			case stacks == 0 && got != (Truncation{}):
				t.Errorf("%s: complete stacks of %d frames: %+v", name, limit, got)
			case stacks > 10 && share > 0.01 && (got.Depth != limit || got.DeepShare < share):
				t.Errorf("%s: %d stacks and %.1f%% of samples cut at %d frames: %+v", name, stacks, 100*share, limit, got)
			case got.Depth > 0:
				found++
			}
		}
	}
	if found == 0 {
		t.Error("no profile was cut")
	}
}

// TestTruncation: main calls a and b, which call c at some sites, and c calls d.
func TestTruncation(t *testing.T) {
	complete := []string{"2:0<1:1 5", "3:0<1:2 5"}
	of := func(root string, n int) []string {
		var cut []string
		for bci := range n {
			cut = append(cut, fmt.Sprintf("5:0<4:%d<%s:7 9", bci, root))
		}
		return cut
	}
	for _, c := range []struct {
		name    string
		records [][]string
		want    Truncation
	}{
		// 10 samples are in complete stacks, 12 × 9 in others
		{"two methods", [][]string{complete, of("2", 6), of("3", 6)}, Truncation{Depth: 3, Stacks: 14, Deep: 12, Outermost: 2, DeepShare: 108.0 / 118}},
		{"a deep entry point", [][]string{complete, of("2", 6), of("3", 6), of("1", 4)}, Truncation{Depth: 3, Stacks: 18, Deep: 16, Outermost: 2, DeepShare: 144.0 / 154}},
		{"one stack twice", [][]string{complete, of("2", 6), of("2", 6), of("3", 5)}, Truncation{Depth: 3, Stacks: 13, Deep: 11, Outermost: 2, DeepShare: 153.0 / 163}},
		{"few stacks", [][]string{complete, of("2", 6), of("3", 3)}, Truncation{}},
		{"one method", [][]string{complete, of("2", 12)}, Truncation{}},
		{"entry points of shorter stacks", [][]string{complete, {"4:0<2:0 1", "4:0<3:0 1"}, of("2", 6), of("3", 6)}, Truncation{}},
		{"entry points of threads", [][]string{complete, of("6", 6), of("7", 6)}, Truncation{}},
		{"most begin at an entry point", [][]string{complete, of("2", 6), of("3", 6), of("1", 40)}, Truncation{}},
		{"as many are one frame less deep", [][]string{complete, of("2", 6), of("3", 6), {"8:0<1:1 50", "8:0<1:2 1", "8:0<1:3 1", "8:0<1:4 1", "8:0<1:5 1"}}, Truncation{}},
		// with those of main there are 12 stacks after 7 of one frame less, but 108 samples after 15
		{"few samples are one frame less deep", [][]string{complete, of("2", 6), of("3", 6), {"8:0<1:1 1", "8:0<1:2 1", "8:0<1:3 1", "8:0<1:4 1", "8:0<1:5 1"}}, Truncation{Depth: 3, Stacks: 19, Deep: 12, Outermost: 2, DeepShare: 108.0 / 123}},
		{"few samples", [][]string{{"2:0<1:1 50000", "3:0<1:2 5"}, of("2", 6), of("3", 6)}, Truncation{}},
		{"no frame has a caller", [][]string{{"1:0 1", "2:0 1", "3:0 1", "4:0 1", "5:0 1", "6:0 1", "7:0 1", "8:0 1", "9:0 1", "10:0 1", "11:0 1", "12:0 1"}}, Truncation{}},
		{"no samples", nil, Truncation{}},
	} {
		p := testprofile.Parse(t, `{`+testprofile.Methods("main", "a", "b", "c", "d", "run", "loop", "e", "f", "g", "h", "i")+testprofile.Samples(slices.Concat(c.records...)...)+`}`)
		if got := Of(p); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestTruncationNotes(t *testing.T) {
	if got := (Truncation{}).Notes(); got != nil {
		t.Errorf("%q", got)
	}
	got := Truncation{Depth: 64, Stacks: 674, Deep: 237, Outermost: 41, DeepShare: 0.3517}.Notes()
	if want := []string{"stacks are truncated at 64 frames: totals of outer methods lack up to 35.2% of the samples"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// Stacks of a recorder that marks them are truncated where their outermost frame says so, and no others.
func TestMarkedStacks(t *testing.T) {
	var b iprof.Builder
	b.SetOrigin(iprof.Origin{Format: "gprofng calltree"})
	for i, name := range []string{convert.TruncatedFrame, "a", "b"} {
		b.AddMethod(iprof.Method{ID: iprof.MethodID(i), Name: name, Declaring: iprof.NoType, Return: iprof.NoType})
	}
	for _, stack := range []struct {
		methods []iprof.MethodID // root first; 9 is not listed
		value   int64
	}{{[]iprof.MethodID{0, 1, 2}, 3}, {[]iprof.MethodID{0, 1, 2, 1}, 2}, {[]iprof.MethodID{1, 2, 1, 2, 1}, 10}, {[]iprof.MethodID{2, 0, 2, 1, 2, 1}, 5}, {[]iprof.MethodID{9, 1}, 4}} {
		node := iprof.NoNode
		for _, m := range stack.methods {
			node = b.Stacks().Child(node, 0, m)
		}
		if err := b.AddCount(iprof.Samples, iprof.Count{Node: node, Value: stack.value}); err != nil {
			t.Fatal(err)
		}
	}
	if got := Of(b.Profile()); got.Depth != 3 || got.Samples != 5 || got.DeepShare != 5./24 || !got.Recorded {
		t.Errorf("%+v", got)
	}
}
