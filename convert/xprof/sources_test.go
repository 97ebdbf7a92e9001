package xprof_test

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/xprof"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
)

// sources has real outputs of HotSpot, beside the checkout. Their README says how they were made.
const sources = "../../../shared/sources/xprof/"

// ticksOf has the ticks of all blocks that close, as the README of the sources lists them.
var ticksOf = map[string]int64{
	"loops-mixed": 301, "loops-int": 335, "loops-comp": 816, "loops-lost": 289, "loops-sbt": 301,
	"crew-mixed": 1521, "crew-int": 1536, "crew-comp": 2116, "crew-intervals": 1261, "crew-starved": 120,
	"crew-cut":     485 - 171, // the third block, of 171 ticks, is cut
	"scribe-mixed": 365, "scribe-int": 387, "scribe-comp": 507, "scribe-bytecodes": 305, "scribe-crlf": 365,
	"chatter-mixed": 828, "chatter-int": 748, "chatter-comp": 1084, "chatter-web": 828,
}

// A stack is a stack with its ticks, as Read passes it on.
type stack struct {
	thread string
	frames string // the others, joined by ";"
	ticks  int64
}

// read returns the stacks and the summary of a text.
func read(t *testing.T, text []byte) ([]stack, *xprof.Summary) {
	t.Helper()
	var got []stack
	sum, err := xprof.Read(bytes.NewReader(text), xprof.Options{}, func(frames []string, ticks int64) error {
		got = append(got, stack{frames[0], strings.Join(frames[1:], ";"), ticks})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return got, sum
}

// expected has the content of a file NAME.expect.tsv.
type expected struct {
	stacks []stack
	blocks []string         // "thread seconds total_ticks closes lost"
	global []string         // "seconds", then "title ticks"
	totals map[string]int64 // by thread, of blocks that close
	parts  map[string]int64 // by thread and section, of the same
}

func readExpected(t *testing.T, path string) expected {
	t.Helper()
	text := testfile.Read(t, path)
	unescape := strings.NewReplacer(`\t`, "\t", `\n`, "\n", `\\`, `\`)
	want := expected{totals: make(map[string]int64), parts: make(map[string]int64)}
	var block []string
	var lost string
	var open []stack
	end := func() {
		if len(block) == 0 {
			return
		}
		want.blocks = append(want.blocks, strings.Join(append(block, lost), " "))
		if block[3] == "true" {
			want.stacks = append(want.stacks, open...)
		}
		block, lost, open = nil, "0", nil
	}
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 5 {
			t.Fatalf("%d fields: %q", len(f), line)
		}
		for i := range f {
			f[i] = unescape.Replace(f[i])
		}
		thread, section, method := f[0], f[1], f[2]
		frame := cmp.Or(thread, xprof.UnnamedThread)
		number := func(s string) int64 {
			n, err := strconv.ParseInt(s, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		add := func(ticks string, frames ...string) {
			if n := number(ticks); n > 0 {
				open = append(open, stack{frame, strings.Join(frames, ";"), n})
			}
		}
		switch {
		case thread == "<global>" && section == "header":
			end()
			want.global = append(want.global, f[3])
		case thread == "<global>":
			want.global = append(want.global, method+" "+f[3])
		case section == "header" && method == "seconds":
			end()
			block, lost = []string{fmt.Sprintf("%q", thread), f[3]}, "0"
		case section == "header" && method == "total_ticks":
			block = append(block, f[3])
		case section == "header" && method == "closes":
			block = append(block, strconv.FormatBool(f[3] == "1"))
			if f[3] == "1" {
				want.totals[frame] += number(block[2])
			}
		case section == "special" && method == "Lost":
			lost = f[3]
		case section == "special":
			add(f[3], method)
		case method == "<total>" && block[3] == "true":
			want.parts[frame+";"+section] += number(f[3]) + number(f[4])
		case method != "<total>":
			add(f[3], section, method)
			add(f[4], section, method, "<native>")
		}
	}
	end()
	return want
}

func TestSourcesReadAsExpected(t *testing.T) {
	files, _ := filepath.Glob(sources + "*.txt")
	if len(files) == 0 {
		t.Skip("no ../shared/sources")
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) {
			text := testfile.Read(t, file)
			want := readExpected(t, sources+name+".expect.tsv")
			got, sum := read(t, text)
			if !slices.Equal(got, want.stacks) {
				t.Errorf("stacks\n%v, want\n%v", got, want.stacks)
			}
			var blocks []string
			for _, b := range sum.Blocks {
				blocks = append(blocks, fmt.Sprintf("%q %.2f %d %v %d", b.Thread, b.Elapsed.Seconds(), b.Ticks, b.Closes, b.Lost))
				if b.Missing > 0 {
					t.Errorf("thread %q: %d ticks have no row", b.Thread, b.Missing)
				}
			}
			if !slices.Equal(blocks, want.blocks) {
				t.Errorf("blocks\n%q, want\n%q", blocks, want.blocks)
			}
			var global []string
			if sum.Global != nil {
				global = append(global, fmt.Sprintf("%.2f", sum.Global.Elapsed.Seconds()))
				for _, r := range sum.Global.Ticks {
					global = append(global, fmt.Sprint(r.Title, " ", r.Ticks))
				}
			}
			if !slices.Equal(global, want.global) {
				t.Errorf("global summary %q, want %q", global, want.global)
			}

			// A section adds up to its total, a thread to its headers, and a file to the README's table.
			totals, parts, all := make(map[string]int64), make(map[string]int64), int64(0)
			for _, s := range got {
				totals[s.thread] += s.ticks
				section, _, _ := strings.Cut(s.frames, ";")
				parts[s.thread+";"+section] += s.ticks
				all += s.ticks
			}
			for section, ticks := range want.parts {
				if parts[section] != ticks {
					t.Errorf("section %q adds up to %d ticks, not %d", section, parts[section], ticks)
				}
			}
			for thread, ticks := range want.totals {
				if totals[thread] != ticks {
					t.Errorf("thread %q adds up to %d ticks, its headers to %d", thread, totals[thread], ticks)
				}
			}
			if all != ticksOf[name] || sum.Ticks != all {
				t.Errorf("%d ticks in all, %d in the summary, want %d", all, sum.Ticks, ticksOf[name])
			}
			if !xprof.Detect(text[:min(len(text), 4096)]) {
				t.Error("not recognized")
			}
		})
	}
}

// Percentages of a real output are those of its ticks: they tell its rows from a program's. This counts the expected rows anew
// and looks for each in the text, without the reader.
func TestSourcesHaveTheirPercentages(t *testing.T) {
	files, _ := filepath.Glob(sources + "*.expect.tsv")
	if len(files) == 0 {
		t.Skip("no ../shared/sources")
	}
	for _, file := range files {
		text := testfile.Read(t, strings.TrimSuffix(file, ".expect.tsv")+".txt")
		printed := make(map[string]bool) // lines, with blanks collapsed
		for _, line := range strings.Split(string(text), "\n") {
			printed[strings.Join(strings.Fields(strings.TrimPrefix(line, "[info] ")), " ")] = true
		}
		table := testfile.Read(t, file)
		rows := strings.Split(strings.TrimSpace(string(table)), "\n")[1:]
		number := func(s string) float64 {
			n, _ := strconv.ParseFloat(s, 64)
			return n
		}
		for begin := 0; begin < len(rows); {
			// A block: its header, totals, and ticks without a method.
			end := begin + 1
			for end < len(rows) && !strings.Contains(rows[end], "\theader\tseconds\t") {
				end++
			}
			block := rows[begin:end]
			begin = end
			var total, blocked, counted, received float64
			closes := strings.HasPrefix(block[0], "<global>")
			for _, row := range block {
				f := strings.Split(row, "\t")
				switch {
				case f[2] == "total_ticks":
					total = number(f[3])
				case f[2] == "closes":
					closes = f[3] == "1"
				case f[2] == "<total>":
					counted += number(f[3]) + number(f[4])
				case f[2] == "Received ticks":
					received = number(f[3])
				case f[1] == "special" && f[2] != "Lost":
					counted += number(f[3])
					if f[2] == "Blocked" {
						blocked = number(f[3])
					}
				}
			}
			if !closes {
				continue
			}
			if received == 0 && counted != total {
				t.Errorf("%s: %q adds up to %v", file, block[0], counted)
			}
			for _, row := range block {
				f := strings.Split(row, "\t")
				of, line := total-blocked, ""
				switch {
				case f[1] == "header", f[2] == "<elided>", f[2] == "<total>":
					continue
				case f[1] == "global":
					line = fmt.Sprintf("%.1f%% %s %s", number(f[3])*100/received, f[3], f[2])
				case f[2] == "Blocked":
					line = fmt.Sprintf("%.1f%% %s Blocked (of total)", number(f[3])*100/total, f[3])
				case f[2] == "Lost":
					line = fmt.Sprintf("%.1f%% %s Lost ticks", number(f[3])*100/(total+number(f[3])), f[3])
				case f[1] == "special":
					line = fmt.Sprintf("%.1f%% %s %s", number(f[3])*100/of, f[3], f[2])
				default:
					line = fmt.Sprintf("%.1f%% %s + %s %s", (number(f[3])+number(f[4]))*100/of, f[3], f[4], f[2])
				}
				if !printed[line] {
					t.Errorf("%s: no line %q", file, line)
				}
			}
		}
	}
}
