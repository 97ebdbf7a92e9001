package listing

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A small screen has the callees of a source line in one line, the heaviest first, and of two methods the rows of one.
func TestListHasTheHeaviestCalleesOnASmallScreen(t *testing.T) {
	text := testfile.Read(t, "../../testdata/wordcount.iprof")
	path := testpath.Open(t, "../../testdata/wordcount.jar")
	p := testprofile.Read(t, bytes.NewReader(text))
	l, err := code.List(p, convert.NewNames(p, convert.NameOptions{}), regexp.MustCompile("addLine|main"), code.ListOptions{Class: path.Class})
	if err != nil {
		t.Fatal(err)
	}
	const lines = 19
	var b bytes.Buffer
	if err := Text(&b, l, Options{Width: 80, Lines: lines, By: ByFolded}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\n▂ 140k     5    306  line 27\n                     → w.WordCount.find @47 inlined ×14, 159 samples, … 1 more\n",
		"\nwords.WordCount.main: 1 entry, 0 self, 584 total samples\n",
		"\nnot shown: 8 rows, parts of others and all rows of 1 method, the hottest remain\n  (--all)\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("there is no\n%s\nin\n%s", want, b.String())
		}
	}
	if n := strings.Count(b.String(), "\n"); n > lines {
		t.Errorf("%d lines:\n%s", n, b.String())
	}
}

// On a small screen the places that ran most often remain, even without samples, and bars are relative to the most of all, by counts in
// the records of addText: @9 and @20 about 568 million, @24 415 million, @33 153 million.
func TestListHasTheLargestCountsOnASmallScreen(t *testing.T) {
	p := testprofile.Example("tally.iprof")
	l, err := code.List(p, convert.NewNames(p, convert.NameOptions{}), regexp.MustCompile(`Tally\.addText`), code.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for lines, want := range map[int][]string{
		22: {"█  568M                 9\n", "▇  568M                20\n", "▆  415M     2      2   24\n", "    n/a     0    421   47\n"},
		16: {"█ 568M                 9\n", "    n/a     0    421   47\n"},
	} {
		var b bytes.Buffer
		if err := Text(&b, l, Options{Width: 80, Lines: lines}); err != nil {
			t.Fatal(err)
		}
		for _, row := range want {
			if !strings.Contains(strings.ReplaceAll(b.String(), " ", ""), "\n"+strings.ReplaceAll(row, " ", "")) {
				t.Errorf("%d lines: there is no\n%s\nin\n%s", lines, row, b.String())
			}
		}
		if strings.Count(b.String(), "█") != 1 || !strings.Contains(b.String(), "not shown: ") {
			t.Errorf("%d lines:\n%s", lines, b.String())
		}
	}
}

// Where a narrow screen has room, rows have a line for each call again, not one of each kind; and the trips of a loop are never cut.
func TestListFillsTheScreen(t *testing.T) {
	path := testpath.Open(t, "../../testdata/tally.jar")
	p := testprofile.Example("tally.iprof")
	l, err := code.List(p, convert.NewNames(p, convert.NameOptions{}), regexp.MustCompile(`Tally\.addText`), code.ListOptions{Class: path.Class})
	if err != nil {
		t.Fatal(err)
	}
	for lines, want := range map[int][]string{
		23: {"→63 :35 0.01% ↺ 11,358 trips\n", "→ ….charAt @14 99 samples, … 1 more\n", "→ @44 j.l.String.substring 85 samples\n", "→ @47 t.Tally.find not inlined, 421\n"},
		18: {"→63 :35 0.01% ↺ 11,358 trips\n"},
		16: {"→ @47 t.Tally.find not inlined, 421\n"}, // without a conditional
	} {
		var b bytes.Buffer
		if err := Text(&b, l, Options{Width: 60, Lines: lines, By: ByFolded}); err != nil {
			t.Fatal(err)
		}
		for _, row := range want {
			if !strings.Contains(b.String(), row) {
				t.Errorf("%d lines: there is no\n%s\nin\n%s", lines, row, b.String())
			}
		}
		if n := strings.Count(b.String(), "\n"); n > lines {
			t.Errorf("%d lines:\n%s", n, b.String())
		}
		rows, legend, _ := strings.Cut(b.String(), "not shown")
		for _, mark := range []string{"◆ ", "◇ ", "→ ", "↺ "} {
			if strings.Contains(rows, mark) != strings.Contains(legend, mark) {
				t.Errorf("%d lines: %swithout a legend, or the other way around:\n%s", lines, mark, b.String())
			}
		}
	}
}

// The conditional that ends a loop remains of a line, also if another was executed more often.
func TestFoldKeepsTheLoop(t *testing.T) {
	branch := func(bci iprof.BCI, executions int64, trips float64) code.Place {
		c := &sites.Conditional{Site: sites.Site{BCI: bci}, Executions: executions}
		return code.Place{BCI: bci, Branch: c, LoopEnd: code.LoopEnd{Trips: trips}, Execution: code.Execution{Count: executions}}
	}
	m := code.Method{Places: []code.Place{branch(3, 90, 0), branch(5, 80, 4), branch(7, 85, 0)}}
	w := writer{RowMaker: RowMaker{Listing: &code.Listing{}}}
	row := Row{places: []int{0, 1, 2}}
	w.fold(&m, &row)
	if len(row.Lines) != 1 || row.Lines[0].Tail != " ↺ 4 trips" {
		t.Errorf("%+v", row.Lines)
	}
}
