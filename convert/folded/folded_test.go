package folded_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func TestFoldedNames(t *testing.T) {
	for name, want := range map[string]string{
		"java.lang.Thread.sleep":      "java.lang.Thread.sleep",
		"a;b":                         `a\x3bb`,
		"two words":                   "two words",
		" lead":                       `\x20lead`,
		"trail  ":                     `trail\x20\x20`,
		"looks like a count 12":       `looks like a count\x2012`,
		"looks like two 12 3.5":       `looks like two\x2012\x203.5`,
		"12 monkeys":                  "12 monkeys",
		"line\nbreak":                 `line\x0abreak`,
		"tab\tESC\x1b[31m":            `tab\x09ESC\x1b[31m`,
		`C:\x`:                        `C:\\x`,
		`\x3b`:                        `\\x3b`,
		"next line\u0085, \u2028":     `next line\xc2\x85, \xe2\x80\xa8`,
		"Größe.漢字":                    "Größe.漢字",
		"\u202eabc\u2066\u200b\ufeff": `\xe2\x80\xaeabc\xe2\x81\xa6\xe2\x80\x8b\xef\xbb\xbf`,
		"<init>":                      "<init>",
		"":                            "",
		" ":                           `\x20`,
		"\ufffd is a character, too":  "\ufffd is a character, too",
	} {
		if got := folded.EscapeName(name); got != want {
			t.Errorf("%q is written %q, want %q", name, got, want)
		}
		if got := folded.UnescapeName(want); got != name {
			t.Errorf("%q reads %q, want %q", want, got, name)
		}
	}
	for _, foreign := range []string{`C:\Windows`, `a\xzz`, `end\`, `\x`} {
		if got := folded.UnescapeName(foreign); got != foreign {
			t.Errorf("%q reads %q", foreign, got)
		}
	}
}

// TestFoldedOrder has names whose order depends on the character after them: ' ' < '$' < ';'.
func TestFoldedOrder(t *testing.T) {
	text := "a 1\na x 1\na x;b 1\na$b 1\na$b;c 1\na;b 1\na;b$ 1\nab 1\n"
	tree := testtree.Parse(t, "ab 1\na;b$ 1\na;b 1\na$b;c 1\na$b 1\na x;b 1\na x 1\na 1\n")
	got := testtree.Folded(t, tree)
	if got != text {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
	if all := strings.SplitAfter(text, "\n"); !slices.IsSorted(all[:len(all)-1]) {
		t.Error("the test itself is not sorted")
	}
}

func TestReadFolded(t *testing.T) {
	tree := testtree.Parse(t, "\na;b 1\r\na;b;c 2\n  \na;b 3\n;x 4\na;bc\t5")
	want := `all 15
 <unnamed> 4
  x 4 self 4
 a 11
  b 6 self 4
   c 2 self 2
  bc 5 self 5
`
	if got := testtree.Dump(tree); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if tree.Metric != convert.DefaultMetric {
		t.Errorf("metric %v: folded text does not name its metric", tree.Metric)
	}
}

// TestFoldedNamesComeBack: spaces that Unicode has, and folded text does not know, are part of a name.
func TestFoldedNamesComeBack(t *testing.T) {
	for _, name := range []string{"\u3000A", "\u00a0A\u00a0", "\u1680", "\u2003A.x", " A ", "\tA", "A 12", "\u0085"} {
		tree := testtree.Parse(t, folded.EscapeName(name)+";B 1\nB;"+folded.EscapeName(name)+" 2\n")
		if got, want := testtree.Folded(t, tree), folded.EscapeName(name)+";B 1\n"; !strings.Contains(got, want) {
			t.Errorf("%q: got\n%swant\n%s", name, got, want)
		}
		if !slices.ContainsFunc(tree.Frames, func(f stacks.Frame) bool { return f.Name == name }) {
			t.Errorf("no frame is called %q", name)
		}
	}
}

// Names that differ in backslashes alone stay apart, in any order.
func TestNamesOfBackslashes(t *testing.T) {
	names := []string{`\n`, `\\n`, `\\\n`, `n\`, `n\\`, `\`, `\\`, `\x3b`, `\\x3b`, `;`}
	for range names {
		var text strings.Builder
		for i, name := range names {
			fmt.Fprintf(&text, "%s %d\n", folded.EscapeName(name), i+1)
		}
		tree := testtree.Parse(t, text.String())
		for i, name := range names {
			at := slices.IndexFunc(tree.Nodes[1:], func(n stacks.Node) bool { return tree.Frames[n.Frame].Name == name })
			if at < 0 || tree.Nodes[at+1].Self != int64(i+1) {
				t.Errorf("%q has no stack of %d in\n%s", name, i+1, text.String())
			}
		}
		names = append(names[1:], names[0])
	}
}

func TestReadFoldedLongLines(t *testing.T) {
	deep := strings.Repeat("com.example.Deep.frame;", 100_000) + "leaf"
	p, err := folded.Read(iotest.HalfReader(strings.NewReader(deep + " 1\n" + deep + " 2\nx 3\n")))
	if err != nil {
		t.Fatal(err)
	}
	tree := testtree.Of(t, stacks.Source{Profile: p})
	testtree.CheckSums(t, tree)
	if len(tree.Nodes) != 100_003 || tree.Nodes[0].Total != 6 || tree.Nodes[100_001].Self != 3 {
		t.Errorf("%d nodes, total %d", len(tree.Nodes), tree.Nodes[0].Total)
	}
	if got, want := testtree.Folded(t, tree), deep+" 3\nx 3\n"; got != want {
		t.Error("written otherwise than read")
	}
}

// Text of two profiles is refused, whose first count would become part of the last name. Names may end in a space and a number, if not all do.
func TestTwoCounts(t *testing.T) {
	for text, want := range map[string]string{
		"a;b 10 20\na;c 3 9\n":        "line 1: each line has two counts: of two profiles, as difffolded.pl writes them",
		"\na;b 0 20\r\n\na 3\t9":      "line 1: each line has two counts: of two profiles, as difffolded.pl writes them",
		"a;worker 7 20\na;c 9\n":      "",
		"a;worker #7 20\n":            "",
		"a;b\\x207 20\n":              "",
		"1 7\n":                       "",
		"a;b 10 20 \na;c 3 9\n;d 5\n": "",
	} {
		p, err := folded.Read(strings.NewReader(text))
		switch {
		case err == nil && want == "":
			if p.Total(iprof.Samples) == 0 {
				t.Errorf("%q: nothing", text)
			}
		case err == nil || err.Error() != want || !errors.Is(err, folded.ErrTwoCounts):
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestReadFoldedErrors(t *testing.T) {
	for text, want := range map[string]string{
		"a 1\nnothing\n":             `line 2: "nothing" is not FRAME;FRAME… COUNT`,
		"a;b x\n":                    `line 1: count "x" is not an integer`,
		"a 1.5\n":                    `line 1: count "1.5" is not an integer`,
		"a NaN\n":                    `line 1: count "NaN" is not an integer`,
		"a -3\n":                     `line 1: count -3 is negative`,
		"a 1\n# b c\n":               `line 2: "# b c": folded text has no comments`,
		"#\n":                        `line 1: "#": folded text has no comments`,
		"a 9223372036854775808\n":    `line 1: count "9223372036854775808" does not fit in 63 bits`,
		"a 9223372036854775807\nb 1": `line 2: count 1 takes the sum past 2^63-1`,
		strings.Repeat("y", 70):      `line 1: "` + strings.Repeat("y", 60) + `…" is not FRAME;FRAME… COUNT`,
	} {
		if _, err := folded.Read(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
	broken := errors.New("broken")
	if _, err := folded.Read(io.MultiReader(strings.NewReader("a 1\n"), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

func TestWriteFoldedError(t *testing.T) {
	tree := testtree.Parse(t, "a 1\n")
	full := fmt.Errorf("disk full")
	if err := folded.Write(failing{full}, tree); err != full {
		t.Errorf("%v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func FuzzReadFolded(f *testing.F) {
	f.Add("a;b 1\na;b;c 2\n")
	f.Fuzz(func(t *testing.T, text string) {
		defer budget.Reading.Start(t, len(text))()
		p, err := folded.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		tree := testtree.Of(t, stacks.Source{Profile: p})
		testtree.CheckSums(t, tree)
		written := testtree.Folded(t, tree)
		back, err := folded.Read(strings.NewReader(written))
		if err != nil {
			t.Fatalf("%q is written %q: %v", text, written, err)
		}
		if again := testtree.Folded(t, testtree.Of(t, stacks.Source{Profile: back})); again != written {
			t.Errorf("%q is written %q, which reads %q", text, written, again)
		}
	})
}

// A stack has as many frames as one of an iprof at most, and lines that are equal are added up as they come.
func TestReadBounds(t *testing.T) {
	for frames, want := range map[int]error{iprof.MaxFrames: nil, iprof.MaxFrames + 1: iprof.ErrTooDeep} {
		p, err := folded.Read(strings.NewReader("a 1\n" + strings.Repeat(";", frames-1) + " 1\n"))
		if !errors.Is(err, want) || err == nil && p.Stacks.Len() != frames+1 {
			t.Errorf("%d frames: error %v, want %v", frames, err, want)
		}
	}
	const lines = 1 << 20
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	p, err := folded.Read(strings.NewReader(strings.Repeat("a;b 1\n", lines)))
	runtime.ReadMemStats(&after)
	if err != nil || p.Total(iprof.Samples) != lines {
		t.Fatalf("error %v", err)
	}
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 12<<20 { // 6 of them are the text, and the buffer
		t.Errorf("%d equal lines took %d bytes", lines, grown)
	}
}
