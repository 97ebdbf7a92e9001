package pprof_test

import (
	"bytes"
	"maps"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/exchange"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// wordCountLines returns the example profile and its lines, with the paths of sources below a directory; "": without them.
func wordCountLines(t *testing.T, sources string) (*iprof.Profile, *sourceline.Lines) {
	t.Helper()
	data := testfile.Read(t, "../../testdata/wordcount.iprof")
	p := testprofile.Parse(t, string(data))
	path := testpath.Open(t, "../../testdata/wordcount.jar")
	var find code.SourceFinder
	if sources != "" {
		find = func(class *classfile.Class) ([]byte, string, error) {
			return nil, sources + "/" + sourceline.SourceFile(class), nil
		}
	}
	return p, sourceline.New(p, path.Class, find)
}

// TestLines compares all lines of all locations with the source's: 15 is that of the call of find in main, and so on.
func TestLines(t *testing.T) {
	p, lines := wordCountLines(t, "")
	got := map[string]int64{}
	prof := pprofOf(t, p, pprof.Options{Metrics: []convert.Metric{convert.Calls}, Lines: lines})
	for _, s := range prof.Sample {
		if len(s.Location) != 1 {
			t.Fatalf("%d locations: an inlining context is one", len(s.Location))
		}
		var stack []string
		for _, l := range s.Location[0].Line {
			stack = append(stack, strings.TrimPrefix(l.Function.Name, "words.WordCount.")+":"+strconv.FormatInt(l.Line, 10))
			if l.Function.Filename != "words/WordCount.java" {
				t.Errorf("%s is in %s", l.Function.Name, l.Function.Filename)
			}
		}
		got[strings.Join(stack, " < ")] += s.Value[0]
	}
	want := map[string]int64{
		"main:11": 1, "<init>:4 < main:11": 1, "find:42 < main:15": 1, "addLine:20": 10_000,
		"isLetter:37 < addLine:22": 670_000, "find:42 < addLine:27": 140_000,
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	starts := map[string]int64{"main": 11, "<init>": 4, "find": 42, "addLine": 20, "isLetter": 37}
	for _, f := range prof.Function {
		if want := starts[strings.TrimPrefix(f.Name, "words.WordCount.")]; f.StartLine != want {
			t.Errorf("%s begins at %d, want %d", f.Name, f.StartLine, want)
		}
	}
	if m := prof.Mapping[0]; !m.HasFunctions || !m.HasFilenames || !m.HasLineNumbers || !m.HasInlineFrames {
		t.Errorf("%+v", m)
	}
}

// TestLinesAreOnlyAdded compares a profile with lines to one without.
func TestLinesAreOnlyAdded(t *testing.T) {
	p, lines := wordCountLines(t, "")
	all := exchange.Metrics(p)
	with := pprofOf(t, p, pprof.Options{Metrics: all, Lines: lines})
	for _, l := range with.Location {
		for i := range l.Line {
			l.Line[i].Line = 0
		}
	}
	for _, f := range with.Function {
		f.StartLine = 0
	}
	without := pprofOf(t, p, pprof.Options{Metrics: all})
	if with.String() != without.String() {
		t.Errorf("%s\nwant\n%s", with, without)
	}
}

// TestGoToolPprofList reads sources as go tool pprof -list does, by both ways of finding them. Line 27 has 5 samples itself, and
// 142 of substring and 159 of find below it.
func TestGoToolPprofList(t *testing.T) {
	const line27 = "5 306 27: counts[find(line.substring(begin, i))]++;"
	abs, err := filepath.Abs("../../testdata/java")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		sources string
		args    []string
	}{
		{"", []string{"-source_path=" + abs}},
		{filepath.ToSlash(abs), nil},
	} {
		p, lines := wordCountLines(t, tt.sources)
		data := writePprof(t, p, pprof.Options{Metrics: []convert.Metric{convert.Samples}, Lines: lines})
		if text := squeeze(goToolPprof(t, data, append(tt.args, "-list=addLine")...)); !strings.Contains(text, line27) {
			t.Errorf("sources %q:\n%s\nlacks %s", tt.sources, text, line27)
		}
		if text := squeeze(goToolPprof(t, data, "-top", "-lines")); !strings.Contains(text, "WordCount.java:27") {
			t.Errorf("-lines:\n%s", text)
		}
	}
}

// TestUnknownLines leaves out the lines of frames that are not in the bytecode, and of classes that are not there.
func TestUnknownLines(t *testing.T) {
	p, lines := wordCountLines(t, "")
	prof, err := profile.Parse(bytes.NewReader(writePprof(t, p, pprof.Options{Metrics: []convert.Metric{convert.Samples}, Lines: lines})))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range prof.Location {
		f := l.Line[0].Function
		if own := strings.HasPrefix(f.Name, "words."); own != (l.Line[0].Line > 0) || own != (f.StartLine > 0) {
			t.Errorf("%s:%d begins at %d", f.Name, l.Line[0].Line, f.StartLine)
		}
		if f.Name == "java.lang.String.charAt" && f.Filename != "java/lang/String.java" {
			t.Errorf("%s is in %q: its class implies the file", f.Name, f.Filename)
		}
	}
}

// The first line of a file is a line.
func TestFirstLines(t *testing.T) {
	p := testprofile.Program(t, 1, "app.A.a", "app.A.b")
	b := &testclass.Builder{Source: "A.java"}
	b.Method(9, "a", "()V", b.Code([]byte{0xB1}, nil, b.Lines(0, 1)))
	b.Method(9, "b", "()V", b.Code([]byte{0xB1}, nil))
	class, err := classfile.Parse(b.Build("app/A"))
	if err != nil {
		t.Fatal(err)
	}
	lines := sourceline.New(p, func(string) (*classfile.Class, error) { return class, nil }, nil)
	for _, f := range pprofOf(t, p, pprof.Options{Metrics: []convert.Metric{convert.Calls}, Lines: lines}).Function {
		if want := map[string]int64{"app.A.a": 1}[f.Name]; f.StartLine != want {
			t.Errorf("%s begins at %d", f.Name, f.StartLine)
		}
	}
	for _, l := range pprofOf(t, p, pprof.Options{Metrics: []convert.Metric{convert.Calls}, Lines: lines}).Location {
		if got, want := l.Line[0].Line, map[string]int64{"app.A.a": 1}[l.Line[0].Function.Name]; got != want {
			t.Errorf("%s is at %d", l.Line[0].Function.Name, got)
		}
	}
}
