package xprof_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/convert/xprof"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/lines"
)

// folded returns the stacks of a text, a line each, and its summary.
func folded(text string, opts xprof.Options) (string, *xprof.Summary, error) {
	var b strings.Builder
	sum, err := xprof.Read(strings.NewReader(text), opts, func(stack []string, ticks int64) error {
		fmt.Fprintf(&b, "%s %d\n", strings.Join(stack, ";"), ticks)
		return nil
	})
	return b.String(), sum, err
}

// small is a block of 10 ticks, 2 of them blocked.
const small = `
Flat profile of 1.00 secs (10 total ticks): main

  Interpreted + native   Method                        
 50.0%     3  +     1    app.Main.run
 12.5%     1  +     0    app.Main.load
 62.5%     4  +     1    Total interpreted

     Compiled + native   Method                        
 25.0%     2  +     0    app.Main.run
 25.0%     2  +     0    Total compiled

  Thread-local ticks:
 20.0%     2             Blocked (of total)
 12.5%     1             Class loader

`

const smallFolded = `main;interpreted;app.Main.run 3
main;interpreted;app.Main.run;<native> 1
main;interpreted;app.Main.load 1
main;compiled;app.Main.run 2
main;Blocked 2
main;Class loader 1
`

// with returns small with a text put in after the first place of another.
func with(text, after string) string {
	before, rest, ok := strings.Cut(small, after)
	if !ok {
		panic("small has no " + after)
	}
	return before + after + text + rest
}

func TestRead(t *testing.T) {
	unread := strings.Replace(smallFolded, "interpreted;app.Main.load 1", "interpreted;<elided> 1", 1)
	for _, test := range []struct{ name, text, want string }{
		{"a block reads as stacks", small, smallFolded},
		{"a second VM in the same file", small + small, smallFolded + smallFolded},
		{"collapsed blanks", collapse(small), smallFolded},
		{"empty lines removed", strings.ReplaceAll(collapse(small), "\n\n", "\n"), smallFolded},
		{"decimal commas, as in other locales", strings.NewReplacer("0%", "0%", ".5%", ",5%", ".0%", ",0%", "1.00", "1,00").Replace(small), smallFolded},
		{"no line feed at the end", strings.TrimRight(small, "\n"), smallFolded},
		{"carriage returns", strings.ReplaceAll(small, "\n", "\r\n"), smallFolded},
		{"a byte order mark", "\ufeff" + small, smallFolded},
		{"a level in front of every line", prefixed(small, "[info] "), smallFolded},
		{"a container's name in front of every line", prefixed(small, "app-1  | "), smallFolded},
		{"times in front of every line", prefixed(small, "[%d.25s] "), smallFolded},
		{"a wrong percentage, as long as the sums fit", strings.Replace(small, "12.5%     1  +", "12.6%     1  +", 1), smallFolded},
		{"percentages of another base, as long as the sums fit",
			strings.NewReplacer("50.0%", " 1.0%", "12.5%", " 2.0%", "62.5%", " 3.0%", "25.0%", " 4.0%").Replace(small), smallFolded},
		{"percentages that are all zero",
			strings.NewReplacer("50.0%", " 0.0%", "12.5%", " 0.0%", "62.5%", " 0.0%", "25.0%", " 0.0%", "20.0%", " 0.0%").Replace(small), smallFolded},

		{"a row that somebody cut out is elided", strings.Replace(small, " 12.5%     1  +     0    app.Main.load\n", "...\n", 1), unread},
		{"rows that the VM elides", strings.Replace(strings.Replace(small, " 12.5%     1  +     0    app.Main.load\n", "", 1),
			"Total interpreted", "Total interpreted (including elided)", 1), unread},
		{"elided native ticks", strings.Replace(strings.Replace(small, " 50.0%     3  +     1    app.Main.run\n", "", 1),
			"Total interpreted", "Total interpreted (including elided)", 1),
			"main;interpreted;app.Main.load 1\nmain;interpreted;<elided> 3\nmain;interpreted;<elided>;<native> 1\n" +
				"main;compiled;app.Main.run 2\nmain;Blocked 2\nmain;Class loader 1\n"},

		{"a program's row in a section", with("  10.0%     3  +     1    app.Fake.row\n", "app.Main.run\n"), smallFolded},
		{"a program's row of the right percentage before a section",
			with("  12.5%     1  +     0    app.Fake.row\n", "): main\n\n"), smallFolded},
		{"a program's row of the right percentage between sections",
			with("  12.5%     1  +     0    app.Fake.row\n", "Total interpreted\n\n"), smallFolded},
		{"a program's row in a section that elides",
			with("  75.0%     1  +     0    app.Fake.row\n", "app.Main.run\n"), smallFolded},
		{"a program's total in a section", with(" 100.0%     8  +     0    Total interpreted\n", "app.Main.run\n"), smallFolded},
		{"a program's total of another section", with("  25.0%     2  +     0    Total compiled\n", "app.Main.run\n"), smallFolded},
		{"a program's section title in a section", with("     Compiled + native   Method\n", "app.Main.run\n"), smallFolded},
		{"a program's section after the block", small + "     Stub + native   Method\n 12.5%     1  +     0    a.b\n" +
			" 12.5%     1  +     0    Total stub\n", smallFolded},
		{"a program's ticks among the thread's", with("  37.5%     4             Compilation\n", "(of total)\n"), smallFolded},
		{"a program's ticks of a kind that the thread has", with("  12.5%     1             Class loader\n", "Class loader\n"), smallFolded},
		{"a program's blocked ticks", with("  50.0%     2             Blocked (of total)\n", "Thread-local ticks:\n"), smallFolded},
		{"a program's header in a block", with("Flat profile of 9.99 secs (999 total ticks): x\n\n", "app.Main.run\n"), smallFolded},
		{"a program's summary in a block",
			with("Global summary of 9.99 seconds:\n100.0%    99             Received ticks\n", "app.Main.run\n"), smallFolded},
		{"a program's header before a block", "Flat profile of 9.99 secs (999 total ticks): x\n" + small, smallFolded},
		{"a program's header of the same ticks before a block", "Flat profile of 9.99 secs (10 total ticks): x\n" + small, smallFolded},
		{"a program's header after a block", small + "Flat profile of 9.99 secs (10 total ticks): x\n", smallFolded},
		{"text before a header", strings.Replace(small, "\nFlat", "progress 66.0% 3Flat", 1), smallFolded},
		{"text before every line", strings.ReplaceAll(small, "\n", "\nhello, 100% + 3 of 50.0% "), smallFolded},

		{"a program's line inside a row, after the first number", with("hello\n", "50.0%     3 "), smallFolded},
		{"several lines there, and the last has no end", with("hello\n10.0% is done\n + hello", "50.0%     3 "), smallFolded},
		{"a program's text there, on the same line", with("hello, 10.0% + 3x", "50.0%     3 "), smallFolded},
		{"a program's line inside a row, after the second number", with("hello\n", "50.0%     3  +     1 "), smallFolded},
		{"a program's text there, on the same line", with("hello", "50.0%     3  +     1 "), smallFolded},
		{"a program's empty line there", with("\n", "50.0%     3  +     1 "), smallFolded},
		{"a program's line inside a total, after the first number", with("hello\n", "62.5%     4 "), smallFolded},
		{"a program's line inside a total, after the second number", with("hello\n", "62.5%     4  +     1 "), smallFolded},
		{"the same with collapsed blanks", collapse(with("hello\n", "62.5%     4  +     1 ")), smallFolded},
		{"a program's line inside a total, before its end", with("hello", "Total interpreted"), smallFolded},
		{"a program's line inside blocked ticks", with("hello\n", "20.0%     2"), smallFolded},
		{"a program's text there, on the same line", with("hello", "20.0%     2"), smallFolded},
		{"a program's line after blocked ticks", with("hello", "Blocked (of total)"), smallFolded},
		{"a program's line inside a title", with("hello\n", "Interpreted"), smallFolded},
		{"a program's line inside the first title, after the plus", with("hello\n", "Interpreted + native"), smallFolded},
		{"a method that is lost in program output is elided", strings.Replace(small, "   app.Main.load", "hello, it's me", 1), unread},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, sum, err := folded(test.text, xprof.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got != test.want {
				t.Errorf("stacks\n%s\nwant\n%s", got, test.want)
			}
			if want := int64(10 * strings.Count(test.want, "main;Blocked")); sum.Ticks != want {
				t.Errorf("%d ticks, want %d", sum.Ticks, want)
			}
		})
	}
}

// collapse makes every run of blanks one.
func collapse(text string) string {
	for strings.Contains(text, "  ") {
		text = strings.ReplaceAll(text, "  ", " ")
	}
	return text
}

// prefixed puts a prefix in front of every line. It may have a place for the line's number, from 0.
func prefixed(text, prefix string) string {
	all := strings.SplitAfter(text, "\n")
	for i := range all[:len(all)-1] {
		p := prefix
		if strings.Contains(p, "%d") {
			p = fmt.Sprintf(p, i)
		}
		all[i] = p + all[i]
	}
	return strings.Join(all, "")
}

func TestSectionsAndTicksOfAllKinds(t *testing.T) {
	const text = `
Flat profile of 12.34 secs (2000000 total ticks): T
  0.1%  2000             Lost ticks

  Interpreted + native   Method
  5.6% 100000  +     0    a.A.a
  5.6% 100000  +     0    Total interpreted

     Compiled + native   Method
  5.6% 100000  +     0    StubRoutines (1)
 11.1% 200000  +     0    Total compiled (including elided)

         Stub + native   Method
  5.6%     0  + 100000    b.B.b  (some_symbol)
  5.6%     0  + 100000    Total stub

  Runtime stub + native   Method
  2.8% 50000  +     0    OptoRuntime::new_instance
  5.6% 50000  + 50000    Total runtime stubs (including elided)

  Thread-local ticks:
 10.0% 200000             Blocked (of total)
  5.6% 100000             Class loader
 50.0% 900000             Extra
  5.6% 100000             Interpreter
 55.6% 1000000             Compilation
  5.0% 90000             Unknown: vtable stubs
  0.5%  9000             Unknown: null method
  0.1%   900             Unknown: running frame
  0.0%    90             Unknown: calling frame
  0.0%     7             Unknown: no pc
  0.0%     2             Unknown: no last frame
  0.0%     1             Unknown: thread_state
`
	got, sum, err := folded(text, xprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := `T;interpreted;a.A.a 100000
T;compiled;StubRoutines (1) 100000
T;compiled;<elided> 100000
T;stub;b.B.b  (some_symbol);<native> 100000
T;runtime stub;OptoRuntime::new_instance 50000
T;runtime stub;<elided>;<native> 50000
T;Blocked 200000
T;Class loader 100000
T;Interpreter 100000
T;Compilation 1000000
T;Unknown: vtable stubs 90000
T;Unknown: null method 9000
T;Unknown: running frame 900
T;Unknown: calling frame 90
T;Unknown: no pc 7
T;Unknown: no last frame 2
T;Unknown: thread_state 1
`
	if got != want {
		t.Errorf("stacks\n%s\nwant\n%s", got, want)
	}
	if sum.Ticks != 2000000 || sum.Lost != 2000 || sum.Blocks[0].Lost != 2000 || sum.Blocks[0].Elapsed.Milliseconds() != 12340 {
		t.Errorf("%+v", sum)
	}
}

func TestThreadNames(t *testing.T) {
	inner := strings.Trim(strings.Replace(small, "main", "inner", 1), "\n")
	for _, test := range []struct{ name, thread, prefix string }{
		{"empty", "", ""},
		{"blanks", "  ", ""},
		{"a tab and a blank at the end", "two  blanks and a tab\there ", ""},
		{"a header", "Flat profile of 1.00 secs (5 total ticks): x", ""},
		{"a row", " 50.0%    10  +     2    fake.Row.name", ""},
		{"two lines", "first\nsecond", ""},
		{"two lines, the second a header", "first\nFlat profile of 1.00 secs (5 total ticks): x", ""},
		{"two lines, the second a header of as many ticks", "first\nFlat profile of 1.00 secs (10 total ticks): x", ""},
		{"two lines, the second a row", "first\n 12.5%     1  +     0    app.Main.load", ""},
		{"two lines, the second lost ticks", "first\n100.0%     5             Lost ticks", ""},
		{"an empty line and a header", "first\n\nFlat profile of 1.00 secs (5 total ticks): x", ""},
		{"empty lines only", "\n\n", ""},
		{"a section", "first\n\n  Interpreted + native   Method\n100.0%     5  +     0    a.b\n100.0%     5  +     0    Total interpreted\n", ""},
		{"the beginning of a section", "first\n\n  Interpreted + native   Method\n", ""},
		{"a summary", "first\n\nGlobal summary of 2.00 seconds:\n100.0%   123             Received ticks", ""},
		{"two lines, each with a prefix", "first\nsecond", "[info] "},
		{"a header, and times as prefix", "first\nFlat profile of 1.00 secs (5 total ticks): x", "[%d.5s] "},
		{"control characters", "a\x00b\x1b[31mc\x7f", ""},
		{"a carriage return", "a\rb\r", ""},
		{"many lines", strings.Repeat("line\n", 100), ""},
		{"semicolons", "a;b", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := prefixed(strings.Replace(small, "main", test.thread, 1), test.prefix)
			got, sum, err := folded(text, xprof.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if want := strings.ReplaceAll("\n"+smallFolded, "\nmain", "\n"+cmp.Or(test.thread, xprof.UnnamedThread))[1:]; got != want {
				t.Errorf("stacks\n%q\nwant\n%q", got, want)
			}
			if len(sum.Blocks) != 1 || sum.Blocks[0].Thread != test.thread || len(sum.Notes) > 0 {
				t.Errorf("%+v", sum)
			}
		})
	}
	t.Run("a block that closes counts, too: a program may have printed it", func(t *testing.T) {
		_, sum, err := folded(strings.NewReplacer("main", "outer\n\n"+inner, "(10 ", "(30 ", "  20.0%", "  6.7%").Replace(small)+small, xprof.Options{})
		if err != nil || sum.Blocks[len(sum.Blocks)-1].Thread != "main" {
			t.Errorf("%+v, %v", sum, err)
		}
	})
}

func TestThreadNameWithoutUTF8(t *testing.T) {
	got, _, err := folded(strings.NewReplacer("main", "a\xff", "app.Main.load", "app.\xc3.load").Replace(small), xprof.Options{})
	if err != nil || !strings.Contains(got, "a\ufffd;interpreted;app.\ufffd.load 1\n") {
		t.Errorf("%q, %v", got, err)
	}
}

func TestCarriageReturnInName(t *testing.T) {
	text := strings.ReplaceAll(strings.Replace(small, "main", "first\nsecond", 1), "\n", "\r\n")
	_, sum, err := folded(text, xprof.Options{})
	if err != nil || sum.Blocks[0].Thread != "first\nsecond" {
		t.Errorf("%+v, %v", sum, err)
	}
}

func TestInvalidBlocks(t *testing.T) {
	other := strings.ReplaceAll(small, "main", "other")
	for _, test := range []struct{ name, text, note string }{
		{"rows that add up to less than the header", strings.Replace(other, "(10 ", "(11 ", 1), `line 2: thread "other"`},
		{"rows that add up to more than the header", strings.Replace(other, "(10 ", "(9 ", 1), `line 2: thread "other"`},
		{"rows that add up to more than their total", strings.NewReplacer("50.0%     3  +     1", "62.5%     4  +     1").Replace(other), `line 2: thread "other"`},
		{"a block that ends early", other[:strings.Index(other, "Thread-local")], `line 2: thread "other"`},
		{"a header without anything below", "Flat profile of 1.00 secs (10 total ticks): other\n", "1 line ignored: it looks like a block header, but no block follows"},
		{"a header of no ticks", "Flat profile of 1.00 secs (0 total ticks): other\n\n", "1 line ignored"},
		{"a row without a header", " 12.5%     1  +     0    app.Main.load\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, text := range []string{test.text + small, small + test.text} {
				got, sum, err := folded(text, xprof.Options{})
				if err != nil || got != smallFolded || sum.Ticks != 10 {
					t.Fatalf("stacks\n%s\n%v", got, err)
				}
				notes := strings.Join(sum.Notes, "\n")
				if note := test.note; text != test.text+small {
					note = strings.Replace(note, "line 2", fmt.Sprint("line ", 2+strings.Count(small, "\n")), 1)
					if !strings.Contains(notes, note) {
						t.Errorf("notes %q, want %q", notes, note)
					}
				} else if !strings.Contains(notes, note) || note == "" && notes != "" {
					t.Errorf("notes %q, want %q", notes, note)
				}
			}
			if _, _, err := folded(test.text, xprof.Options{}); !errors.Is(err, xprof.ErrNoBlock) {
				t.Errorf("alone: %v", err)
			}
		})
	}
}

func TestNoBlockSaysWhy(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"no text", "", "no line reads \"Flat profile of 1.00 secs (1 total ticks): main\""},
		{"no profile", "hello\n", "no line reads"},
		{"only a header", "Flat profile of 1.00 secs (10 total ticks): main\n", "no rows follow"},
		{"an open block", small[:200], `line 2: thread "main"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, sum, err := folded(test.text, xprof.Options{})
			if sum != nil || !errors.Is(err, xprof.ErrNoBlock) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}

func TestLostTicksOfAThreadOfTheVM(t *testing.T) {
	got, sum, err := folded("Flat profile of 0.00 secs (0 total ticks): VM Thread\n100.0%   289             Lost ticks\n", xprof.Options{})
	if err != nil || got != "" || sum.Lost != 289 || sum.Blocks[0].Thread != "VM Thread" || !sum.Blocks[0].Closes {
		t.Errorf("%q, %+v, %v", got, sum, err)
	}
}

func TestGlobalSummary(t *testing.T) {
	const real = "Global summary of 4.97 seconds:\n100.0%   277             Received ticks\n  0.7%     2             Received GC ticks\n" +
		"117.7%   326             Compilation\n"
	want := "277 Received ticks, 2 Received GC ticks, 326 Compilation, "
	for _, test := range []struct{ name, text string }{
		{"after the blocks", small + real},
		{"before a block, of the thread of the VM", real + small},
		{"the last of several", "Global summary of 2.00 seconds:\n100.0%   123             Received ticks\n" + small + real},
		{"without those that have no rows", small + real + "Global summary of 2.00 seconds:\n"},
		{"with lines of the program inside", small + strings.Replace(real, "  0.7%", "hello\n 20.0%     2             Deoptimization\n  0.7%", 1)},
		{"with a prefix", prefixed(small+real, "12:00:01 INFO ")},
		{"with collapsed blanks", collapse(small + real)},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, sum, err := folded(test.text, xprof.Options{})
			if err != nil || got != smallFolded || sum.Global == nil {
				t.Fatalf("%q, %+v, %v", got, sum, err)
			}
			rows := ""
			for _, r := range sum.Global.Ticks {
				rows += fmt.Sprint(r.Ticks, " ", r.Title, ", ")
			}
			if rows != want || sum.Global.Elapsed.Milliseconds() != 4970 {
				t.Errorf("%s %+v", rows, sum.Global)
			}
		})
	}
}

func TestLongLinesAreCounted(t *testing.T) {
	long := strings.Repeat("x", 2<<20) + "\n"
	_, sum, err := folded("hello\n\n"+long+with("hello\n", "app.Main.run\n")+" Bytecode ticks:\n     2    0 = ldc\n", xprof.Options{})
	if err != nil || sum.Ignored != (xprof.Ignored{LongLines: 1}) {
		t.Errorf("%+v, %v", sum, err)
	}
}

func TestTicksPastTheLimit(t *testing.T) {
	block := func(ticks uint64) string {
		return fmt.Sprintf("Flat profile of 1.00 secs (%d total ticks): main\n\n  Thread-local ticks:\n100.0%% %d             Blocked (of total)\n", ticks, ticks)
	}
	if got, sum, err := folded(block(math.MaxInt64), xprof.Options{}); err != nil || sum.Ticks != math.MaxInt64 {
		t.Errorf("%q, %v", got, err)
	}
	_, _, err := folded(block(math.MaxInt64)+block(1), xprof.Options{})
	var placed *lines.Error
	if !errors.As(err, &placed) || placed.Line != 5 || !strings.Contains(err.Error(), "past 2^63-1") {
		t.Error(err)
	}
	if _, _, err := folded(block(math.MaxInt64+1), xprof.Options{}); !errors.Is(err, xprof.ErrNoBlock) {
		t.Error(err)
	}
}

func TestErrorOfAddEndsTheReading(t *testing.T) {
	stop := errors.New("enough")
	calls := 0
	_, err := xprof.Read(strings.NewReader(small), xprof.Options{}, func([]string, int64) error {
		calls++
		return stop
	})
	var placed *lines.Error
	if !errors.Is(err, stop) || calls != 1 || !errors.As(err, &placed) || placed.Line != 5 {
		t.Errorf("%d calls, %v", calls, err)
	}
}

func TestMaxRows(t *testing.T) {
	rows := strings.Repeat("  0.0%     0  +     0    a.b\n", 1000)
	text := strings.ReplaceAll(with(rows, "Method                        \n"), "main", "big")
	if got, _, err := folded(text, xprof.Options{}); err != nil || got != strings.ReplaceAll(smallFolded, "main", "big") {
		t.Errorf("%s, %v", got, err)
	}
	got, sum, err := folded(text+small, xprof.Options{MaxRows: 500})
	if err != nil || got != smallFolded || len(sum.Blocks) != 2 || sum.Blocks[0].Thread != "big" || sum.Blocks[0].Closes {
		t.Errorf("%s, %+v, %v", got, sum, err)
	}
}

// Lines of a program that look like parts of a profile again and again take no more time than others.
func TestLongLinesTakeNoLonger(t *testing.T) {
	const header = "Flat profile of 1.00 secs (10 total ticks): main\n"
	for _, part := range []string{"Flat profile of ", "1.0% 1 x", "1.0% 1 +", "+ native", "+ 1 ", "Global summary of ", "Total stub ", "% "} {
		var b strings.Builder
		b.WriteString(header)
		for range 4 {
			b.WriteString(strings.Repeat(part, 1<<20/len(part)) + "\n")
		}
		end := budget.Budget{Memory: 1 << 30, Time: 4 * time.Second}.Start(t, 0) // it is a twentieth of a second, as a rule
		if _, _, err := folded(b.String(), xprof.Options{}); !errors.Is(err, xprof.ErrNoBlock) {
			t.Errorf("%q: %v", part, err)
		}
		end()
	}
}

func TestAbridgedOnTheWeb(t *testing.T) {
	const text = `Flat profile of 8.34 secs (31 total ticks): main
Interpreted + native Method
10.3% 1 + 2 java.lang.ClassLoader.defineClass1
...
69.0% 13 + 7 Total interpreted (including elided)
Compiled + native Method
6.9% 0 + 2 java.util.jar.JarFile$1.hasMoreElements
...
24.1% 3 + 4 Total compiled
Thread-local ticks:
6.5% 2 Blocked (of total)
6.9% 2 Class loader`
	got, sum, err := folded(text, xprof.Options{})
	want := `main;interpreted;java.lang.ClassLoader.defineClass1 1
main;interpreted;java.lang.ClassLoader.defineClass1;<native> 2
main;interpreted;<elided> 12
main;interpreted;<elided>;<native> 5
main;compiled;java.util.jar.JarFile$1.hasMoreElements;<native> 2
main;compiled;<elided> 3
main;compiled;<elided>;<native> 2
main;Blocked 2
main;Class loader 2
`
	if err != nil || got != want || sum.Blocks[0].Missing != 5 {
		t.Errorf("%s, %+v, %v", got, sum, err)
	}
}

func TestDetect(t *testing.T) {
	pad := func(n int) string { return strings.Repeat("x", n-1) + "\n" }
	header := "Flat profile of 1.00 secs (10 total ticks): main\n"
	for _, test := range []struct {
		name, text string
		want       bool
	}{
		{"a block", small, true},
		{"a block after output of the program", pad(1000) + small, true},
		{"with a prefix", prefixed(small, "[info] "), true},
		{"with collapsed blanks", collapse(small), true},
		{"nothing", "", false},
		{"a header alone", header, false},
		{"a header at the end of 4 KiB", (pad(4050) + small)[:4096], true},
		{"a header and an empty line at the end of 4 KiB", (pad(4050-len(header)) + small)[:4096], true},
		{"lost ticks below a header", header + "100.0%   289             Lost ticks\n", true},
		{"other ticks below a header", header + "100.0%   289             Class loader\n", false},
		{"a row of a method below a header", header + " 50.0%     3  +     1    Lost ticks\n", false},
		{"output of gprof", "Flat profile:\n\nEach sample counts as 0.01 seconds.\n", false},
		{"folded stacks of such a thread", "main;interpreted;a.b 3\nFlat profile of 1.00 secs (5 total ticks): x;interpreted;a.b 3\n", false},
		{"output of the program only", pad(4096), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := xprof.Detect([]byte(test.text)); got != test.want {
				t.Errorf("%v, want %v", got, test.want)
			}
		})
	}
}

func TestReadTwiceGivesTheSame(t *testing.T) {
	var got [2]bytes.Buffer
	for i := range got {
		if _, err := xprof.Read(strings.NewReader(small+small), xprof.Options{}, func(stack []string, ticks int64) error {
			fmt.Fprintln(&got[i], stack, ticks)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	if got[0].String() != got[1].String() {
		t.Errorf("%s\n%s", &got[0], &got[1])
	}
}

// Read stops at the first error of add, whichever stack it is.
func TestReadStops(t *testing.T) {
	// With elided rows, also in native code.
	everyStack := small + strings.Replace(strings.Replace(small, " 50.0%     3  +     1    app.Main.run\n", "", 1), "Total interpreted", "Total interpreted (including elided)", 1)
	stacks, _, err := folded(everyStack, xprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stop")
	for last := range strings.Count(stacks, "\n") {
		n := 0
		_, err := xprof.Read(strings.NewReader(everyStack), xprof.Options{}, func([]string, int64) error {
			if n++; n > last {
				return stop
			}
			return nil
		})
		if !errors.Is(err, stop) || n != last+1 {
			t.Errorf("stack %d: %v after %d stacks", last, err, n)
		}
	}
}

// Blocks are in the order of their headers, also those whose rows do not add up, so that they never end.
func TestBlocksInOrder(t *testing.T) {
	open := strings.Replace(small, "10 total", "11 total", 1)
	_, sum, err := folded(open+small+open+small, xprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range sum.Blocks[1:] {
		if b.Line <= sum.Blocks[i].Line {
			t.Errorf("line %d after line %d", b.Line, sum.Blocks[i].Line)
		}
	}
	if len(sum.Blocks) != 4 {
		t.Errorf("%d blocks", len(sum.Blocks))
	}
}

// A single tick has a note as well, in the singular.
func TestNotesOfSingleTicks(t *testing.T) {
	cut := strings.Replace(with(" 9.1%     1             Lost ticks\n", "): main\n"), " 12.5%     1  +     0    app.Main.load\n", "", 1)
	_, sum, err := folded(cut, xprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"1 tick has no row, as <elided> in sections that elide none: rows were cut out, or program output stands inside them", "1 tick was lost, besides the 10 of the blocks"}
	if !slices.Equal(sum.Notes, want) {
		t.Errorf("%q", sum.Notes)
	}
}
