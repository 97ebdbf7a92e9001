package xprof_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/xprof"
)

// A printer writes blocks as HotSpot does: in pieces, between which the program may write.
type printer struct {
	pieces []string
	column int
}

func (p *printer) print(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	p.pieces = append(p.pieces, text)
	p.column += len(text)
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		p.column = len(text) - i - 1
	}
}

func (p *printer) fillTo(column int) {
	if p.column < column {
		p.print("%s", strings.Repeat(" ", column-p.column))
	}
}

func (p *printer) row(own, native, active int, name string) {
	p.print("%5.1f%% %5d ", float64(own+native)*100/float64(active), own)
	p.fillTo(11)
	p.print(" + %5d ", native)
	p.fillTo(25)
	p.print("%s", name)
	p.print("\n")
}

func (p *printer) special(ticks, of int, title string) {
	p.print("%5.1f%% %5d", float64(ticks)*100/float64(of), ticks)
	p.fillTo(25)
	p.print("%s", title)
	p.print("\n")
}

// block writes a block of random rows and returns its ticks and those of each section and special, by frame.
func (p *printer) block(random *rand.Rand, thread string) (total int, parts map[string]int) {
	type row struct{ own, native int }
	var sections [4][]row
	var specials [4]int
	for s := range sections {
		for range random.IntN(8) {
			r := row{random.IntN(30), random.IntN(3)}
			if r.own+r.native == 0 {
				r.own = 1
			}
			sections[s] = append(sections[s], r)
			total += r.own + r.native
		}
	}
	for s := range specials {
		if random.IntN(3) == 0 {
			specials[s] = 1 + random.IntN(50)
			total += specials[s]
		}
	}
	if total == 0 {
		specials[1], total = 1, 1
	}
	active := total - specials[0]
	parts = make(map[string]int)
	p.print("\n")
	p.print("Flat profile of 1.23 secs (%d total ticks): %s\n", total, thread)
	p.print("\n")
	titles := []string{"Interpreted", "Compiled", "Stub", "Runtime stub"}
	totals := []string{"interpreted", "compiled", "stub", "runtime stubs"}
	for s, rows := range sections {
		if len(rows) == 0 {
			continue
		}
		p.print("  ")
		p.print("%11s", titles[s])
		p.print(" + native")
		p.fillTo(25)
		p.print("Method")
		p.fillTo(55)
		p.print("\n")
		var sum row
		for i, r := range rows {
			p.row(r.own, r.native, active, fmt.Sprintf("app.Class%d.method%d", s, i))
			sum.own += r.own
			sum.native += r.native
		}
		p.row(sum.own, sum.native, active, "Total "+totals[s])
		p.print("\n")
		parts[strings.ToLower(titles[s])] = sum.own + sum.native
	}
	if specials != [4]int{} {
		p.print("  ")
		p.print("Thread-local ticks:\n")
		for s, title := range []string{"Blocked (of total)", "Class loader", "Compilation", "Unknown: no pc"} {
			if specials[s] == 0 {
				continue
			}
			of := active
			if s == 0 {
				of = total
			}
			p.special(specials[s], of, title)
			parts[strings.TrimSuffix(title, " (of total)")] = specials[s]
		}
		p.print("\n")
	}
	return total, parts
}

// A program may write anything between any two pieces: every block counts, and each of its sections has its ticks.
func TestProgramOutputAnywhere(t *testing.T) {
	noise := []string{
		"hello\n", "hello", "\n", "progress 66%", " 50% of 3 + 4 = 7\n", "x 50.0% of 3", "one\ntwo\nthree\n", "日本語\n", "a very long line" + strings.Repeat(" and on", 1000) + "\n",
		"\nFlat profile of the harbour\n", "\nFlat profile of 9.99 secs (999 total ticks): printed by the program\n\n",
		"\n  12.5%     3  +   321    com.example.NotARow\n", "\n  100.0%  4321  +     0    Total compiled\n", "\n  Interpreted + native   Method\n",
		"\nGlobal summary of 2.00 seconds:\n100.0%   123             Received ticks\n", "\n 77.7%  4321             Compilation\n",
	}
	const blocks = 3000
	for seed := range uint64(blocks) {
		random := rand.New(rand.NewPCG(1, seed))
		var p printer
		total, parts := p.block(random, "main")
		before := 3 + random.IntN(len(p.pieces)-3) // a piece below the header, as names of threads have any text
		text := strings.Join(p.pieces[:before], "") + noise[random.IntN(len(noise))] + strings.Join(p.pieces[before:], "")
		got := make(map[string]int)
		sum, err := xprof.Read(strings.NewReader(text), xprof.Options{}, func(stack []string, ticks int64) error {
			got[stack[1]] += int(ticks)
			return nil
		})
		if err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, text)
			continue
		}
		if fmt.Sprint(got) != fmt.Sprint(parts) || sum.Ticks != int64(total) {
			t.Errorf("seed %d: %v, want %v\n%s", seed, got, parts, text)
		}
	}
}
