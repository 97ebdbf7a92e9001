package code_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
)

// TestWholeListing compares the listing of the example with testdata/whole.txt: all instructions with what is known of them. That
// the counts are those of a run is what TestWordCountMatchesRun checks.
func TestWholeListing(t *testing.T) {
	want := testfile.Read(t, "testdata/whole.txt")
	testmodel.BuiltWordCounts(t, func(b *testmodel.Built) {
		if got := wholeListing(t, b); got != string(want) {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
}

func wholeListing(t *testing.T, built *testmodel.Built) string {
	l, err := code.List(built.Profile, nil, regexp.MustCompile(`WordCount|charAt`), code.ListOptions{Class: built.Code.Class})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d methods, %d without code, samples %t\n", l.Matching, l.WithoutCode, l.Samples)
	for _, m := range l.Methods {
		fmt.Fprintf(&b, "\n%s: %d %s, %d as root; samples %d of %d\n", l.Names.Method(int(m.Slot)), m.Entries.Count, m.Entries.Bound, m.Root, m.Self, m.Total)
		for _, line := range m.Lines() {
			fmt.Fprintf(&b, "line %d: %d %s, samples %d of %d\n", line.Number, line.Execution.Count, line.Execution.Bound, line.Self, line.Total)
		}
		for _, x := range m.Places {
			name := "-"
			if x.Instruction >= 0 {
				name = m.Code.Instructions[x.Instruction].String()
			}
			fmt.Fprintf(&b, "%d %s: %d %s", x.BCI, name, x.Execution.Count, x.Execution.Bound)
			if x.NotReturned.Count != 0 {
				fmt.Fprintf(&b, ", %d not returned", x.NotReturned.Count)
			}
			if x.Trips != 0 {
				fmt.Fprintf(&b, ", %.2f trips", x.Trips)
			}
			if s := x.Branch; s != nil {
				fmt.Fprintf(&b, ", branch %v", s.Successors)
			}
			if s := x.Receivers; s != nil {
				fmt.Fprintf(&b, ", receivers %v", s.Types)
			}
			if s := x.InstanceOf; s != nil {
				fmt.Fprintf(&b, ", instanceof %v", s.Types)
			}
			if s := x.Call; s != nil {
				for _, c := range s.Callees {
					fmt.Fprintf(&b, ", calls %s %d %t", l.Names.Method(int(c.Slot)), c.Inlined.Count, c.Inlined.Known)
				}
			}
			if s := x.Samples; s != nil {
				fmt.Fprintf(&b, ", samples %d", s.Self)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}
