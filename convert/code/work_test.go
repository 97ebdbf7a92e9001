package code

import (
	"bytes"
	"runtime"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

// Methods together have limits of work, as each has: beyond them another large method costs little, and its counts are unknown or have
// wider bounds. Work on flows is measured in allocations; visits allocate nothing, and count themselves.
func TestWorkOfAllMethods(t *testing.T) {
	var b testclass.Builder
	call := testclass.Join(0xb8, testclass.Big(2, b.Member(10, "app/A", "callee", "()V")))
	b.Method(9, "large", "()V", b.Code(append(bytes.Repeat(call, 1_900), 0xb1), nil))
	class, err := classfile.Parse(b.Build("app/A"))
	if err != nil {
		t.Fatal(err)
	}
	large, err := class.Methods[0].Code()
	if err != nil {
		t.Fatal(err)
	}
	once := []Counts{{Entries: 7}}
	run := func(groups []Counts, all *Work) (x *Executions, allocated uint64) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		x = NewExecutions(large, groups, nil, all)
		runtime.ReadMemStats(&after)
		return x, after.TotalAlloc - before.TotalAlloc
	}
	const enough = 100_000_000
	all := Work{enough, enough}
	whole, alone := run(once, &all)
	first := Work{enough - all.solve, enough - all.tighten}
	if run(once, &all); all != (Work{enough - 2*first.solve, enough - 2*first.tighten}) || first.solve < 1_900 || first.tighten < 1_900*1_900 {
		t.Errorf("%v for one method, %v left after the same again", first, all)
	}
	spent := Work{solve: enough}
	wider, _ := run(once, &spent)
	if spent.tighten != 0 {
		t.Errorf("%d visits more than none", -spent.tighten)
	}
	unknown, none := run(slices.Repeat(once, 400), &Work{tighten: enough})
	if none > alone {
		t.Errorf("%d bytes for 400 contexts beyond the limit, %d for one within it", none, alone)
	}
	for i, e := range whole.ByInstruction {
		if w := wider.ByInstruction[i]; w.Bound == Exact && w != e || unknown.ByInstruction[i].Bound != None {
			t.Fatalf("instruction %d: %v, with wide bounds %v, unknown %v", i, e, w, unknown.ByInstruction[i])
		}
	}
}
