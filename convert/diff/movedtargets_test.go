package diff

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A conditional whose successors are as likely as before and have only other bytecode indexes did not change; a note counts them.
// The old one goes to 20 in 75% of 40,000 executions and back to 2 otherwise, and never to 30.
func TestMovedTargets(t *testing.T) {
	run := func(records ...string) *iprof.Profile {
		return testprofile.Parse(t, "{"+testprofile.Methods("a")+testprofile.Section("conditionalProfiles", records)+"}")
	}
	old := run("1:9 20 0 30000 2 1 10000 30 2 0")
	for _, c := range []struct {
		name, new string
		changes   int64
		moved     bool
	}{
		{"the same", "1:9 20 0 30000 2 1 10000 30 2 0", 0, false},
		{"one successor further on", "1:9 23 0 30000 2 1 10000 33 2 0", 0, true},
		{"both moved, in a longer run", "1:9 17 0 60000 4 1 20000", 0, true},
		{"moved and a little more likely", "1:9 17 0 30500 2 1 9500", 0, true},
		{"moved and much more likely", "1:9 17 0 35000 2 1 5000", 1, false},
		{"moved to the first instruction", "1:9 20 0 30000 0 1 10000", 0, true},
		{"another index", "1:9 20 0 30000 2 2 10000", 0, false},
		{"a loop no more", "1:9 20 0 30000 12 1 10000", 1, false},
		{"three instead of two", "1:9 20 0 30000 2 1 5000 33 2 5000", 1, false},
		{"swapped", "1:9 20 0 10000 2 1 30000", 1, false},
		{"to no place", "1:9 20 0 30000 -1 1 10000", 1, false},
	} {
		for _, pair := range [][2]*iprof.Profile{{old, run(c.new)}, {run(c.new), old}} {
			d := diff(pair[0], pair[1], Options{})
			all := d.Tables[0]
			about := all.Title + strings.Join(all.Notes, "\n")
			if moved := strings.Contains(about, "1 conditional with successors at other bytecode indexes"); all.FactOf("groups") != c.changes || moved != c.moved {
				t.Errorf("%s: %d changes, moved %t\n%s\n%s", c.name, all.FactOf("groups"), moved, about, found(d))
			}
		}
	}
}

// A successor that the old profile has already, but did not take, may be the new place of one. It is the first part of all here.
func TestMovedToAnOldTarget(t *testing.T) {
	run := func(record string) *iprof.Profile {
		return testprofile.Parse(t, "{"+testprofile.Methods("a")+testprofile.Section("conditionalProfiles", []string{record, "1:30 40 0 7 33 1 8"})+"}")
	}
	d := diff(run("1:9 23 0 0 20 0 40000"), run("1:9 23 0 30000"), Options{Exact: true})
	if of := d.Tables[0]; of.FactOf("groups")+of.FactOf("within_noise") != 0 {
		t.Error(found(d))
	}
}

// Of a switch with many successors, each has its own counterpart; single runs of a side, too.
func TestMovedTargetsOfSwitch(t *testing.T) {
	run := func(shift, count int) *iprof.Profile {
		var record strings.Builder
		for i := range 2 * fewParts {
			fmt.Fprintf(&record, " %d %d %d", 100+10*i+shift*i, i, (i+1)*count)
		}
		return testprofile.Parse(t, "{"+testprofile.Methods("a")+testprofile.Section("conditionalProfiles", []string{"1:9" + record.String()})+"}")
	}
	d := diff(run(0, 100), run(1, 300), Options{Exact: true})
	if got := d.Tables[0].FactOf("groups") + d.Tables[0].FactOf("within_noise"); got != 0 {
		t.Errorf("%d differences\n%s", got, found(d))
	}
	if got := d.Notes[0]; got != "overlap: branches 100.0%" {
		t.Error(got)
	}
}
