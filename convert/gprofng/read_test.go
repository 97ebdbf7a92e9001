package gprofng_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/gprofng"
	"github.com/iprof-viz/iprof-viz/internal/lines"
)

// small has two columns; main is in both places, and has 12 ms and 3 waits itself.
const small = `Functions Call Tree. Metric: Attributed Total CPU Time

Attr. Total   Attr.      Name
CPU           Sync Wait
 sec.      %   Count
0.100 100.00   7         +-<Total>
0.080  80.00   7           +-_start
0.080  80.00   7           |  +-main
0.050  50.00   0           |    +-solve(int, char const*)
0.030  30.00   0           |    |  +-main
0.018  18.00   4           |    +-clone
0.020  20.00   0           +-<Truncated-stack>
`

const (
	smallTimes = `_start;main;solve(int, char const*);main 30
_start;main;solve(int, char const*) 20
_start;main;clone 18
_start;main 12
<Truncated-stack> 20
`
	smallWaits = `_start;main;clone 4
_start;main 3
`
)

// folded returns the stacks of a text, a line each, and its summary.
func folded(text, column string) (string, *gprofng.Summary, error) {
	var b strings.Builder
	sum, err := gprofng.Read(strings.NewReader(text), gprofng.Options{Column: column}, func(stack []string, value int64) error {
		fmt.Fprintf(&b, "%s %d\n", strings.Join(stack, ";"), value)
		return nil
	})
	return b.String(), sum, err
}

// heading is the title of a tree with one column of seconds, and one of bytes.
const (
	heading      = "Functions Call Tree. Metric: Attributed Total CPU Time\n\nAttr.      Name\nTotal\nCPU sec.\n"
	bytesHeading = "Functions Call Tree. Metric: Attributed Bytes Allocated\n\nAttr.      Name\nBytes\nAllocated\n"
)

func TestRead(t *testing.T) {
	prefixed := func(prefix string) string {
		return prefix + strings.ReplaceAll(strings.TrimSuffix(small, "\n"), "\n", "\n"+prefix) + "\n"
	}
	times := func() string {
		all := strings.SplitAfter(small, "\n")
		for i := range all[:len(all)-1] {
			all[i] = fmt.Sprintf("[%d.25s] %s", 5+i, all[i])
		}
		return strings.Join(all, "")
	}
	for _, test := range []struct{ name, text, column, want string }{
		{"the first column", small, "", smallTimes},
		{"another column", small, "sync wait count", smallWaits},
		{"carriage returns", strings.ReplaceAll(small, "\n", "\r\n"), "", smallTimes},
		{"no line feed at the end", strings.TrimSuffix(small, "\n"), "", smallTimes},
		{"empty lines removed", strings.ReplaceAll(small, "\n\n", "\n"), "", smallTimes},
		{"decimal commas", strings.ReplaceAll(strings.ReplaceAll(small, "0.", "0,"), ".00 ", ",00 "), "", smallTimes},
		{"a level in front of every line", prefixed("[info] "), "", smallTimes},
		{"times in front of every line, of two widths", times(), "", smallTimes},
		{"a prefix that trailing blanks are cut off", strings.ReplaceAll(prefixed("[info] "), "[info] \n", "[info]\n"), "", smallTimes},
		{"text before and after", "Experiment: x.er\n" + small + "\nFunctions sorted by metric: …\n0.1  100.00   main\n", "", smallTimes},
		{"lines of another tool inside", strings.Replace(small, "0.050", "warning: 3 of 4\n0.050", 1), "", smallTimes},
		{"a second tree", small + bytesHeading + "16         +-<Total>\n16           +-f\n", "", smallTimes},
		{"a second tree that has the column", small + bytesHeading + "16         +-<Total>\n16           +-f\n", "bytes", "f 16\n"},
		{"zero seconds", heading + "0.100      +-<Total>\n0.           +-f\n0.100        +-g\n", "", "g 100\n"},
		{"seconds of several digits", heading + "12345.678      +-<Total>\n12345.678        +-f\n", "", "f 12345678\n"},
		{"whole and short seconds", heading + "12.5       +-<Total>\n 2           +-f\n10.5         +-g\n", "", "f 2000\ng 10500\n"},
		{"nothing at all", heading + "0.         +-<Total>\n", "", ""},
		{"another root than <Total>", heading + "0.100      +-main\n0.060        +-f\n", "", "main;f 60\nmain 40\n"},
		{"<Total> as a function", heading + "0.100      +-<Total>\n0.100        +-<Total>\n", "", "<Total> 100\n"},
		{"names of trees", heading + "0.100      +-<Total>\n0.100        +-operator+-(|  +-x)\n", "", "operator+-(|  +-x) 100\n"},
		{"no name", heading + "0.100      +-<Total>\n0.100        +-\n", "", " 100\n"},
		{"control characters, and bytes that are not UTF-8", heading + "0.100      +-<Total>\n0.100        +-a\x00\x1b[31m\xff\n", "", "a\x00\x1b[31m\ufffd 100\n"},
		{"callees have 1 ms more by rounding", heading + "0.100      +-<Total>\n0.100        +-f\n0.050          +-g\n0.051          +-h\n", "", "f;g 50\nf;h 51\n"},
		{"a self value of 1 ms stays, rounding or not", heading + "0.100      +-<Total>\n0.100        +-f\n0.099          +-g\n", "", "f;g 99\nf 1\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, sum, err := folded(test.text, test.column)
			if err != nil {
				t.Fatal(err)
			}
			if got != test.want {
				t.Errorf("stacks\n%s\nwant\n%s", got, test.want)
			}
			for _, note := range sum.Notes {
				if !strings.Contains(note, "more call tree") {
					t.Errorf("note %q", note)
				}
			}
		})
	}
}

func TestSummary(t *testing.T) {
	_, sum, err := folded("Current metrics: e.%totalcpu:e+syncn:e!user:name\n"+small, "e+syncn")
	if err != nil {
		t.Fatal(err)
	}
	want := `2 ["Total CPU" (ms) "Sync Wait Count" (count)] 1 7 0 count`
	if got := fmt.Sprintf("%d %v %d %d %d %s", sum.Line, sum.Columns, sum.Column, sum.Total, sum.Missing, sum.Unit()); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if sum.Columns[0].Name != "totalcpu" || sum.Columns[1].Name != "syncn" {
		t.Errorf("names %q, %q", sum.Columns[0].Name, sum.Columns[1].Name)
	}
}

func TestTreesThatDoNotAddUp(t *testing.T) {
	for _, test := range []struct{ name, text, want, note string }{
		{"<Total> has more than its callees", heading + "0.100      +-<Total>\n0.060        +-f\n", "f 60\n", "<Total> has 100, which is 40 ms more"},
		{"much more", heading + "12.100     +-<Total>\n0.060        +-f\n", "f 60\n", "<Total> has 12,100, which is 12,040 ms more"},
		{"callees have more than their caller", heading + "0.100      +-<Total>\n0.100        +-f\n0.103          +-g\n", "f;g 103\n",
			"the callees of 1 function have more than their caller, first in line 7, by 3 ms"},
		{"counts are not rounded", bytesHeading + "100        +-<Total>\n100          +-f\n101            +-g\n", "f;g 101\n", "first in line 7, by 1 byte"},
		{"numbers are grouped", heading + "12.345     +-<Total>\n1.2          +-f\n", "f 1200\n", "<Total> has 12,345, which is 11,145 ms more"},
		{"announced siblings that never come", heading + "0.100      +-<Total>\n0.060        +-f\n0.060        |  +-g\n0.050        |  |  +-h\n",
			"f;g;h 50\nf;g 10\n", "2 announced functions are missing"},
		{"announced siblings in the middle", heading + "0.100      +-<Total>\n0.060        +-f\n0.060        |  +-g\n0.050        |  |  +-h\n0.040        +-i\n",
			"f;g;h 50\nf;g 10\ni 40\n", "1 announced function is missing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, sum, err := folded(test.text, "")
			if err != nil {
				t.Fatal(err)
			}
			if got != test.want {
				t.Errorf("stacks\n%s\nwant\n%s", got, test.want)
			}
			if notes := strings.Join(sum.Notes, "\n"); !strings.Contains(notes, test.note) {
				t.Errorf("notes %q, want %q", notes, test.note)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	collapsed := small
	for strings.Contains(collapsed, "  ") {
		collapsed = strings.ReplaceAll(collapsed, "  ", " ")
	}
	total := heading + "0.100      +-<Total>\n"
	many := bytesHeading + "9223372036854775807      +-<Total>\n9223372036854775807        +-f\n"
	for _, test := range []struct {
		name, text, column string
		line               int
		want               string
	}{
		{"no text", "", "", 0, "not a gprofng or er_print call tree"},
		{"no call tree", "Functions sorted by metric: Exclusive Total CPU Time\n", "", 0, "no line begins with"},
		{"no rows", heading, "", 1, "no rows after the title"},
		{"no titles of columns", "Functions Call Tree. Metric: x\n0.100      +-<Total>\n", "", 2, "the titles of columns are missing"},
		{"a last column that is not Name", strings.Replace(small, "Name", "Size", 1), "", 6, "the last one is not Name"},
		{"fewer numbers than columns", strings.Replace(small, "0.100 100.00   7", "0.100 100.00    ", 1), "", 6, `column "Sync Wait Count" has no values`},
		{"collapsed blanks", collapsed, "", 6, "runs of spaces were collapsed"},
		{"no such column", small, "heap", 6, `no column "heap": the call tree has "Total CPU" (ms), "Sync Wait Count" (count)`},
		{"a name of two columns", small, "t", 6, `column "t" may be "Total CPU" (ms) or "Sync Wait Count" (count)`},
		{"a name of signs only", small, "-", 6, "no column"},
		{"percentages only", "Functions Call Tree. Metric: x\nAttr.      Name\nTotal\nCPU   %\n100.00     +-<Total>\n", "", 5, "percentages only"},
		{"a row with fewer numbers", strings.Replace(small, "18.00   4", "18.00    ", 1), "", 11, "the row has 2 values, the first row 3"},
		{"too many decimals", heading + "0.1000     +-<Total>\n", "", 6, `"0.1000" has more than 3 decimals`},
		{"a count with decimals", bytesHeading + "1.5        +-<Total>\n", "", 6, `"1.5" has more than 0 decimals`},
		{"a negative value", total + "-0.100       +-f\n", "", 7, "is negative"},
		{"a value with letters", total + "0x10         +-f\n", "", 7, `"0x10" is not a value`},
		{"a value past 63 bits", bytesHeading + "9223372036854775808      +-<Total>\n", "", 6, "does not fit in 63 bits"},
		{"milliseconds past 63 bits", heading + "9223372036854776.        +-<Total>\n", "", 6, "does not fit in 63 bits"},
		{"a sum of callees past 63 bits", many + "1                          +-g\n", "", 8, "past 2^63-1"},
		{"a sum of stacks past 63 bits", bytesHeading + "2                    +-<Total>\n1                      +-f\n" +
			"9223372036854775807    |  +-g\n1                      +-h\n9223372036854775807      +-i\n", "", 10, "past 2^63-1"},
		{"a row that stands too far to the right", total + "0.100           +-f\n", "", 7, "column 17 fits no row above"},
		{"a row that stands between others", total + "0.050        |  +-f\n0.050        +-g\n", "", 7, "fits no row above"},
		{"a sibling in another column", total + "0.050        +-f\n0.050         +-g\n", "", 8, "fits no row above"},
		{"a second root", total + "0.050      +-f\n", "", 7, "a second root"},
		{"a line that is too long", total + strings.Repeat("x", 5<<20) + "\n", "", 7, "line too long"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, sum, err := folded(test.text, test.column)
			if sum != nil || err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("%v, want %q", err, test.want)
			}
			var placed *lines.Error
			switch {
			case test.line == 0 && !errors.Is(err, gprofng.ErrNoTree):
				t.Errorf("%v wraps no ErrNoTree", err)
			case test.line > 0 && (!errors.As(err, &placed) || placed.Line != test.line):
				t.Errorf("%v is not placed in line %d", err, test.line)
			}
		})
	}
}

func TestErrorOfAddEndsTheReading(t *testing.T) {
	stop := errors.New("enough")
	calls := 0
	_, err := gprofng.Read(strings.NewReader(small), gprofng.Options{}, func([]string, int64) error {
		calls++
		return stop
	})
	var placed *lines.Error
	if !errors.Is(err, stop) || calls != 1 || !errors.As(err, &placed) || placed.Line != 10 {
		t.Errorf("%d calls, %v", calls, err)
	}
}

func TestDetect(t *testing.T) {
	pad := func(n int) string { return strings.Repeat("x", n-1) + "\n" }
	for _, test := range []struct {
		name, text string
		want       bool
	}{
		{"a call tree", small, true},
		{"with a prefix", "[info] " + strings.ReplaceAll(small, "\n", "\n[info] "), true},
		{"below the header of an experiment", pad(2000) + small, true},
		{"cut off in its heading", (pad(4020) + small)[:4096], true},
		{"nothing", "", false},
		{"a title alone", "Functions Call Tree. Metric: x\n", false},
		{"folded stacks of such a function", "main;Functions Call Tree. Metric: x 3\nmain;+-x 3\n", false},
		{"no call tree", pad(4096), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := gprofng.Detect([]byte(test.text)); got != test.want {
				t.Errorf("%v, want %v", got, test.want)
			}
		})
	}
}

func TestDeepTree(t *testing.T) {
	const depth = 5000
	var b strings.Builder
	b.WriteString(bytesHeading)
	for i := range depth + 1 {
		name := "f"
		if i == 0 {
			name = "<Total>"
		}
		fmt.Fprintf(&b, "%d%s+-%s\n", depth+1-max(i, 1), strings.Repeat(" ", 10+2*i-len(fmt.Sprint(depth+1-max(i, 1)))+4), name)
	}
	values, deepest := int64(0), 0
	_, err := gprofng.Read(strings.NewReader(b.String()), gprofng.Options{}, func(stack []string, value int64) error {
		values += value
		deepest = max(deepest, len(stack))
		return nil
	})
	if err != nil || values != depth || deepest != depth {
		t.Errorf("%d, %d deep, %v", values, deepest, err)
	}
}

func TestLargestValue(t *testing.T) {
	got, sum, err := folded(fmt.Sprintf("%s%d      +-<Total>\n%d        +-f\n", bytesHeading, int64(math.MaxInt64), int64(math.MaxInt64)), "")
	if err != nil || sum.Total != math.MaxInt64 || got != fmt.Sprintf("f %d\n", int64(math.MaxInt64)) {
		t.Errorf("%q, %v", got, err)
	}
}
