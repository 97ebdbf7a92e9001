package code_test

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestTripsOfRuns compares trips with the VM's own counts of instructions and jumps: how often control went back to the head of a loop, by
// how often it came there otherwise. A loop of the programs is the code from its head to the last jump back, as compilers lay it out.
func TestTripsOfRuns(t *testing.T) {
	const dir = "../../../shared/jvm/"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no ../shared/jvm")
	}
	for _, c := range []struct {
		profile, vm, classes string
		known                int // loops with trips: all
	}{
		{"known/known.iprof", "known/", "known/classes", 51},
		{"calls/profile.iprof", "calls/", "calls/classes", 13},
		{"seed/fib.iprof", "seed/fib.", "seed-classes", 1},
	} {
		steps := vmCounts(t, filepath.FromSlash(dir+c.vm+"steps.tsv"), "")
		jumps := vmCounts(t, filepath.FromSlash(dir+c.vm+"jvmti.tsv"), "jump")
		p := testprofile.Parse(t, string(testfile.Read(t, filepath.FromSlash(dir+c.profile))))
		l, err := code.List(p, nil, nil, code.ListOptions{Class: testpath.Open(t, filepath.FromSlash(dir+c.classes)).Class})
		if err != nil {
			t.Fatal(err)
		}
		known := 0
		for _, m := range l.Methods {
			method, _ := p.MethodAt(int(m.Slot))
			name := convert.JVMSignature(p, method)
			for _, x := range m.Places {
				switch {
				case x.Branch == nil || m.Code == nil:
				case x.Trips > 0:
					known++
					if want := tripsOfRun(m.Code, int(x.BCI), name, steps, jumps); math.Abs(x.Trips-want) > 1e-9 {
						t.Errorf("%s@%d: %v trips, the VM had %v", name, x.BCI, x.Trips, want)
					}
				case x.Stays >= 0:
					t.Errorf("%s@%d: n/a, the VM had %v", name, x.BCI, tripsOfRun(m.Code, int(x.BCI), name, steps, jumps))
				}
			}
		}
		if known != c.known {
			t.Errorf("%s: trips of %d loops, want %d", c.profile, known, c.known)
		}
	}
}

// vmCounts reads counts of the VM by class, method, descriptor and the numbers after them. Kind is the first column; "": there is none.
func vmCounts(t *testing.T, file, kind string) map[string]int64 {
	counts := map[string]int64{}
	for line := range strings.Lines(string(testfile.Read(t, file))) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if kind != "" && fields[0] != kind {
			continue
		}
		if kind != "" {
			fields = fields[1:]
		}
		last := len(fields) - 1
		n, err := strconv.ParseInt(fields[last], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		counts[fields[0]+"."+fields[1]+fields[2]+"@"+strings.Join(fields[3:last], ">")] += n
	}
	return counts
}

// tripsOfRun returns the iterations of the innermost loop around a conditional for each time that it was entered.
func tripsOfRun(body *classfile.Code, bci int, method string, steps, jumps map[string]int64) float64 {
	type jump struct{ from, to int }
	var back []jump
	for _, in := range body.Instructions {
		for _, s := range in.Successors() {
			if s.BCI <= in.BCI {
				back = append(back, jump{in.BCI, s.BCI})
			}
		}
	}
	end := func(head int) int {
		last := -1
		for _, j := range back {
			if j.to == head {
				last = max(last, j.from)
			}
		}
		return last
	}
	head := -1
	for _, j := range back {
		if j.to <= bci && bci <= end(j.to) && (head < 0 || end(j.to)-j.to < end(head)-head) {
			head = j.to
		}
	}
	at := func(bcis ...int) string {
		var places []string
		for _, bci := range bcis {
			places = append(places, strconv.Itoa(bci))
		}
		return method + "@" + strings.Join(places, ">")
	}
	iterations := int64(0)
	for _, j := range back {
		i, _ := body.Index(j.from)
		switch in := body.Instructions[i]; {
		case j.to != head:
		case len(in.Successors()) == 1:
			iterations += steps[at(j.from)]
		default:
			iterations += jumps[at(j.from, j.to)]
		}
	}
	return float64(iterations) / float64(steps[at(head)]-iterations)
}
