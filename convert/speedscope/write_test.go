package speedscope_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/speedscope"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testexport"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// read returns trees as they are written, read again, and the text.
func read(t testing.TB, trees ...*stacks.Tree) (*testexport.Speedscope, string) {
	t.Helper()
	var b bytes.Buffer
	if err := speedscope.Write(&b, trees...); err != nil {
		t.Fatal(err)
	}
	s, err := testexport.ReadSpeedscope(b.Bytes())
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, &b)
	}
	return s, b.String()
}

func tree(t testing.TB, p *iprof.Profile, opts stacks.Options) *stacks.Tree {
	t.Helper()
	of, err := stacks.NewTree(p, nil, opts)
	if err != nil {
		t.Fatal(err)
	}
	return of
}

// The sums of stacks are those of the JSON's records, of both metrics in one file.
func TestStacksAreThoseOfTheRecords(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		var doc testprofile.Document
		if err := json.Unmarshal(data, &doc); err != nil {
			t.Fatal(err)
		}
		s, _ := read(t, tree(t, p, stacks.Options{Metric: convert.Samples}), tree(t, p, stacks.Options{Metric: convert.Calls}))
		if len(s.Profiles) != 2 || s.Profiles[0].Name != "samples" || s.Profiles[1].Name != "method entries" {
			t.Errorf("%s: %d profiles", name, len(s.Profiles))
		}
		for i, section := range []iprof.Section{iprof.Samples, iprof.Calls} {
			want := map[string]int64{}
			for stack, n := range doc.Folded(section) {
				want[strings.ReplaceAll(stack, ";", ";")+";"] += n
			}
			if got := s.Folded(i); !maps.Equal(got, want) {
				t.Errorf("%s: %s: %d stacks, want %d", name, section, len(got), len(want))
			}
		}
	}
}

// Frames are shared by all profiles, and have files and lines if classes are known.
func TestFrames(t *testing.T) {
	p := testprofile.Example("wordcount.iprof")
	path := testpath.Open(t, "../../testdata/wordcount.jar")
	lines := sourceline.New(p, path.Class, nil)
	s, _ := read(t, tree(t, p, stacks.Options{Metric: convert.Samples, Lines: lines}), tree(t, p, stacks.Options{Metric: convert.Calls, Lines: lines}))
	want := map[string]string{ // first lines as the source is numbered
		"words.WordCount.main": "words/WordCount.java:11", "words.WordCount.addLine": "words/WordCount.java:20", "words.WordCount.find": "words/WordCount.java:42",
		"words.WordCount.isLetter": "words/WordCount.java:37", "words.WordCount.<init>": "words/WordCount.java:4",
		"java.lang.String.charAt": ":0", "java.lang.String.substring": ":0", "java.lang.String.hashCode": ":0", "java.lang.String.equals": ":0",
	}
	got := map[string]string{}
	for _, f := range s.Shared.Frames {
		if got[f.Name] != "" {
			t.Errorf("%s is there twice", f.Name)
		}
		got[f.Name] = fmt.Sprintf("%s:%d", f.File, f.Line)
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v\nwant %v", got, want)
	}
	s, _ = read(t, tree(t, p, stacks.Options{Metric: convert.Samples, Lines: lines, ByLine: true}))
	if s.Shared.Frames[0].Name != "words.WordCount.main:13" || s.Shared.Frames[0].Line != 13 {
		t.Errorf("%+v", s.Shared.Frames[0])
	}
}

// Weights are integers of up to 63 bits, and stacks may be deep.
func TestLargeValues(t *testing.T) {
	s, text := read(t, testtree.Parse(t, "a;b 9223372036854775806\na 1\n"))
	if !strings.Contains(text, "9223372036854775806") || s.Profiles[0].EndValue != 1<<63-1 {
		t.Error(text)
	}
	deep := strings.Repeat("a;", 100_000) + "b"
	s, _ = read(t, testtree.Parse(t, deep+" 2\n"))
	if len(s.Profiles[0].Samples[0]) != 100_001 || len(s.Shared.Frames) != 2 {
		t.Errorf("%d frames on the stack, %d in all", len(s.Profiles[0].Samples[0]), len(s.Shared.Frames))
	}
}

func TestWriteError(t *testing.T) {
	full := errors.New("disk full")
	if err := speedscope.Write(failing{full}, testtree.Parse(t, "a 1\n")); err != full {
		t.Error(err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// FuzzWriteSpeedscope writes random profiles in which two names are any text: a file is valid, names come back, and the same profile
// gives the same bytes.
//
//fuzz:runs 400
func FuzzWriteSpeedscope(f *testing.F) {
	for i, name := range testprofile.HostileNames {
		f.Add(uint64(i), name, testprofile.HostileNames[len(testprofile.HostileNames)-1-i])
	}
	f.Fuzz(func(t *testing.T, seed uint64, class, method string) {
		defer budget.Reading.Start(t, len(class)+len(method))()
		p := testprofile.Parse(t, string(testprofile.RandomNamed(seed%1000, class, method)))
		of := tree(t, p, stacks.Options{Metric: convert.Calls})
		s, text := read(t, of)
		want := map[string]int64{}
		for i, n := range of.Nodes {
			if i == 0 || n.Self == 0 {
				continue
			}
			stack := ""
			for at := int32(i); at > 0; at = of.Nodes[at].Parent {
				stack = of.Frames[of.Nodes[at].Frame].Name + ";" + stack
			}
			want[stack] += n.Self
		}
		if got := s.Folded(0); !maps.Equal(got, want) {
			t.Errorf("%q, want %q", fmt.Sprint(got), fmt.Sprint(want))
		}
		if _, again := read(t, of); again != text {
			t.Error("two runs differ")
		}
	})
}
