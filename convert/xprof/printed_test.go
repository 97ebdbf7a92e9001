package xprof_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/convert/xprof"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A vm prints blocks, and notes what a reader has to find.
type vm struct {
	printer
	*rand.Rand
	stacks []string
	want   xprof.Summary
}

// line returns the number of the line that is printed next.
func (v *vm) line() int { return 1 + strings.Count(strings.Join(v.pieces, ""), "\n") }

func (v *vm) stack(ticks int, frames ...string) {
	if ticks > 0 {
		v.stacks = append(v.stacks, fmt.Sprint(strings.Join(frames, ";"), " ", ticks))
	}
}

// A printedRow is a row of a section: printed, elided by the VM, or cut out by somebody.
type printedRow struct{ own, native int }

func (r *printedRow) add(other printedRow) { r.own, r.native = r.own+other.own, r.native+other.native }

// thread prints the block of a thread, with all kinds of sections and ticks. If closes is false, its header has more ticks than its rows.
func (v *vm) thread(closes bool) {
	name := []string{"main", "", "pool-1-thread-2", "a\nname of\nlines", "RMI TCP Connection(3)-127.0.0.1", "a name\n\nwith an empty line"}[v.IntN(6)]
	var sections [4][]printedRow
	ticks := 0
	for s := range sections {
		for range max(0, v.IntN(9)-3) {
			r := printedRow{v.IntN(40), v.IntN(3) * v.IntN(5)}
			if r.own+r.native == 0 {
				r.own = 1
			}
			sections[s], ticks = append(sections[s], r), ticks+r.own+r.native
		}
	}
	titles := []string{"Blocked (of total)", "Class loader", "Interpreter", "Compilation", "Unknown: no pc"}
	specials := make([]int, len(titles))
	for s := range specials {
		if v.IntN(3) == 0 || s == 1 && ticks == 0 {
			specials[s] = 1 + v.IntN(60)
			ticks += specials[s]
		}
	}
	active := ticks - specials[0]
	if !closes {
		ticks += 100_000 // more than all blocks have
	}
	hundredths := v.IntN(2000)
	b := xprof.Block{Line: v.line() + 1, Thread: name, Elapsed: time.Duration(hundredths) * 10 * time.Millisecond, Ticks: int64(ticks), Closes: closes}
	v.print("\nFlat profile of %d.%02d secs (%d total ticks): %s\n", hundredths/100, hundredths%100, ticks, name)
	if closes && v.IntN(3) == 0 {
		b.Lost = int64(1 + v.IntN(99))
		v.special(int(b.Lost), ticks+int(b.Lost), "Lost ticks")
	}
	v.print("\n")
	stacks := v.stacks
	thread := name
	if name == "" {
		thread = xprof.UnnamedThread
	}
	for s, rows := range sections {
		if len(rows) > 0 {
			b.Missing += v.section(thread, s, rows, active)
		}
	}
	if slices.Max(specials) > 0 {
		v.print("  Thread-local ticks:\n")
		for s, n := range specials {
			of := active
			if s == 0 {
				of = ticks
			}
			if n > 0 {
				v.special(n, of, titles[s])
				v.stack(n, thread, strings.TrimSuffix(titles[s], " (of total)"))
			}
		}
		v.print("\n")
	}
	if closes {
		v.want.Ticks, v.want.Lost = v.want.Ticks+b.Ticks, v.want.Lost+b.Lost
	} else {
		v.stacks, b.Missing, b.Lost = stacks, 0, 0
	}
	v.want.Blocks = append(v.want.Blocks, b)
}

// section prints a section, and returns the ticks of rows that are missing.
func (v *vm) section(thread string, s int, rows []printedRow, active int) (missing int64) {
	title := []string{"Interpreted", "Compiled", "Stub", "Runtime stub"}[s]
	frame := []string{"interpreted", "compiled", "stub", "runtime stub"}[s]
	v.print("  %11s + native", title)
	v.fillTo(25)
	v.print("Method")
	v.fillTo(55)
	v.print("\n")
	var sum, unprinted printedRow
	elides, last := v.IntN(3) == 0, 1+v.IntN(len(rows))
	if !elides && v.IntN(3) > 0 {
		last = len(rows)
	}
	for i, r := range rows {
		sum.add(r)
		if i >= last {
			unprinted.add(r)
			continue
		}
		method := fmt.Sprintf("app.C%d.m%d", s, i)
		v.row(r.own, r.native, active, method)
		v.stack(r.own, thread, frame, method)
		v.stack(r.native, thread, frame, method, xprof.NativeFrame)
	}
	total := "Total " + []string{"interpreted", "compiled", "stub", "runtime stubs"}[s]
	if elides {
		total += " (including elided)"
	} else {
		missing = int64(unprinted.own + unprinted.native)
	}
	v.row(sum.own, sum.native, active, total)
	v.print("\n")
	v.stack(unprinted.own, thread, frame, xprof.ElidedFrame)
	v.stack(unprinted.native, thread, frame, xprof.ElidedFrame, xprof.NativeFrame)
	return missing
}

// global prints the summary at the end.
func (v *vm) global() {
	received := 1 + v.IntN(500)
	g := &xprof.Global{Elapsed: 4970 * time.Millisecond}
	v.print("Global summary of 4.97 seconds:\n")
	for i, title := range []string{"Received ticks", "Received GC ticks", "Compilation", "Deoptimization", "Other VM operations", "Unknown code"} {
		n := received
		if i > 0 {
			n = v.IntN(3) * v.IntN(received+100)
		}
		if n > 0 {
			v.special(n, received, title)
			g.Ticks = append(g.Ticks, xprof.GlobalTicks{Title: title, Ticks: int64(n)})
		}
	}
	v.want.Global = g
}

// notes are those of the summary.
func (v *vm) notes() (notes []string) {
	var open []string
	missing := int64(0)
	for _, b := range v.want.Blocks {
		if missing += b.Missing; !b.Closes {
			open = append(open, fmt.Sprintf("line %d: thread %q", b.Line, b.Thread))
		}
	}
	if n := len(open); n > 0 {
		blocks := "block"
		if n > 1 {
			blocks = "blocks"
		}
		notes = append(notes, fmt.Sprintf("%d %s left out: the rows do not add up to the ticks of the header (%s)", n, blocks, strings.Join(open, ", ")))
	}
	counted := func(n int64, verb string) string {
		if n == 1 {
			return "1 tick " + verb
		}
		return words.Thousands(n) + " ticks " + map[string]string{"has": "have", "was": "were"}[verb]
	}
	if missing > 0 {
		notes = append(notes, fmt.Sprintf("%s no row, as <elided> in sections that elide none: rows were cut out, or program output stands inside them", counted(missing, "has")))
	}
	if v.want.Lost > 0 {
		notes = append(notes, fmt.Sprintf("%s lost, besides the %s of the blocks", counted(v.want.Lost, "was"), words.Thousands(v.want.Ticks)))
	}
	return notes
}

// TestPrintedTexts reads all stacks, blocks and ticks of random texts back, in the forms that logs and web pages give them.
func TestPrintedTexts(t *testing.T) {
	same := func(text string) string { return text }
	forms := []func(string) string{
		same, collapse,
		func(text string) string { return prefixed(text, "[%d.1s] ") },
		func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") },
	}
	for seed := range uint64(150) {
		v := &vm{Rand: rand.New(rand.NewPCG(7, seed))}
		for i := range 1 + v.IntN(4) {
			v.print("hello %d\n", i)
			v.thread(i == 0 || v.IntN(6) > 0)
		}
		if v.IntN(2) == 0 {
			v.global()
		}
		v.want.Notes = v.notes()
		text := strings.Join(v.pieces, "")
		form := v.IntN(len(forms))
		what := fmt.Sprintf("seed %d, form %d", seed, form)
		got, sum, err := folded(forms[form](text), xprof.Options{})
		if err != nil {
			t.Fatalf("%s: %v\n%s", what, err, text)
		}
		if want := strings.Join(v.stacks, "\n") + "\n"; got != want {
			t.Fatalf("%s: stacks\n%s\nwant\n%s\nof\n%s", what, got, want, text)
		}
		if got, want := printed(sum), printed(&v.want); got != want {
			t.Fatalf("%s: got\n%s\nwant\n%s\nof\n%s", what, got, want, text)
		}
	}
}

// printed writes a summary.
func printed(s *xprof.Summary) string {
	text := fmt.Sprintf("%d ticks, %d lost, %+v\n", s.Ticks, s.Lost, s.Ignored)
	for _, b := range s.Blocks {
		text += fmt.Sprintf("%+v\n", b)
	}
	if s.Global != nil {
		text += fmt.Sprintf("%+v\n", *s.Global)
	}
	return text + strings.Join(s.Notes, "\n")
}
