package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"github.com/spf13/pflag"
	"golang.org/x/sys/unix"

	"github.com/iprof-viz/iprof-viz/docs"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/render/topic"
)

// A window is the size of a terminal.
type window struct{ columns, rows int }

// windows are those that most terminals open with, then from a small part of a screen to a whole one.
var windows = []window{{80, 24}, {120, 50}, {60, 24}, {120, 24}, {60, 50}, {80, 50}}

// profilesInWindows returns profiles, and windows to show each in. In the short tier there are few; in the long one, the few are shown in
// all windows, and the others in one of two, in turn: each takes a terminal and a process.
func profilesInWindows(t *testing.T, few ...string) (profiles []string, windowsOf func(profile string) []window) {
	t.Helper()
	if !testtier.More(t, "all profiles in windows of two sizes, and some of all") {
		return few, func(string) []window { return windows[:1] }
	}
	all := append(slices.Clip(few), "wordcount.iprof", "even-or-odd.iprof", "fib.iprof", "reindex.xprof", "shop-before.folded")
	for _, pattern := range []string{"real/*.iprof.gz", "jvm/*/*.iprof", "jvm/*/*.iprof.gz"} {
		found, _ := filepath.Glob(besideCheckout + pattern)
		all = append(all, found...)
	}
	return all, func(profile string) []window {
		n := slices.Index(all, profile)
		if n < len(few) {
			return windows
		}
		return windows[n%2 : n%2+1]
	}
}

// tablesOfOne are commands with a table of one profile, FILE.
var tablesOfOne = []string{
	"top FILE", "top -m calls FILE", "top -m calls --by package --sort inclusive FILE", "top --by site FILE", "top --view app FILE", "top -m monitors FILE",
	"peek . FILE", "peek -m calls . FILE", "peek -m calls 'a$' FILE", "calls FILE", "calls --inlined no FILE",
	"branches FILE", "branches --one-sided FILE", "branches --contexts FILE", "receivers FILE", "receivers --kind poly,mega FILE", "instanceof FILE", "monitors FILE",
	"check --classpath JAR FILE", "check --production SHOP FILE", "check FILE",
	"check --production SHOP --fail-under-production 100% FILE", "check --classpath JAR --production SHOP --fail-under-coverage 99% FILE", "check FILE FILE",
	"check FILE SHOP AFTER FILE SHOP", "check --classpath JAR FILE SHOP AFTER FILE JAR",
}

// tablesOfTwo are commands that compare FILE with another profile.
var tablesOfTwo = []string{"diff SHOP FILE", "diff --section calls SHOP FILE", "diff --exact FILE SHOP", "variance SHOP FILE"}

// Text in a terminal fits its width and its height, with the prompt, and its last line says how to see everything. A table has at least
// five rows.
func TestTextFitsTheWindow(t *testing.T) {
	program := terminalProgram(t)
	profiles, windowsOf := profilesInWindows(t, "shop.iprof")
	commands := slices.Concat(tablesOfOne, tablesOfTwo)
	for _, name := range profiles {
		t.Run(filepath.Base(name), func(t *testing.T) {
			run := program.of(t, name)
			for _, w := range windowsOf(name) {
				got := run.inTerminal(t, w, commands)
				for i, command := range commands {
					checkScreen(t, w, command, got[i], func() int {
						if strings.HasPrefix(command, "check") { // which leaves out parts
							return 0
						}
						five := strings.Replace(command, " ", " -n 5 ", 1)
						return strings.Count(run.piped(t, columnsOf(w), five), "\n")
					}, func() bool {
						all := run.piped(t, columnsOf(w), strings.Replace(command, " ", " -n 0 ", 1))
						return slices.ContainsFunc(strings.Split(all, "\n"), func(line string) bool { return uniseg.StringWidth(line) > w.columns })
					})
				}
			}
		})
	}
}

var (
	moreRows  = regexp.MustCompile(`(?m)<\+?[\d,]+( more)?( methods?| conditionals?| sites?| calls?| packages?| units?| contexts?| callers?| callees?)?>`)
	seeRows   = regexp.MustCompile(`\(-n 0( \| less)?\)`)
	shortened = regexp.MustCompile(`\w…\w`)
)

// checkScreen checks what a command has printed into a window. Its lines with five rows are counted if they do not fit. Widest reports
// whether it needs more columns in any case, as the names of methods are never cut.
func checkScreen(t *testing.T, w window, command, text string, withFive func() int, widest func() bool) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	fail := func(format string, args ...any) {
		t.Errorf("%s in %d×%d: %s\n%s", command, w.columns, w.rows, fmt.Sprintf(format, args...), text)
	}
	for _, line := range lines {
		if n := uniseg.StringWidth(line); n > w.columns && !widest() {
			fail("a line has %d columns: %s", n, line)
		}
	}
	if n := len(lines); n > w.rows-1 {
		if five := withFive(); n > five {
			fail("%d lines, where five rows need %d", n, five)
		}
	}
	end := strings.Join(lines[max(0, len(lines)-6):], " ")
	if strings.HasPrefix(command, "check") { // errors are the last
		end = strings.Join(lines[max(0, len(lines)-10):], " ")
	}
	title := strings.Join(lines[:min(2, len(lines))], " ")
	selected := strings.Contains(title, ": those that ") && !strings.Contains(title, " shown") // other rows cannot be seen
	if moreRows.MatchString(text) && !selected && !seeRows.MatchString(end) {
		fail("nothing says how to see the other rows")
	}
	if shortened.MatchString(text) && !strings.Contains(end, "--wide") {
		fail("nothing says how to see full names")
	}
}

// Every table has five rows on the first screen, or two where several share it, or one with several parts, however many notes and warnings
// there are, and its head is still visible. A set may name the tables that it leaves out. Rows are those that the command writes as JSON.
func TestTablesHaveFiveRowsInTheWindow(t *testing.T) {
	program := terminalProgram(t)
	profiles, _ := profilesInWindows(t, "shop.iprof", "tally.iprof")
	commands := slices.Concat(tablesOfOne, tablesOfTwo, []string{"diff FILE AFTER", "diff --view app FILE AFTER", "variance FILE AFTER"})
	for _, name := range profiles {
		t.Run(filepath.Base(name), func(t *testing.T) {
			run := program.of(t, name)
			for _, command := range slices.DeleteFunc(slices.Clone(commands), func(c string) bool { return strings.HasPrefix(c, "check") }) {
				tables, parts := jsonRows(run.piped(t, nil, strings.Replace(command, " ", " -q -n 5 --format json ", 1)))
				least := 5
				if parts {
					least = 1
				} else if len(tables) > 1 {
					least = 2
				}
				for _, w := range windows[:2] {
					text := run.inTerminal(t, w, []string{command})[0]
					lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
					if len(lines) > w.rows-1 {
						t.Errorf("%s: %d lines in %d×%d\n%s", command, len(lines), w.columns, w.rows, text)
					}
					_, left, _ := strings.Cut(text, "\nnot shown: ")
					left, _, _ = strings.Cut(left, " (--section)")
					for section, rows := range tables {
						if n := rowsShown(lines, rows); n < min(least, len(rows)) && (section == "" || !strings.Contains(left, section)) {
							t.Errorf("%s in %d×%d: %d of the first %d rows %s\n%s", command, w.columns, w.rows, n, len(rows), section, text)
						}
					}
				}
			}
		})
	}
}

// jsonRows returns the last words of the names in the rows of each table of a document, and whether rows have parts.
func jsonRows(document string) (tables map[string][]string, parts bool) {
	type object struct {
		Rows, Outside []map[string]any
		Sections      map[string]object
	}
	var of object
	json.Unmarshal([]byte(document[max(0, strings.Index(document, "{")):]), &of) // of a command that fails: nothing
	tables = map[string][]string{}
	add := func(section string, of object) {
		for _, row := range slices.Concat(of.Rows, of.Outside) {
			name := "" // any
			for _, key := range []string{"method", "caller", "package", "type"} {
				if text, ok := row[key].(string); ok && name == "" {
					name = hashOfName.ReplaceAllString(text, "") // which is shortened
					name = name[strings.LastIndexAny(name, ".$")+1:]
				}
			}
			tables[section] = append(tables[section], name)
			for _, key := range []string{"successors", "types", "neighbors"} {
				parts = parts || row[key] != nil
			}
		}
	}
	add("", of)
	for section, table := range of.Sections {
		add(section, table)
	}
	return tables, parts
}

var hashOfName = regexp.MustCompile(`[0-9a-f]{16,}.*`)

// rowsShown returns how many of the rows, by the last words of their names, are in lines, in this order.
func rowsShown(lines, rows []string) (n int) {
	for _, line := range lines {
		if n < len(rows) && strings.Contains(line, rows[n]) {
			n++
		}
	}
	return n
}

// A summary is one screen that ends with findings and caveats. --all has everything.
func TestSummaryFitsTheWindow(t *testing.T) {
	program := terminalProgram(t)
	profiles, windowsOf := profilesInWindows(t, "shop.iprof", "fib.iprof")
	for _, name := range profiles {
		t.Run(filepath.Base(name), func(t *testing.T) {
			run := program.of(t, name)
			for _, w := range windowsOf(name) {
				got := run.inTerminal(t, w, []string{"info FILE", "FILE", "info --all FILE", "info -n 6 FILE", "info -n 3 FILE"})
				for _, text := range []string{got[0], got[4]} {
					checkScreen(t, w, "info", text, func() int { return 0 }, func() bool { return false })
				}
				if got[1] != got[0] {
					t.Errorf("without a command:\n%s", got[1])
				}
				worth, caveats := strings.LastIndex(got[0], "\nWorth a look"), strings.LastIndex(got[0], "\nCaveats")
				if caveats < 0 || worth > caveats || strings.Count(got[0][caveats+1:], "\n\n") > 1 {
					t.Errorf("%v: it does not end with caveats:\n%s", w, got[0])
				}
				columns := columnsOf(w)
				whole := run.piped(t, columns, "info --all FILE")
				if got[2] != whole {
					t.Errorf("%v: --all has\n%snot\n%s", w, got[2], whole)
				}
				if want := run.piped(t, columns, "info -n 6 FILE"); got[3] != want {
					t.Errorf("%v: -n 6 has\n%snot\n%s", w, got[3], want)
				}
				if all := countFindings(whole); strings.Contains(whole, " of "+strconv.Itoa(all)+": see iprof-viz help") ||
					worth >= 0 && countFindings(got[0])+findingsLeft(got[0]) != all {
					t.Errorf("%v: %d findings, and %d not shown; --all has %d:\n%s", w, countFindings(got[0]), findingsLeft(got[0]), all, whole)
				}
				if strings.Contains(whole, "\nWorth a look") != (worth >= 0) {
					t.Errorf("%v: findings are missing:\n%s", w, got[0])
				}
			}
		})
	}
}

// In a small window, a finding has its command, and a note gives way to it.
func TestSummaryFitsASmallWindow(t *testing.T) {
	text := terminalProgram(t).of(t, "shop.iprof").inTerminal(t, window{60, 16}, []string{"FILE"})[0]
	if n := strings.Count(text, "\n"); n > 15 || !strings.Contains(text, "\nWorth a look, 1 of 7") || !strings.Contains(text, " 2 caveats") {
		t.Errorf("%d lines:\n%s", n, text)
	}
}

// The last lines of a check are its errors. --all has everything.
func TestCheckEndsWithErrors(t *testing.T) {
	run := terminalProgram(t).of(t, "tally.iprof")
	const command = "check --production SHOP --fail-under-production 100% FILE"
	got := run.inTerminal(t, window{80, 24}, []string{command, "check --all" + strings.TrimPrefix(command, "check")})
	last := strings.LastIndex(got[0], "\ntally.iprof: error: ")
	if last < 0 || !strings.HasPrefix(got[0], "production: ") || strings.Contains(got[0][last:], "\n\n") ||
		!regexp.MustCompile(`(?s)\nverdict: not judged\n.*\nnot shown: .* \(--all\); .* \(-n 0\)`).MatchString(got[0][:last]) {
		t.Errorf("got\n%s", got[0])
	}
	if want := run.piped(t, columnsOf(windows[0]), command); got[1] != want {
		t.Errorf("--all has\n%snot\n%s", got[1], want)
	}
}

// A check of a profile that does not fit has at most 12 lines. It has its verdict. The error comes last, and says whether the classes are of another version or of
// another program.
func TestMisfitsAreShort(t *testing.T) {
	run := terminalProgram(t).of(t, "tally.iprof")
	version, err := filepath.Abs("../../testdata/tally-after.jar")
	if err != nil {
		t.Fatal(err)
	}
	for command, want := range map[string]string{
		"check --classpath " + version + " FILE": ": another version of the program [changed-code] hint: ",
		"check --classpath JAR FILE":             ": another program, or not all of its classes [nothing-judged] hint: ",
		"check --classpath JAR SHOP":             ": another program, or not all of its classes [nothing-judged] hint: ",
	} {
		for _, w := range windows {
			text := run.inTerminal(t, w, []string{command})[0]
			_, end, ok := strings.Cut(unwrapped(text), want)
			if w.columns >= 80 && strings.Contains(command, version) && !strings.Contains(text, " tally.Tally.find(java.lang.String): gone\n") {
				t.Errorf("%s: methods are not shown where there is room:\n%s", command, text)
			}
			if n := strings.Count(text, "\n"); n > 12 || !ok || !strings.Contains(text, "\nverdict: ") || strings.Contains(end, ": ") && !strings.HasPrefix(end, "record a new profile: ") {
				t.Errorf("%s: %d lines in %d×%d:\n%s", command, n, w.columns, w.rows, text)
			}
		}
	}
}

// Explanations, hints, and results for methods as other tools write them have the same text in every window, and fit into it.
func TestExplanationsFitTheWindow(t *testing.T) {
	run := terminalProgram(t).of(t, "wordcount.iprof")
	sizes := windows
	if !testtier.More(t, "windows of all sizes") {
		sizes = windows[:3]
	}
	for command, want := range map[string]string{
		"list --classpath SHOP addLine FILE":                "shop.iprof: not a jar",
		"list --by line addLine FILE":                       "--by line needs --classpath: class files have the line numbers",
		"list --jdk . addLine FILE":                         "--jdk: .: no JDK: it has none of lib/modules, jmods and lib/rt.jar",
		"list --classpath JAR --source-path . addLine FILE": "--source-path has no source of the listed methods, such as words/WordCount.java",
		"list --classpath JAR addLine FILE":                 "680k 30 30 line 21 ◆ @9 →12 :22 98.5%",
		"list --classpath JAR WordCount:31 FILE":            "words.WordCount.addLine 10,000 entries",
		"list --src x addLine FILE":                         "hint: did you mean --source-path x?",
		"top --n 3 FILE":                                    "hint: did you mean --limit 3?",
		"top --top 8 FILE":                                  "hint: did you mean --limit 8?",
		"graph --wide FILE":                                 "peek, receivers, top and variance have it",
		"top --sort cum FILE":                               "hint: did you mean --sort total?",
		"top -V":                                            "hint: did you mean --version?",
		"version":                                           "hint: try iprof-viz --version",
		"peek words/WordCount.addLine FILE":                 "callers and callees of 1 method, entered 10,000 times",
		"peek WordCount#addLine FILE":                       "callers and callees of 1 method, entered 10,000 times",
		"peek WordCount::addLine FILE":                      "callers and callees of 1 method, entered 10,000 times",
		"top -o /proc/x FILE":                               "/proc/x: no files can be created in /proc",
		"info FILE":                                         "see iprof-viz help worth-a-look#",
		"strip --help":                                      "strip writes a reduced iprof.",
	} {
		for _, w := range sizes {
			text := run.inTerminal(t, w, []string{command})[0]
			lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
			if !strings.Contains(unwrapped(text), want) || len(lines) >= w.rows || slices.ContainsFunc(lines, func(line string) bool { return uniseg.StringWidth(line) > w.columns }) {
				t.Errorf("%s in %d×%d:\n%s", command, w.columns, w.rows, text)
			}
		}
	}
}

// hasChosenRows reports whether a text on a terminal has the lines of what a pipe gets, in the same order, except for blank lines and
// for notes, of which the last line has the number, and for a row that sums up the others.
func hasChosenRows(onTerminal, piped string) bool {
	whole, last := strings.Split(piped, "\n"), false
	for line := range strings.Lines(onTerminal) {
		line = strings.TrimSuffix(line, "\n")
		if last = last || strings.HasPrefix(line, "not shown: "); last || line == "" || strings.HasSuffix(line, "…") { // cut, to fit
			continue
		}
		at := slices.Index(whole, line)
		if at < 0 {
			return false
		}
		if slices.ContainsFunc(whole[:at], isChosenRow) {
			return false
		}
		whole = whole[at+1:]
	}
	return !slices.ContainsFunc(whole, isChosenRow)
}

var rowOfNumbers = regexp.MustCompile(`^ *[\d,.]+[kMB%]? .*\w\.\w+$`)

// isChosenRow reports whether a line is a row of a table, and not one that sums up others.
func isChosenRow(line string) bool {
	return rowOfNumbers.MatchString(line) && !moreRows.MatchString(line)
}

var (
	findingCommand = regexp.MustCompile(`(?m)^    iprof-viz `)
	findingsNotIn  = regexp.MustCompile(`not shown: (\d+) findings?\b`)
)

// countFindings counts the findings of a summary, by the commands that show more.
func countFindings(text string) int { return len(findingCommand.FindAllString(text, -1)) }

// findingsLeft is the number of findings that the last line says are not shown.
func findingsLeft(text string) int {
	n := 0
	if found := findingsNotIn.FindStringSubmatch(text); found != nil {
		n, _ = strconv.Atoi(found[1])
	}
	return n
}

// Trees fit the window, too: the first unit in any case, then as many as there is room for.
func TestTreesFitTheWindow(t *testing.T) {
	program := terminalProgram(t)
	profiles, windowsOf := profilesInWindows(t, "shop.iprof", "tally.iprof")
	unit := regexp.MustCompile(`(?m)^#\d+ `)
	for _, name := range profiles {
		t.Run(filepath.Base(name), func(t *testing.T) {
			run := program.of(t, name)
			for _, command := range []string{"inline -q FILE", "inline -q --into . FILE"} {
				whole := run.piped(t, columnsOf(windows[0]), command)
				for _, w := range windowsOf(name) {
					got := run.inTerminal(t, w, []string{command})[0]
					lines, units := strings.Count(got, "\n"), len(unit.FindAllString(got, -1))
					if lines > w.rows-1 && units > 1 || units == 0 != (len(unit.FindAllString(whole, -1)) == 0) {
						t.Errorf("%s: %d units in %d lines of %d×%d:\n%s", command, units, lines, w.columns, w.rows, got)
					}
					left := units < len(unit.FindAllString(whole, -1))
					if says := strings.Contains(got, "shortened to fit"); left && !says || says && w.columns == 80 && strings.Count(whole, "\n") < w.rows {
						t.Errorf("%s: it says that it is shortened, %t, with %d units in %d×%d:\n%s", command, says, units, w.columns, w.rows, got)
					}
				}
			}
		})
	}
}

// The answer whether a method is inlined into others stays on the screen. Its legends, a third of a small window, give way first, then
// remarks, rows and notes; -n 0 | less shows all.
func TestAnswersFitTheWindow(t *testing.T) {
	run := terminalProgram(t).of(t, "shop.iprof")
	const legend = "callers, innermost first"
	got := run.inTerminal(t, window{80, 24}, []string{"inline charAt --into . FILE", "inline -n 0 charAt --into . FILE"})
	if n := strings.Count(got[0], "\n"); n > 23 || strings.Contains(got[0], legend) || !strings.Contains(got[0], "\nnot shown: legends; -n 0 | less shows them\n") || !strings.Contains(got[0], "(root) @4 InvoiceWriter.escape") {
		t.Errorf("%d lines:\n%s", n, got[0])
	}
	if !strings.Contains(got[1], legend) {
		t.Errorf("%s", got[1])
	}
	dispatch, _ := run.dispatch(t)
	for _, command := range []string{"inline value --into Sum.value FILE", "inline go --into run FILE", "inline . --into . FILE"} {
		whole := dispatch.piped(t, columnsOf(windows[0]), command)
		for _, w := range windows {
			got := dispatch.inTerminal(t, w, []string{command, strings.Replace(command, " ", " -n 0 ", 1)})
			if n := strings.Count(got[0], "\n"); n >= w.rows || !strings.HasPrefix(got[0], "yes: ") {
				t.Errorf("%s: %d lines in %d×%d:\n%s", command, n, w.columns, w.rows, got[0])
			}
			shown := regexp.MustCompile(`to the heaviest (\d+) rows`).FindStringSubmatch(unwrapped(got[0]))
			rows := regexp.MustCompile(`(?m)^([│ ]*[├└]─* ?(\(root\) )?@|(Dispatch|Known)\S+ )`).FindAllString(got[0], -1)
			if shown == nil || shown[1] != strconv.Itoa(len(rows)) || len(rows) < 5 || !strings.Contains(unwrapped(got[0]), "-n 0 | less shows all") {
				t.Errorf("%s in %d×%d says %q of %d rows:\n%s", command, w.columns, w.rows, shown, len(rows), got[0])
			}
			if w == windows[0] && got[1] != whole {
				t.Errorf("%s -n 0:\n%s\nnot\n%s", command, got[1], whole)
			}
		}
	}
}

// Where the window has no room for two rows of every table of a comparison, the last ones are only named, with the flag that shows them.
func TestFewTablesFitTheWindow(t *testing.T) {
	run := terminalProgram(t).of(t, "tally.iprof")
	got := run.inTerminal(t, window{80, 22}, []string{"diff SHOP FILE"})[0]
	named := regexp.MustCompile(`not shown: ([a-z, ]+) \(--section\)`).FindStringSubmatch(got)
	if n := strings.Count(got, "\n"); n > 21 || named == nil {
		t.Fatalf("%d lines:\n%s", n, got)
	}
	sections := strings.Split(strings.ReplaceAll(named[1], " and ", ", "), ", ")
	for _, section := range []string{"samples", "calls", "branches", "inlining"} { // tally has neither receivers nor type checks
		if shown := regexp.MustCompile(`(?m)^` + section + `:`).MatchString(got); shown == slices.Contains(sections, section) {
			t.Errorf("%s is shown, %t, and named, %t:\n%s", section, shown, !shown, got)
		}
	}
	if got := run.inTerminal(t, window{80, 24}, []string{"variance FILE AFTER"})[0]; strings.Count(got, "\n") > 23 || strings.Count(got, " entries in 2 runs") != 1 {
		t.Errorf("tables without many rows do not fit, or repeat their total:\n%s", got)
	}
	few := terminalProgram(t).of(t, "even-or-odd.iprof")
	other := `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"EvenOrOddLength"},{"id":3,"name":"java.lang.String"}],
		"methods":[{"id":2,"name":"printEvenOrOdd","signature":[2,1,3]},{"id":3,"name":"printEven","signature":[2,1]}],
		"callCountProfiles":[{"ctx":"2:0","records":[4]},{"ctx":"3:0<2:9","records":[4]}],"conditionalProfiles":[{"ctx":"2:6","records":[9,0,4,15,1,0]}]}`
	if err := os.WriteFile(filepath.Join(few.dir, "even.iprof"), []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"variance FILE even.iprof", "variance FILE even.iprof even.iprof"} { // four tables, and none can be chosen
		if got := few.inTerminal(t, window{80, 24}, []string{command})[0]; strings.Count(got, "\n") > 23 || !strings.Contains(got, "\nconditionals by ") {
			t.Errorf("%s: %d lines:\n%s", command, strings.Count(got, "\n"), got)
		}
	}
	if got := run.inTerminal(t, window{80, 24}, []string{"diff -n 7 SHOP FILE"})[0]; strings.Contains(got, "--section") {
		t.Errorf("a chosen number of rows hides tables:\n%s", got)
	}
}

// The window's height does not matter to pipes. Those who say how many rows they want get those, with fewer notes and blank lines if
// the window is too small. LINES overrides it.
func TestOnlyTerminalsHaveAHeight(t *testing.T) {
	run := terminalProgram(t).of(t, "shop.iprof")
	commands := []string{"top FILE", "calls FILE", "branches FILE", "receivers FILE", "peek . FILE", "diff FILE SHOP", "info FILE"}
	byCommand := map[string]string{}
	var all []string
	for _, command := range commands {
		limited := strings.Replace(command, " ", " -n 7 ", 1)
		byCommand[command+" | cat"] = run.piped(t, nil, command)
		byCommand[limited] = run.piped(t, columnsOf(windows[0]), limited)
		byCommand[limited+" --wide"] = run.piped(t, nil, limited)
	}
	all = slices.Sorted(maps.Keys(byCommand))
	for i, got := range run.inTerminal(t, window{80, 24}, all) {
		want := byCommand[all[i]]
		if got != want && (!strings.Contains(all[i], " -n 7 ") || strings.HasPrefix(all[i], "info") || !hasChosenRows(got, want)) {
			t.Errorf("%s has\n%snot\n%s", all[i], got, want)
		}
	}
	for i, got := range run.inTerminal(t, window{80, 50}, []string{"top -q FILE", "info FILE"}) {
		short := run.inTerminal(t, window{80, 24}, []string{"top -q FILE", "info FILE"})[i]
		if n := strings.Count(got, "\n"); n <= 23 || n > 49 || strings.Count(short, "\n") > 23 {
			t.Errorf("%d lines:\n%s\n%s", n, got, short)
		}
	}
	run.environment = map[string]string{"LINES": "24"}
	if got := run.inTerminal(t, window{80, 50}, []string{"top FILE"})[0]; strings.Count(got, "\n") > 23 {
		t.Errorf("with LINES=24:\n%s", got)
	}
}

// columnsOf returns the variable of the environment with the columns of a window.
func columnsOf(w window) map[string]string {
	return map[string]string{"COLUMNS": strconv.Itoa(w.columns)}
}

// A terminalRun runs the program with a profile as FILE.
type terminalRun struct {
	here        bool              // in this process rather than in one from a shell
	program     string            // its path
	environment map[string]string // of the commands
	files       *strings.Replacer
	dir         string
}

// terminalProgram returns a run without files. Its commands run in this process, as those of scripts: see runsHere. The script about
// terminals starts the program in one.
func terminalProgram(t *testing.T) terminalRun {
	t.Helper()
	testtier.Sequential(t) // hundreds of commands
	r := terminalRun{here: runsHere(t), dir: t.TempDir()}
	if !r.here {
		r.program = installProgram(t)
	}
	return r
}

// of returns the run for a profile in testdata, or at a path. Commands on profiles beside the checkout, which are in the long tier alone,
// run in this process as well: as processes they would take minutes, and those of testdata are.
func (r terminalRun) of(t *testing.T, name string) terminalRun {
	t.Helper()
	if strings.HasPrefix(name, besideCheckout) {
		r.here = !raceDetector
	}
	path := func(name string) string {
		if !strings.Contains(name, "/") {
			name = "../../testdata/" + name
		}
		data := testfile.Read(t, name)
		if err := os.WriteFile(filepath.Join(r.dir, filepath.Base(name)), data, 0o600); err != nil {
			t.Fatal(err)
		}
		return filepath.Base(name)
	}
	r.files = strings.NewReplacer("FILE", path(name), "SHOP", path("shop.iprof"), "AFTER", path("tally-after.iprof"), "JAR", path("wordcount.jar"))
	return r
}

// besideCheckout is the directory of published and measured profiles.
const besideCheckout = "../../../shared/"

// inTerminal returns what commands print into a window, each to a new one.
func (r terminalRun) inTerminal(t *testing.T, w window, commands []string) (printed []string) {
	t.Helper()
	for _, command := range commands {
		terminal, read := openTerminal(t, w)
		if command, piped := strings.CutSuffix(command, " | cat"); piped {
			var out bytes.Buffer
			r.run(t, command, nil, &out, terminal)
			terminal.Write(out.Bytes())
		} else {
			r.run(t, command, nil, terminal, terminal)
		}
		printed = append(printed, erased.ReplaceAllString(strings.ReplaceAll(read(), "\r\n", "\n"), ""))
	}
	return printed
}

// openTerminal returns a new terminal of this size, and a function that closes it and returns what was written to it.
func openTerminal(t *testing.T, w window) (terminal *os.File, read func() string) {
	t.Helper()
	other, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals: ", err)
	}
	n, err1 := unix.IoctlGetInt(int(other.Fd()), unix.TIOCGPTN)
	err2 := unix.IoctlSetPointerInt(int(other.Fd()), unix.TIOCSPTLCK, 0) // unlocks it
	terminal, err3 := os.OpenFile(fmt.Sprint("/dev/pts/", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	size := unix.Winsize{Row: uint16(w.rows), Col: uint16(w.columns)}
	if err := unix.IoctlSetWinsize(int(terminal.Fd()), unix.TIOCSWINSZ, &size); err != nil {
		t.Fatal(err)
	}
	text := make(chan string)
	go func() {
		all, _ := io.ReadAll(other) // it ends with an error once nobody has the terminal open
		text <- string(all)
	}()
	return terminal, func() string {
		terminal.Close()
		defer other.Close()
		return <-text
	}
}

// erased matches progress, which is erased before anything else is printed.
var erased = regexp.MustCompile(`[^\n]*\r`)

// piped returns what a command prints to a pipe, with variables of the environment.
func (r terminalRun) piped(t *testing.T, environment map[string]string, command string) string {
	t.Helper()
	var out bytes.Buffer
	r.run(t, command, environment, &out, &out)
	return out.String()
}

// run runs a command, without variables of the size of a terminal but those given, and those of the run.
func (r terminalRun) run(t *testing.T, command string, environment map[string]string, stdout, stderr io.Writer) {
	t.Helper()
	var args []string
	for word := range strings.FieldsSeq(r.files.Replace(command)) {
		args = append(args, strings.Trim(word, "'"))
	}
	set := map[string]string{"NO_COLOR": "1", "COLUMNS": "", "LINES": ""}
	maps.Copy(set, r.environment)
	maps.Copy(set, environment)
	if r.here {
		defer setEnvironment(slices.Collect(maps.Keys(set)), func(name string) string { return set[name] }, r.dir)()
		runInto(args, stdout, stderr)
		return
	}
	c := exec.Command(r.program, args...)
	c.Dir, c.Stdout, c.Stderr, c.Env = r.dir, stdout, stderr, os.Environ()
	for name, value := range set {
		c.Env = append(c.Env, name+"="+value)
	}
	var exit *exec.ExitError
	if err := c.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
}

// A listing that is a little longer than the window leaves out rows with a count alone. One that is longer has its hottest rows alone. If
// everything is asked for, the last lines repeat the methods and their totals.
func TestListTellsItsMethodAtTheEnd(t *testing.T) {
	run := terminalProgram(t).of(t, "wordcount.iprof")
	const one, all = "list --classpath JAR addLine FILE", "list --classpath JAR WordCount FILE"
	got := run.inTerminal(t, window{80, 24}, []string{one, all, strings.Replace(one, " ", " -n 5 ", 1), strings.Replace(one, " ", " --all ", 1)})
	if n := strings.Count(got[0], "\n"); n > 23 || !strings.HasPrefix(got[0], "words.WordCount.addLine\n") || !strings.Contains(got[0], "\nnot shown: 5 rows with no more than a count (--all)\n") {
		t.Errorf("%d lines:\n%s", n, got[0])
	}
	for line := range strings.Lines(run.piped(t, columnsOf(windows[0]), one)) {
		count := regexp.MustCompile(`^.\s+[\d.k]+\s+line \d+$`).MatchString(strings.TrimSuffix(line, "\n"))
		next := strings.Contains(line, "line 31") // it has a branch
		if strings.Contains(got[0], line) == (count && !next) {
			t.Errorf("%q in\n%s", line, got[0])
		}
	}
	const end = "words.WordCount.addLine: 10,000 entries, 72 self, 584 total samples\n"
	whole := run.piped(t, columnsOf(windows[0]), all) // the heads of five methods leave no room for rows
	everything := run.inTerminal(t, window{80, 24}, []string{strings.Replace(all, " ", " --all ", 1)})[0]
	if !strings.HasPrefix(everything, whole+"\n") || !strings.Contains(everything[len(whole):], "\n"+end) || strings.Count(everything[len(whole):], "\n") != 6 {
		t.Errorf("%s", everything)
	}
	if n := strings.Count(got[1], "\n"); n > 23 || !strings.Contains(got[1], "\nwords.WordCount.main: 1 entry") {
		t.Errorf("%d lines:\n%s", n, got[1])
	}
	const code = "list --classpath JAR --by bytecode addLine FILE"
	for _, w := range windows {
		text, byLine := run.inTerminal(t, w, []string{code}), run.inTerminal(t, w, []string{one})
		for _, text := range []string{text[0], byLine[0]} {
			if n := strings.Count(text, "\n"); n >= w.rows || !strings.HasPrefix(text, "words.WordCount.addLine\n") || !strings.Contains(text, "529") && !strings.Contains(text, "584") {
				t.Errorf("%d lines in %d×%d:\n%s", n, w.columns, w.rows, text)
			}
		}
		if w.rows == 24 && !regexp.MustCompile(`\nnot shown: \d+ rows, the hottest remain \(--all\)\n`).MatchString(text[0]) {
			t.Errorf("nothing says how to see the other rows in\n%s", text[0])
		}
	}
	if want := run.piped(t, columnsOf(windows[0]), one); got[2] != want || !strings.HasPrefix(got[3], want) || !strings.HasSuffix(got[3], "\n"+end) {
		t.Errorf("-n 5 and --all have\n%s\n%s\nnot\n%s", got[2], got[3], want)
	}
}

// Help of every command and topic fits a terminal, and names all flags. It is complete in a pipe, and in a terminal with enough room. A flag
// that it describes has all its values, in any window.
func TestHelpFitsTheWindow(t *testing.T) {
	run := terminalProgram(t).of(t, "wordcount.iprof")
	root := newRoot(cli.NewEnv(nil, io.Discard, io.Discard), io.Discard)
	commands := []string{"--help", "help", "help reference", "help questions", "help worth-a-look", "help flags", "help reference#files"}
	for _, c := range root.Commands() {
		commands = append(commands, c.Name()+" --help")
	}
	wholes := make([]string, len(commands))
	for i, command := range commands {
		wholes[i] = run.piped(t, nil, command)
	}
	for _, w := range append([]window{{80, 200}, {60, 200}}, windows...) {
		for i, text := range run.inTerminal(t, w, commands) {
			whole := wholes[i]
			joined := unwrapped(strings.ReplaceAll(text, " \\\n", " "))
			if w.rows == 200 && (w.columns == 80 && text != whole || joined != unwrapped(whole)) && !strings.HasPrefix(commands[i], "help ") {
				t.Errorf("%s in %d columns has room for all:\n%s", commands[i], w.columns, text)
			}
			if n := strings.Count(text, "\n"); n > w.rows-1 {
				t.Errorf("%s in %d×%d has %d lines:\n%s", commands[i], w.columns, w.rows, n, text)
			}
			for line := range strings.Lines(text) {
				if uniseg.StringWidth(strings.TrimSuffix(line, "\n")) > w.columns && !strings.Contains(commands[i], "#") { // which has outputs
					t.Errorf("%s in %d×%d is wider: %s", commands[i], w.columns, w.rows, line)
				}
			}
			if strings.Contains(text, "\nAll of it: ") && strings.Count(whole, "\n") < w.rows && w.columns >= 80 {
				t.Errorf("%s has %d lines and is shortened", commands[i], strings.Count(whole, "\n"))
			}
			c, _, err := root.Find(strings.Fields(commands[i])[:1])
			if err != nil || !c.HasParent() {
				continue
			}
			c.LocalFlags().VisitAll(func(f *pflag.Flag) {
				if !f.Hidden && f.Name != "help" && !strings.Contains(text, "--"+f.Name) {
					t.Errorf("%s does not name --%s", commands[i], f.Name)
				}
				if f.Name == "view" && f.DefValue == "expert" && !strings.Contains(unwrapped(text), "without the profiler's") {
					t.Errorf("%s in %d×%d does not say what the view expert is:\n%s", commands[i], w.columns, w.rows, text)
				}
				noun, _ := pflag.UnquoteUsage(f)
				described := regexp.MustCompile("(?s)--" + f.Name + " " + noun + ` .*?(\n +-|\nAlso: |$)`).FindString(text)
				for _, word := range cli.Words(f) {
					if described != "" && !strings.Contains(described, word) {
						t.Errorf("%s in %d×%d describes --%s without %q:\n%s", commands[i], w.columns, w.rows, f.Name, word, text)
					}
				}
			})
		}
	}
	low := []string{"help", "help flags", "help diff", "help graph", "help questions", "help reference", "inline FILE"}
	for _, w := range []window{{80, 16}, {60, 16}} {
		for i, text := range run.inTerminal(t, w, low) {
			if n := strings.Count(text, "\n"); n > 15 {
				t.Errorf("%s in %d×16 has %d lines:\n%s", low[i], w.columns, n, text)
			}
		}
	}
}

// Where a screen has no room for whole sentences of a comparison, these end earlier, with what they are about; none is cut within a part.
func TestShortSentencesEndEarlier(t *testing.T) {
	program := terminalProgram(t)
	real := func(name string) string {
		path, err := filepath.Abs(besideCheckout + "real/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(path); err != nil {
			t.Skip(err)
		}
		return path
	}
	stripped, trees, streams := real("stripped-1.0.0.iprof.gz"), real("binary-tree-0.2.0.iprof.gz"), real("streamtdi-0.4.0.iprof.gz")
	run := program.of(t, "tally.iprof")
	for command, want := range map[string][]string{
		"diff FILE AFTER": {
			"14 methods changed share, 2 of the application; none with callees (--view app)\n", "\n778 → 505 samples, compared as shares, view expert\n",
			"  Tally.find(String → String, int, int)\n", "branches: no change of shares, 3.03G → 3.68G executions; 9 sites not compared …\n",
		},
		"diff " + stripped + " " + trees: {
			"warning: not compared, as contexts have no count in one profile: 18 methods …\n",
			"warning: 0% of the old, 0% of the new method entries are in common methods …\n",
			": 22 counts look like two 32-bit numbers read as one …\n", ": 2,791 method ids are referred to but not listed in methods …\n",
		},
		"diff " + trees + " " + streams: {"warning: not compared, as one profile ran it without a count: 22 methods,\n  java.lang.System.nanoTime,\n"},
	} {
		text := run.inTerminal(t, windows[0], []string{command})[0]
		for _, line := range want {
			if !strings.Contains(text, line) {
				t.Errorf("%s: no %q in\n%s", command, line, text)
			}
		}
		if n := strings.Count(text, "\n"); n > 23 {
			t.Errorf("%s: %d lines:\n%s", command, n, text)
		}
	}
}

// How much two runs differ as a whole is the last line above the tables to go, after those that say what did not change.
func TestVerdictIsLastToGo(t *testing.T) {
	run := terminalProgram(t).of(t, "tally.iprof")
	for _, c := range []struct {
		window  window
		command string
		same    bool // lines about tables without rows are left
	}{
		{window{80, 24}, "diff --wide FILE AFTER", true}, {window{80, 16}, "diff FILE AFTER", true}, {window{80, 12}, "diff FILE AFTER", false},
	} {
		text := run.inTerminal(t, c.window, []string{c.command})[0]
		if !strings.Contains(text, "\n35.1% fewer samples for as many calls; faster if sampled equally often\n") || strings.Contains(text, "\ncalls: no change") != c.same {
			t.Errorf("%s in %v:\n%s", c.command, c.window, text)
		}
	}
}

// Notes, and then the last rows of each site, give way to five sites, or to as many as fit.
func TestSitesComeBeforeNotes(t *testing.T) {
	program := terminalProgram(t)
	for profile, want := range map[string]struct{ command, title string }{
		"real/binary-tree-0.2.0.iprof.gz": {"branches FILE", "conditionals by executions × entropy, 5 of 3,905\n"},
		"jvm/calls/profile.iprof":         {"receivers FILE", "sites of virtual calls by executions × entropy, 4 of 79\n"},
	} {
		if _, err := os.Stat(besideCheckout + profile); err != nil {
			t.Skip(err)
		}
		text := program.of(t, besideCheckout+profile).inTerminal(t, windows[0], []string{want.command})[0]
		if n := strings.Count(text, "\n"); n > 23 || !strings.HasPrefix(text, want.title) {
			t.Errorf("%s: %d lines:\n%s", want.command, n, text)
		}
	}
}

// Each call site sorted by types says how many it has, at least if its record is full, in every window; so does each of any order, if rows of
// types are left out that no row stands for. These are the types that JSON lists.
func TestSitesSayHowManyTypes(t *testing.T) {
	program := terminalProgram(t)
	sizes := []window{{80, 24}, {40, 24}, {60, 16}, {40, 10}, {120, 24}, {160, 50}}
	for _, profile := range []string{"shop.iprof", besideCheckout + "real/binary-tree-0.2.0.iprof.gz", besideCheckout + "jvm/calls/profile.iprof"} {
		if _, err := os.Stat(profile); strings.Contains(profile, "/") && err != nil {
			continue
		}
		run := program.of(t, profile)
		for _, command := range []string{"receivers --sort types FILE", "instanceof --sort types FILE", "receivers FILE"} {
			want := typesOfSites(run.piped(t, nil, strings.Replace(command, " ", " -q -n 0 --format json ", 1)))
			for _, w := range sizes {
				text := run.inTerminal(t, w, []string{command})[0]
				got, ok := cellsBelow(text, "types")
				sites := len(regexp.MustCompile(`(?m) @\d+( |$)`).FindAllString(text, -1))
				switch {
				case !ok && (len(want) == 0 || command == "receivers FILE" && (strings.Contains(text, " more types>") || !regexp.MustCompile(`\nnot shown: .*\d (types|rows)`).MatchString(text))):
				case !ok || sites == 0 || len(got) != sites || !slices.Equal(got, want[:min(sites, len(want))]):
					t.Errorf("%s of %s in %d×%d: %q, want %q\n%s", command, filepath.Base(profile), w.columns, w.rows, got, want[:min(sites, len(want))], text)
				}
			}
		}
	}
}

// typesOfSites returns the number of types of each site in a document.
func typesOfSites(document string) (numbers []string) {
	var of struct {
		Rows []struct {
			Saturated     bool
			RecordedTypes int `json:"recorded_types"`
			Types         []any
		}
	}
	json.Unmarshal([]byte(document[max(0, strings.Index(document, "{")):]), &of) // of a command that fails: nothing
	for _, r := range of.Rows {
		number := fmt.Sprint(len(r.Types))
		if r.RecordedTypes != len(r.Types) {
			number = fmt.Sprintf("%d of %d", r.RecordedTypes, len(r.Types))
		}
		if r.Saturated {
			number = "≥ " + number
		}
		numbers = append(numbers, number)
	}
	return numbers
}

// cellsBelow returns the cells below a heading, without blank ones; false: there is none. Parts of sites and the text below them are indented.
func cellsBelow(text, heading string) (cells []string, ok bool) {
	from, to := 0, 0
	for line := range strings.Lines(text) {
		switch at := strings.Index(line, "  "+heading+"  "); {
		case to == 0 && at >= 0:
			from = uniseg.StringWidth(line[:at])
			to = from + len("  "+heading)
		case strings.HasPrefix(line, "not shown: "):
			return cells, to > 0
		case to > 0 && strings.Contains(line, "@"):
			if cell := strings.TrimSpace(string([]rune(line)[from:to])); cell != "" {
				cells = append(cells, cell)
			}
		}
	}
	return cells, to > 0
}

// Every section of help fits a terminal as that breaks lines: with its title and at least its first command, in full. Lines of outputs are cut
// there, and the last line says how to see them.
func TestSectionsOfHelpFitTheWindow(t *testing.T) {
	run := terminalProgram(t)
	run.files = strings.NewReplacer()
	for _, page := range docs.Pages() {
		for _, anchor := range topic.Anchors(page)[1:] {
			section := page.Name + "#" + anchor
			whole := run.piped(t, nil, "help "+section)
			for _, w := range windows[:3] {
				text := run.inTerminal(t, w, []string{"help " + section})[0]
				fail := func(what string) { t.Errorf("help %s in %d×%d: %s\n%s", section, w.columns, w.rows, what, text) }
				rows, widest := 0, 0
				for line := range strings.Lines(text) {
					n := uniseg.StringWidth(strings.TrimSuffix(line, "\n"))
					rows += max(1, (n+w.columns-1)/w.columns)
				}
				for line := range strings.Lines(whole) {
					widest = max(widest, uniseg.StringWidth(line))
				}
				title, rest, _ := strings.Cut(whole, "\n")
				if rows >= w.rows {
					fail(fmt.Sprint(rows, " rows"))
				}
				if !strings.HasPrefix(text, title+"\n") {
					fail("no title")
				}
				if _, example, ok := strings.Cut(rest, "\n  $ "); ok && w.columns >= 80 && strings.Count(whole[:len(whole)-len(example)], "\n") < w.rows/2 {
					command, _, _ := strings.Cut(example, "\n")
					if !strings.Contains(text, "\n  $ "+command+"\n") {
						fail("without the command " + command)
					}
				}
				if w.columns >= 80 && (text != whole) != strings.Contains(text, "\nAll of it: iprof-viz help "+section+" | less\n") {
					fail("is it all?")
				}
				if w.columns >= 80 && text != whole && widest <= w.columns && strings.Count(whole, "\n") < w.rows {
					fail("shortened though it fits")
				}
			}
		}
	}
	const inlined = "$ iprof-viz inline -q find --into addText --classpath testdata/tally.jar \\\n    testdata/tally.iprof\n" +
		"  no: Tally.find is not inlined into Tally.addText; 79,450,000 calls stayed cal…\n"
	if text := run.inTerminal(t, windows[0], []string{"help tutorial#was-it-inlined"})[0]; !strings.Contains(text, inlined) {
		t.Errorf("outputs are not cut:\n%s", text)
	}
}

// The summary of a profile that is of little use says below its title what the profile shows, and what it does not.
func TestSummaryOfLittleUse(t *testing.T) {
	program := terminalProgram(t)
	const tables = `"types":[{"id":0,"name":"T"}],"methods":[{"id":1,"name":"a","signature":[0,0]}]`
	const stripped = `"types":[{"id":-1,"name":""}],"methods":[{"id":-1,"name":"","signature":[]}]`
	const calls, samples, branches = `"callCountProfiles":[{"ctx":"1:0","records":[8]}]`, `"samplingProfiles":[{"ctx":"1:0","records":[9]}]`, `"conditionalProfiles":[{"ctx":"1:4","records":[7,0,5]}]`
	for name, c := range map[string]struct{ content, want string }{
		"stripped": {stripped + "," + calls + "," + branches, "in this profile: how often methods are entered and where branches go; not in it: the names of methods and where time is spent"},
		"empty":    {tables + `,"callCountProfiles":[]`, "nothing was counted: this profile shows nothing of the program"},
		"cut":      {tables + "," + calls, "in this profile: how often methods are entered; not in it: where time is spent and where branches go"},
		"whole":    {tables + "," + calls + "," + branches, ""},
		"sampled":  {tables + "," + samples, "in this profile: where time is spent; not in it: how often methods are entered and where branches go"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "p.iprof")
			if err := os.WriteFile(file, []byte(`{"version":"1.0.0",`+c.content+`}`), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, w := range windows {
				text := program.of(t, file).inTerminal(t, w, []string{"info FILE"})[0]
				_, text, _ = strings.Cut(text, "iprof 1.0.0\n")
				if got := strings.Join(strings.Fields(text), " "); c.want != "" && !strings.HasPrefix(got, c.want+" ") || strings.Contains(got, "in this profile") != strings.Contains(c.want, "in this profile") {
					t.Errorf("%d×%d: %s\n%s", w.columns, w.rows, c.want, text)
				}
			}
		})
	}
}

// unwrapped returns a text regardless of where its lines, such as a warning's in a terminal, end.
func unwrapped(text string) string { return strings.Join(strings.Fields(text), " ") }

// Listings of several methods fit the window, too: each line below a row has the heaviest callees, and the last methods only their totals.
// Pipes have everything.
func TestListingsFitTheWindow(t *testing.T) {
	program := terminalProgram(t)
	profiles, windowsOf := profilesInWindows(t, "wordcount.iprof", "shop.iprof")
	for _, name := range profiles {
		t.Run(filepath.Base(name), func(t *testing.T) {
			run := program.of(t, name)
			commands := []string{"list . FILE", "list --classpath JAR . FILE", "list --classpath JAR --by bytecode . FILE"}
			if strings.Contains(name, ".xprof") || strings.Contains(name, ".folded") {
				return // nothing to list
			}
			for _, w := range windowsOf(name) {
				for i, text := range run.inTerminal(t, w, commands) {
					whole := run.piped(t, columnsOf(w), commands[i])
					if n := strings.Count(text, "\n"); n >= w.rows {
						t.Errorf("%s: %d lines in %d×%d:\n%s", commands[i], n, w.columns, w.rows, text)
					}
					lines := strings.Count(whole, "\n")
					few := lines+4 < w.rows // also with warnings in more lines
					if lines >= w.rows && !strings.Contains(text, "\nnot shown: ") || few && unwrapped(text) != unwrapped(whole) {
						t.Errorf("%s in %d×%d:\n%s", commands[i], w.columns, w.rows, text)
					}
				}
			}
		})
	}
}

// dispatchLog is the log of the compiler for a published profile with counts, see [terminalRun.dispatch].
const dispatchLog = besideCheckout + "optlog/dispatch.graal-ce-2023-04.jdk17.jsonl.gz"

// dispatch returns the run for a program with many kinds of calls, and the path of its log; it skips the test without them.
func (r terminalRun) dispatch(t *testing.T) (run terminalRun, log string) {
	t.Helper()
	const profile = besideCheckout + "jvm/calls/profile.iprof"
	log, err := filepath.Abs(dispatchLog)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{profile, log} {
		if _, err := os.Stat(path); err != nil {
			t.Skip(err)
		}
	}
	return r.of(t, profile), log
}

// A tree that is too large for the window has at least five rows of methods, whatever types, branches and notes there are.
func TestTreesShowWhatIsInlined(t *testing.T) {
	run, log := terminalProgram(t).dispatch(t)
	instance := regexp.MustCompile(`(?m)^(\(root\) |[│ ]*[├└]─* ?@\d+ [^→])`)
	commands := []string{"inline 'Dispatch.run$' FILE", "inline --optlog " + log + " 'Dispatch.run$' FILE", "inline --optlog " + log + " 'Dispatch.tree$' FILE"}
	sizes := windows
	if !testtier.More(t, "windows of all sizes") {
		sizes = []window{{80, 24}, {60, 24}}
	}
	for _, w := range sizes {
		for i, text := range run.inTerminal(t, w, commands) {
			want := 5
			if w.columns == 60 && i > 0 { // long notes
				want = 4
			}
			if n := strings.Count(text, "\n"); n >= w.rows || len(instance.FindAllString(text, -1)) < want {
				t.Errorf("%s: %d lines in %d×%d, %d instances:\n%s", commands[i], n, w.columns, w.rows, len(instance.FindAllString(text, -1)), text)
			}
		}
	}
}

// Tables with lines below each row, and sets with long warnings, fit as well: what is below a row is cut before rows are.
func TestTablesWithReasonsFitTheWindow(t *testing.T) {
	run, log := terminalProgram(t).dispatch(t)
	commands := []string{"calls --optlog " + log + " FILE", "calls --missed --optlog " + log + " FILE", "variance SHOP FILE"}
	for _, w := range windows {
		for i, text := range run.inTerminal(t, w, commands) {
			if n := strings.Count(text, "\n"); n >= w.rows {
				t.Errorf("%s: %d lines in %d×%d:\n%s", commands[i], n, w.columns, w.rows, text)
			}
			if i < 2 && w.rows == 24 && w.columns < 120 && !strings.Contains(text, " cut line") {
				t.Errorf("%s in %d×%d does not say how to see whole lines:\n%s", commands[i], w.columns, w.rows, text)
			}
		}
	}
}

// Long warnings above a table leave room for five rows, of which a site above its types is one, without a blank line before the last line.
func TestTablesBelowWarningsFitTheWindow(t *testing.T) {
	program := terminalProgram(t)
	const published = besideCheckout + "real/"
	paths := map[string]string{}
	for _, path := range []string{published + "streamtdi-0.4.0.iprof.gz", published + "binary-tree-0.2.0.iprof.gz",
		besideCheckout + "jvm/known/known.iprof", besideCheckout + "jvm/known/known_alltypes.iprof", "../../testdata/tally.iprof", "../../testdata/tally-after.jar"} {
		if _, err := os.Stat(path); err != nil {
			t.Skip(err)
		}
		absolute, err := filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(filepath.Base(path), ".")
		paths[name] = filepath.Join("..", filepath.Base(path))
		if err := os.Symlink(absolute, filepath.Join(filepath.Dir(program.dir), filepath.Base(path))); err != nil {
			t.Fatal(err)
		}
	}
	run := program.of(t, "tally-after.iprof")
	for command, rows := range map[string]*regexp.Regexp{
		"receivers " + paths["streamtdi-0"] + " " + paths["binary-tree-0"]:           regexp.MustCompile(`(?m)^( *[\d.]+[MG] .*@\d+|    \S+ +[\d,]+ +[\d.]+%)$`),
		"calls --classpath " + paths["tally-after"] + " " + paths["tally"] + " FILE": regexp.MustCompile(`(?m)^[≥≤ ]*[\d.]+[MG] .*@\d+ `),
	} {
		got := run.inTerminal(t, window{80, 24}, []string{command})[0]
		if n := strings.Count(got, "\n"); n > 23 || len(rows.FindAllString(got, -1)) < 5 || !strings.Contains(got, "\nnot shown: ") {
			t.Errorf("%s: %d lines, %d rows:\n%s", command, n, len(rows.FindAllString(got, -1)), got)
		}
	}
	// Where even that is too much, heads are cut, and lines below sites and rows of a site are left out.
	streams, trees := paths["streamtdi-0"], paths["binary-tree-0"]
	for command, want := range map[string]string{
		"variance " + streams + " " + trees:                              "\nconditionals by ",
		"receivers " + streams + " " + trees:                             "MatchOps$2MatchSink ",
		"receivers " + trees + " SHOP":                                   "\nsites of virtual calls by ",
		"calls " + streams + " SHOP":                                     "\ncalls by ",
		"variance " + streams + " SHOP":                                  "\nconditionals by ",
		"diff --exact " + paths["known"] + " " + paths["known_alltypes"]: "\n    Known$S1 ",
	} {
		for _, w := range []window{{80, 24}, {60, 24}} {
			got := run.inTerminal(t, w, []string{command})[0]
			if n := strings.Count(got, "\n"); n >= w.rows || !strings.Contains(got, want) || !strings.Contains(got, "\nnot shown: ") {
				t.Errorf("%s: %d lines in %d×%d:\n%s", command, n, w.columns, w.rows, got)
			}
		}
	}
}
