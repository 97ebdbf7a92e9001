package code_test

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

const shared = "../../../shared/jvm"

// programsOfVM are profiles of programs, and the VM's count of each instruction.
var programsOfVM = []struct{ profile, steps, classes string }{
	{"known/known.iprof", "known/steps.tsv", "known/classes"},
	{"calls/profile.iprof", "calls/steps.tsv", "calls/classes"},
	{"seed/fib.iprof", "seed/fib.steps.tsv", "seed-classes"},
	{"seed/even.iprof", "seed/even.steps.tsv", "seed-classes"},
	{"seed/odd.iprof", "seed/odd.steps.tsv", "seed-classes"},
}

// truthOfVM opens the classes of a program, until the test ends, and returns the VM's count of each instruction by method.
func truthOfVM(t *testing.T, counts, classes string) (*classpath.Path, map[string]map[int]int64) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(shared, counts))
	if err != nil {
		t.Skip("no ../shared/jvm")
	}
	path := testpath.Open(t, filepath.Join(shared, classes))
	return path, steps(t, string(text))
}

// TestExecutionsAgreeWithTheVM compares executions with the VM's own count of each instruction, on profiles that have all
// conditionals. A block's truth is the largest of its instructions: the interpreter loses events of fused pairs.
func TestExecutionsAgreeWithTheVM(t *testing.T) {
	without, with := agreeWithVM(t, false), agreeWithVM(t, true)
	if with.hinted == 0 || with.exact < without.exact {
		t.Errorf("%d of %d blocks are exact with %d hints of the call graph, %d without", with.exact, with.blocks, with.hinted, without.exact)
	}
}

// agreeWithVM compares the executions of all programs, with or without what the call graph tells about calls.
func agreeWithVM(t *testing.T, withHints bool) agreement {
	var sum agreement
	for _, x := range programsOfVM {
		path, truth := truthOfVM(t, x.steps, x.classes)
		a := compareWithVM(t, filepath.Join(shared, x.profile), path, truth, nil, withHints)
		t.Logf("%s: %+v", x.profile, a)
		sum.add(a)
	}
	if sum.exactWrong > 0 || sum.notUpper > 0 || sum.rangeWrong > 0 {
		t.Errorf("%d exact counts are wrong, %d that hold unless something is thrown are no upper bounds, %d counts in all are outside their bounds", sum.exactWrong, sum.notUpper, sum.rangeWrong)
	}
	if share := float64(sum.unlessEqual) / float64(sum.unless); share < 0.99 {
		t.Errorf("%.1f%% of the counts that hold unless something is thrown are the VM's", 100*share)
	}
	if share := float64(sum.plain) / float64(sum.outside); share < 0.95 {
		t.Errorf("%.1f%% of the blocks outside handlers have a count", 100*share)
	}
	if sum.contradictions > 0 {
		t.Errorf("%d contradictions", sum.contradictions)
	}
	return sum
}

// TestBoundsHoldWithoutSomeCounts drops a third of the conditionals, as native-image does, and of the calls: less is known, but
// nothing wrong.
func TestBoundsHoldWithoutSomeCounts(t *testing.T) {
	path, truth := truthOfVM(t, "known/steps.tsv", "known/classes")
	for seed := range uint64(20) {
		a := compareWithVM(t, filepath.Join(shared, "known/known.iprof"), path, truth, rand.New(rand.NewPCG(seed, 0)), false)
		if seed == 0 {
			t.Logf("%+v", a)
		}
		if a.rangeWrong > 0 || a.contradictions > 0 {
			t.Errorf("seed %d: %+v", seed, a)
		}
	}
}

// No bound of a line is wrong, with all counts and with a third less of them, where many lines have instructions with bounds of several
// kinds.
func TestLinesAgreeWithTheVM(t *testing.T) {
	for _, x := range programsOfVM {
		path, truth := truthOfVM(t, x.steps, x.classes)
		for seed := range uint64(20) {
			drop := rand.New(rand.NewPCG(seed, 0))
			if seed == 0 {
				drop = nil
			}
			compareLines(t, filepath.Join(shared, x.profile), path, truth, drop)
		}
	}
}

// compareLines compares the lines of methods with the VM's count of their instructions. The interpreter loses events of the second of a fused
// pair, and where it is alone in its line, that of the line.
func compareLines(t *testing.T, file string, path *classpath.Path, truth map[string]map[int]int64, drop *rand.Rand) {
	t.Helper()
	p := parseFile(t, file)
	all, lines := code.NewCounts(p, sites.Options{}), map[code.Bound]int{}
	for slot := range p.MethodSlots() {
		counts := all[int32(slot)]
		m, err := code.Find(p, slot, path.Class)
		if len(counts) == 0 || err != nil {
			continue
		}
		body, err := m.Code()
		name := m.Class().Name + "." + m.Name + m.Descriptor
		if err != nil || body == nil || truth[name] == nil {
			continue
		}
		dropSome(counts, drop)
		listed := code.Method{Code: body}
		for i, e := range code.NewExecutions(body, counts, nil, nil).ByInstruction {
			listed.Places = append(listed.Places, code.Place{Instruction: i, Line: body.Line(body.Instructions[i].BCI), Execution: e})
		}
		for _, l := range listed.Lines() {
			n := int64(0)
			for _, i := range l.Places {
				n = max(n, truth[name][body.Instructions[i].BCI])
			}
			if misreported[name][body.Instructions[l.Places[0]].BCI] {
				continue
			}
			lines[l.Execution.Bound]++
			isWrong := false
			switch l.Execution.Bound {
			case code.Exact:
				isWrong = l.Execution.Count != n
			case code.UnlessThrown, code.AtMost:
				isWrong = l.Execution.Count < n
			case code.AtLeast:
				isWrong = l.Execution.Count > n
			}
			if isWrong {
				t.Errorf("%s:%d: %v %d, the VM says %d", name, l.Number, l.Execution.Bound, l.Execution.Count, n)
			}
		}
	}
	if drop == nil {
		t.Logf("%s: lines by bound: %v", file, lines)
	}
}

// An agreement counts basic blocks of methods that were entered.
type agreement struct {
	blocks, exact, exactWrong, unless, unlessEqual, notUpper, atLeast, atMost, none, rangeWrong int
	outside, plain                                                                              int // blocks outside handlers, and those with a plain count
	contradictions                                                                              int
	hinted                                                                                      int // calls with hints
}

func (a *agreement) add(b agreement) {
	a.blocks += b.blocks
	a.exact += b.exact
	a.hinted += b.hinted
	a.exactWrong += b.exactWrong
	a.rangeWrong += b.rangeWrong
	a.unless += b.unless
	a.unlessEqual += b.unlessEqual
	a.notUpper += b.notUpper
	a.outside += b.outside
	a.plain += b.plain
	a.contradictions += b.contradictions
}

// misreported are single-instruction blocks for which the VM reports too few events.
var misreported = map[string]map[int]bool{
	"Known.ack(II)I": {37: true}, // each of the 44 calls returns here
	"calls.Dispatch$Op.values()[Lcalls/Dispatch$Op;": {0: true}, // the VM itself reports 601 entries
}

// steps reads the VM's counts: by method, then BCI.
func steps(t *testing.T, text string) map[string]map[int]int64 {
	all := map[string]map[int]int64{}
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		method := f[0] + "." + f[1] + f[2]
		bci, err1 := strconv.Atoi(f[3])
		n, err2 := strconv.ParseInt(f[4], 10, 64)
		if err1 != nil || err2 != nil {
			t.Fatalf("%q", line)
		}
		if all[method] == nil {
			all[method] = map[int]int64{}
		}
		all[method][bci] = n
	}
	return all
}

func parseFile(t *testing.T, file string) *iprof.Profile {
	t.Helper()
	data, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	p := testprofile.Read(t, data)
	return p
}

// dropSome drops a third of the conditionals and calls; with nil, none.
func dropSome(counts []code.Counts, drop *rand.Rand) {
	if drop == nil {
		return
	}
	for _, group := range counts {
		for _, bci := range slices.Sorted(maps.Keys(group.Conditionals)) {
			if drop.IntN(3) == 0 {
				delete(group.Conditionals, bci)
			}
		}
		for _, bci := range slices.Sorted(maps.Keys(group.Calls)) {
			if drop.IntN(3) == 0 {
				delete(group.Calls, bci)
			}
		}
	}
}

func compareWithVM(t *testing.T, file string, path *classpath.Path, truth map[string]map[int]int64, drop *rand.Rand, withHints bool) agreement {
	p := parseFile(t, file)
	var a agreement
	entries, all := convert.NewEntries(p), code.NewCounts(p, sites.Options{})
	var graph *calls.Graph
	if withHints {
		graph = calls.New(p, calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, nil)})
	}
	for slot := range p.MethodSlots() {
		if !entries.Methods[slot].Known() {
			continue
		}
		m, err := code.Find(p, slot, path.Class)
		if err != nil {
			continue
		}
		body, err := m.Code()
		if err != nil || body == nil {
			continue
		}
		name := m.Class().Name + "." + m.Name + m.Descriptor
		if truth[name] == nil {
			continue // its class was not watched
		}
		counts := all[int32(slot)]
		dropSome(counts, drop)
		var hints map[int]code.CallHint
		if graph != nil {
			hints = graph.Hints(int32(slot))
			a.hinted += len(hints)
		}
		x := code.NewExecutions(body, counts, hints, nil)
		a.contradictions += len(x.Contradictions)
		for _, c := range x.Contradictions {
			t.Logf("%s: %+v", name, c)
		}
		handler := code.InHandlers(body)
		for _, b := range code.Blocks(body) {
			var n int64
			for i := b[0]; i < b[1]; i++ {
				n = max(n, truth[name][body.Instructions[i].BCI])
			}
			got := x.ByInstruction[b[0]]
			if misreported[name][body.Instructions[b[0]].BCI] {
				continue
			}
			a.blocks++
			if !handler[b[0]] {
				a.outside++
				if got.Plain() {
					a.plain++
				}
			}
			wrong := false
			switch got.Bound {
			case code.Exact:
				a.exact++
				if wrong = got.Count != n; wrong {
					a.exactWrong++
				}
			case code.UnlessThrown:
				a.unless++
				if got.Count == n {
					a.unlessEqual++
				}
				if wrong = got.Count < n; wrong {
					a.notUpper++
				}
			case code.AtLeast:
				a.atLeast++
				wrong = got.Count > n
			case code.AtMost:
				a.atMost++
				wrong = got.Count < n
			default:
				a.none++
			}
			if wrong {
				a.rangeWrong++
				t.Logf("%s@%d: %v %d, the VM says %d", name, body.Instructions[b[0]].BCI, got.Bound, got.Count, n)
			}
			if drop == nil && (got.Bound == code.UnlessThrown && got.Count != n || !got.Plain() && !handler[b[0]]) {
				t.Logf("%s@%d: %v %d, the VM says %d", name, body.Instructions[b[0]].BCI, got.Bound, got.Count, n)
			}
		}
	}
	return a
}
