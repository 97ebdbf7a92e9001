package main

import (
	"runtime"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// growingKinds are kinds of [multiplyingRecords] with one dimension, and sizes at which commands take a hundredth of a second.
var growingKinds = map[string]int{
	"receivers of sites":          2,
	"receivers of a site":         500,
	"successors of a conditional": 2_000,
	"frames of folded stacks":     500,
	"methods of a class":          500,
}

// growingCommands show all of these, or compare it.
var growingCommands = []string{
	"calls -n 0 --format json FILE", "peek . -n 0 -m calls FILE", "inline -n 0 --format json FILE", "check FILE", "diff -n 0 FILE FILE",
	"graph --format json FILE",
}

// The work of commands is in proportion to their input. It is counted in bytes allocated, which are nearly the same each time: whoever
// makes something anew for each of n parts, of which each is of n parts, allocates four times as much for twice the input.
func TestGrowth(t *testing.T) {
	testtier.Long(t, "how the work of commands grows, at seven sizes of each kind")
	allocated := func(args []string) int64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		runHere(args)
		runtime.ReadMemStats(&after)
		return int64(after.TotalAlloc - before.TotalAlloc)
	}
	for _, k := range multiplyingRecords {
		size := growingKinds[k.name]
		if size == 0 {
			continue
		}
		costs := map[string][]int64{} // by command: at once, twice, four times the size …
		for i := 0; i < 7 && size<<i <= k.largest; i++ {
			file := k.write(t, size<<i)["FILE"]
			for _, command := range growingCommands {
				args := argsOf(t, command, file)
				if i == 0 {
					allocated(args) // what is made once
				}
				costs[command] = append(costs[command], allocated(args))
			}
		}
		for command, at := range costs {
			if len(at) < 5 {
				t.Errorf("%s: %s ran at %d sizes", k.name, command, len(at))
			}
			for i := 4; i < len(at); i++ {
				// The difference leaves out what does not depend on the size. Three steps later it is eight times as much, up to 14 where a
				// table is made anew or read ahead on the way, and 64 times where the work grows with the square.
				first, later := at[i-3]-at[i-4], at[i]-at[i-1]
				if later > 20*max(first, 1<<20) { // what is rounded up comes in steps
					t.Errorf("%s: %s allocates %d, %d, %d and %d KiB for %d, %d, %d and %d", k.name, command,
						at[i-4]>>10, at[i-3]>>10, at[i-1]>>10, at[i]>>10, size<<(i-4), size<<(i-3), size<<(i-1), size<<i)
				}
			}
		}
	}
	for name := range growingKinds {
		if !slices.ContainsFunc(multiplyingRecords, func(k kind) bool { return k.name == name }) {
			t.Errorf("no kind %s", name)
		}
	}
}
