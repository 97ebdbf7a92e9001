package inlinetree

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/siteline"
)

func inlineText(t *testing.T, p *iprof.Profile, model inlining.Options, opts TextOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := Text(&b, testmodel.NewInlining(t, p, model), opts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func newInto(t *testing.T, p *iprof.Profile, match string) *inlining.Into {
	t.Helper()
	in, err := inlining.NewInto(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames, Disambiguate: true}), inlining.IntoOptions{Match: regexp.MustCompile(match)})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// trees removes the lines above the first tree and the notes below the last.
func trees(text string) string {
	_, trees, _ := strings.Cut(text, "\n\n")
	return trees[:strings.LastIndex(trees, "\n\n")+1]
}

func TestInlineTextOfEvenOrOdd(t *testing.T) {
	const want = `#1  75.0% of all entries: 6 in 4 instances
(root) EvenOrOddLength.main           2        [100% of unit entries]
└─ @3 EvenOrOddLength.printEvenOrOdd  2  ×1    [66.7%]
   │  ◆ @6 →9 50.0% →15 50.0% (2)
   └─ @9 EvenOrOddLength.printEven    1  ×0.5  [33.3%]
      └─ @2 EvenOrOddLength.print     1  ×1    [16.7%]
            ◇ @4 monomorphic: PrintStream 100% (1)

#2  25.0% of all entries: 2 in 2 instances
(root) EvenOrOddLength.printOdd  1      [100% of unit entries]
└─ @2 EvenOrOddLength.print      1  ×1  [50.0%]
      ◇ @4 monomorphic: PrintStream 100% (1)
`
	p := testprofile.Example("even-or-odd.iprof")
	if got := trees(inlineText(t, p, inlining.Options{}, TextOptions{Sites: 3})); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	const ascii = `#1  75.0% of all entries: 6 in 4 instances
(root) EvenOrOddLength.main           2      [100% of unit entries]
` + "`" + `- @3 EvenOrOddLength.printEvenOrOdd  2  x1  [66.7%]
   |  * @6 ->9 50.0% ->15 50.0% (2)
   ` + "`" + `- ... 1 more (2 instances), 33.3% of unit entries

... 1 more unit, with 25.0% of all entries
`
	if got := trees(inlineText(t, p, inlining.Options{Depth: 1, Units: 1}, TextOptions{ASCII: true, Sites: 3})); got != ascii {
		t.Errorf("got\n%swant\n%s", got, ascii)
	}
}

func TestInlineTextOfAllThereIs(t *testing.T) {
	p := testprofile.Parse(t, testprofile.InlineCase)
	// The last row is long, but no longer than terminals have room for: all numbers are in one column.
	const want = `#1  100% of all entries: 36.8M in 6 instances
(root) M.m                 7.88M          [100% of unit entries]
│  ◇ @12 megamorphic (8+): A ≤22.2% | B ≤19.4% | C ≤16.7% | D ≤13.9% | E ≤11.1% | F ≤8.33% | G ≤5.56% | H ≤2.78% (≥36)
│  ◇ @13 instanceof, polymorphic: A 33.3% | B 33.3% | C 33.3% (3)
│  ◇ @11 bimorphic: A 66.7% | B 33.3% (3)
│  ◇ @10 monomorphic: A 100% (7.88M)
│  ◆ @19 →46 66.7% →22 33.3% (7.88M)
│  ◆ @50 →46 75.0% →(place unknown) 25.0% (4)   … 2 always one way
├─ @7 M.a                  15.8M  ×2       [42.9%]  ◆ 1 always one way
├─ @30 M.c                 7.88M  ×1.00    [21.4%]
├─ @7 M.b                  5.26M  ×0.667   [14.3%]
└─ @20 M.a                   n/a          [<0.01%]
   └─ (place unknown) M.c  1,000          [<0.01%]
`
	if got := trees(inlineText(t, p, inlining.Options{}, TextOptions{Sites: 5})); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	const narrow = `#1  100% of all entries: 36.8M in 6 instances
(root) M.m  7.88M          [100% of unit entries]
│  ◇ @12 megamorphic (8+): A ≤22.2% | … 7 more (≥36)   … 3 more
│  ◆ @19 →46 66.7% →22 33.3% (7.88M)   … 1 more, 2 always one way
├─ @7 M.a   15.8M  ×2      [42.9%]  ◆ 1 always one way
├─ @30 M.c  7.88M  ×1.00   [21.4%]
├─ @7 M.b   5.26M  ×0.667  [14.3%]
└─ … 1 more (2 instances), <0.01% of unit entries
`
	if got := trees(inlineText(t, p, inlining.Options{MinShare: 0.01}, TextOptions{Sites: 1, Width: 72})); got != narrow {
		t.Errorf("got\n%swant\n%s", got, narrow)
	}
	var b bytes.Buffer
	if err := IntoText(&b, newInto(t, p, `M\.c`), TextOptions{}); err != nil {
		t.Fatal(err)
	}
	const into = `#1  100% inlined, into 1 unit
M.c                     7.89M         [100% of its entries]
├─ (root) @30 M.m       7.88M  ×1.00  [>99.9%]
└─ (place unknown) M.a  1,000          [0.01%]
   └─ (root) @20 M.m    1,000          [0.01%]
`
	if got := trees(b.String()); got != into {
		t.Errorf("got\n%swant\n%s", got, into)
	}
}

// Entries and shares that the file does not have are n/a. The example is the published one.
func TestInlineTextOfUnknownCounts(t *testing.T) {
	const want = `#1  100% of all entries: 11 in 3 instances
(root) Fib.fibonacci        1       [100% of unit entries]
│  ◆ @11 →20 90.9% →53 9.09% (11)
└─ @34 PrintStream.print   10  ×10  [90.9%]
   └─ @2 String.valueOf   n/a         [n/a]
         ◇ @11 monomorphic: String 100% (10)

#2  entries unknown, 2 instances
(root) HashMap.getNode  n/a
└─ @23 HashMap.hash     n/a
      ◇ @9 polymorphic: String 50.8% | Integer 47.5% | Class 1.69% (118)
`
	p := testprofile.Example("fib.iprof")
	if got := trees(inlineText(t, p, inlining.Options{MinShare: 0.1}, TextOptions{})); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestInlineTextOfHostileNames(t *testing.T) {
	text, names := testprofile.Hostile()
	p := testprofile.Parse(t, text)
	all := inlining.Options{}
	got := inlineText(t, p, all, TextOptions{})
	if strings.ContainsAny(got, "\x1b\u009b\t\u202e\u2028") {
		t.Error("control characters reach the terminal")
	}
	for _, name := range names {
		if !strings.Contains(got, plaintext.Visible(name)) {
			t.Errorf("%q is not there as %s", name, plaintext.Visible(name))
		}
	}
	if want := 1 + len(names); strings.Count(trees(got), "\n") != want+len(names)-1 {
		t.Errorf("%d lines, want a line a method and a call", strings.Count(trees(got), "\n"))
	}
	for _, r := range inlineText(t, p, all, TextOptions{ASCII: true, Width: 60}) {
		if r >= 0x80 || r < ' ' && r != '\n' {
			t.Fatalf("%q is not ASCII", r)
		}
	}
	colored := inlineText(t, p, all, TextOptions{Color: true})
	if plain := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(colored, ""); plain != got {
		t.Error("color changes the text")
	}

	var b bytes.Buffer
	if err := Markdown(&b, testmodel.NewInlining(t, p, all), TextOptions{}); err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(b.String(), "\n````text\n")
	if inside, behind, ok := strings.Cut(code, "\n````\n"); !ok || behind != "" || inside != strings.TrimSuffix(trees(got), "\n") {
		t.Errorf("the block of code is not all of the trees:\n%s", b.String())
	}
}

// TestInlineTextFits: at every width no line is longer, the lines of every tree are connected, and no number is missing.
func TestInlineTextFits(t *testing.T) {
	profiles := map[string]*iprof.Profile{"shop": testprofile.Example("shop.iprof")}
	files, _ := filepath.Glob("../../../shared/real/*.iprof.gz")
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		profiles[filepath.Base(file)] = testprofile.Read(t, z)
		f.Close()
	}
	if len(files) == 0 {
		t.Log("no published profiles beside the project: shop.iprof alone")
	}
	widths := []int{80}
	if testtier.More(t, "widths of 100 and 160 columns") {
		widths = []int{80, 100, 160}
	}
	for name, p := range profiles {
		for _, width := range widths {
			got := inlineText(t, p, inlining.Options{MinShare: 0.005}, TextOptions{Width: width, Sites: 3})
			for line := range strings.Lines(got) {
				if n := plaintext.Columns(strings.TrimSuffix(line, "\n")); n > width {
					t.Errorf("%s: %d columns instead of %d: %s", name, n, width, line)
				}
			}
			above := ""
			for line := range strings.Lines(got) {
				checkLines(t, above, line)
				above = line
			}
		}
	}
}

// checkLines: a line that goes up from a row meets one in the row above, in the same column.
func checkLines(t *testing.T, above, line string) {
	t.Helper()
	up := []rune(above)
	for i, r := range []rune(line) {
		if !strings.ContainsRune("│├└ ", r) || strings.HasPrefix(above, "…") { // outer levels are cut off
			return
		}
		if r == ' ' || i == 0 { // a root has no separate line: it begins at the left edge
			continue
		}
		if i >= len(up) || !strings.ContainsRune("│├", up[i]) && up[i] == ' ' {
			t.Errorf("the line in column %d comes from nowhere:\n%s%s", i, above, line)
			return
		}
	}
}

// TestInlineTextOfDeepTrees: as text, a chain of n calls is not n² characters long.
func TestInlineTextOfDeepTrees(t *testing.T) {
	const depth = 20_000
	ctx := "1:0" + strings.Repeat("<1:3", depth)
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"T"}],"methods":[{"id":1,"name":"a","signature":[1,1]}],
		"callCountProfiles":[{"ctx":"1:0","records":[1]},{"ctx":"`+ctx+`","records":[7]}]}`)
	for _, width := range []int{0, 80} {
		got := inlineText(t, p, inlining.Options{}, TextOptions{Width: width})
		if len(got) > depth*1200 {
			t.Errorf("width %d: %d bytes for %d rows", width, len(got), depth)
		}
		if rows := strings.Count(got, "T.a"); rows != depth+1 {
			t.Errorf("width %d: %d rows", width, rows)
		}
		got = trees(got)
		last := got[strings.LastIndexByte(strings.TrimSuffix(got, "\n"), '\n')+1:]
		if !strings.HasPrefix(last, "…19") || !strings.Contains(last, "└") {
			t.Errorf("width %d: the last row is %q", width, last)
		}
	}
}

// TestInlineJSON parses the trees and adds them up.
func TestInlineJSON(t *testing.T) {
	text, names := testprofile.Hostile()
	for _, source := range []string{text, testprofile.InlineCase} {
		p := testprofile.Parse(t, source)
		var b bytes.Buffer
		in, err := inlining.New(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames}), inlining.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := JSON(&b, in); err != nil {
			t.Fatal(err)
		}
		var got struct {
			SchemaVersion int `json:"schema_version"`
			Base          json.Number
			Units         []struct {
				Inclusive json.Number
				Instances []struct {
					Parent       *int
					BCI          *int
					Method       string
					Entries      *json.Number
					Frequency    *float64
					Conditionals []struct {
						BCI, Executions int
						Successors      []struct {
							Target      int `json:"target_bci"`
							Count       int
							Probability float64
						}
					}
					Receivers []struct {
						Kind  string
						Types []struct {
							Type  string
							Count int
						}
					}
				}
			}
		}
		if err := json.Unmarshal(b.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		if got.SchemaVersion != 1 || len(got.Units) != 1 || got.Base != got.Units[0].Inclusive {
			t.Errorf("%+v", got)
		}
		instances := got.Units[0].Instances
		if source == text {
			for i, name := range names[:len(names)-1] {
				found := false
				for _, n := range instances {
					found = found || strings.HasSuffix(n.Method, name)
				}
				if !found {
					t.Errorf("name %d, %q, is not there", i, name)
				}
			}
			continue
		}
		if n := instances[1]; n.Parent == nil || *n.Parent != 0 || *n.BCI != 7 || *n.Entries != "15768426" || *n.Frequency != 2 {
			t.Errorf("%+v", n)
		}
		if n := instances[4]; n.Entries != nil || n.Frequency != nil || n.Method != "M.a" {
			t.Errorf("%+v", n)
		}
		root := instances[0]
		if c := root.Conditionals[0]; c.BCI != 19 || c.Executions != 7884213 || c.Successors[1].Target != 22 || c.Successors[1].Count != 2628071 {
			t.Errorf("%+v", c)
		}
		if r := root.Receivers[0]; r.Kind != "megamorphic" || len(r.Types) != 8 || r.Types[0].Type != "A" || r.Types[0].Count != 8 {
			t.Errorf("%+v", r)
		}
	}
}

type brokenWriter struct{ left int }

func (w *brokenWriter) Write(b []byte) (int, error) {
	if w.left -= len(b); w.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(b), nil
}

func TestInlineWriteErrors(t *testing.T) {
	p := testprofile.Example("shop.iprof")
	in := testmodel.NewInlining(t, p, inlining.Options{})
	into := newInto(t, p, "")
	for name, write := range map[string]func(w io.Writer) error{
		"text":          func(w io.Writer) error { return Text(w, in, TextOptions{}) },
		"markdown":      func(w io.Writer) error { return Markdown(w, in, TextOptions{}) },
		"json":          func(w io.Writer) error { return JSON(w, in) },
		"into text":     func(w io.Writer) error { return IntoText(w, into, TextOptions{}) },
		"into markdown": func(w io.Writer) error { return IntoMarkdown(w, into, TextOptions{}) },
		"into json":     func(w io.Writer) error { return IntoJSON(w, into) },
	} {
		if err := write(&brokenWriter{left: 1000}); err != io.ErrShortWrite {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSeparateLinesFitWidth gives the first part a long head and the last a long tail, in all widths that leave room for them.
func TestSeparateLinesFitWidth(t *testing.T) {
	line := siteline.Line{Mark: '◇', Head: "polymorphic: ", Sep: " | ", Tail: " (496M)", Parts: []siteline.Part{
		{Name: "java.util.stream.Streams$ConcatSpliterator$OfInt", Share: ">99.9%"}, {Name: "java.util.Spliterators$IntArraySpliterator", Share: "<0.1%"},
		{Name: "java.util.stream.Streams$RangeIntSpliterator$AnotherOne", Share: "<0.1%"},
	}}
	for width := 40; width < 200; width++ {
		for _, text := range line.AllTexts(TextOptions{Width: width}, 0) {
			if plaintext.Columns(text) > width {
				t.Errorf("%d columns: %q has %d", width, text, plaintext.Columns(text))
			}
		}
	}
}

// Numbers are in one column where terminals have room for it. A row that is much longer than all others does not move theirs.
func TestNumbersColumn(t *testing.T) {
	for _, c := range []struct {
		widths []int32
		want   int
	}{
		{[]int32{20, 20, 20, 20, 56}, 56},
		{[]int32{20, 20, 20, 20, 20, 20, 57}, 20},
		{[]int32{20, 20, 20, 20, 50, 60, 70, 81}, 70},
	} {
		var rows []treePlace
		for _, width := range c.widths {
			rows = append(rows, treePlace{width: width})
		}
		if got := numbersColumn(rows, func(p treePlace) int { return int(p.width) }); got != c.want {
			t.Errorf("%v: column %d, want %d", c.widths, got, c.want)
		}
	}
}
