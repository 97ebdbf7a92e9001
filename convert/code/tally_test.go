package code_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestListingsOfTally compares listings of the tutorial's program, before and after its change, with testdata/tally.txt: with what its call
// graph knows of calls, with limits, of one unit, and without its classes. Whichever method is first in the profile makes no difference.
func TestListingsOfTally(t *testing.T) {
	check := testprofile.Expected(t, "testdata/tally.txt")
	for _, version := range []string{"tally", "tally-after"} {
		text := testfile.Read(t, "../../testdata/"+version+".iprof")
		path := testpath.Open(t, "../../testdata/"+version+".jar")
		for _, by := range []int{0, 3} {
			p := testprofile.Parse(t, testprofile.Rotated(t, string(text), by))
			names := convert.NewNames(p, convert.NameOptions{})
			graph := calls.New(p, calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)})
			for name, o := range map[string]code.ListOptions{
				"classes": {Class: path.Class}, "hints": {Class: path.Class, Hints: graph.Hints}, "hottest": {Class: path.Class, Hottest: 150}, "few": {Class: path.Class, Limit: 2, Filter: convert.FilterOptions{View: convert.UserView}},
				"unit": {Class: path.Class, Unit: regexp.MustCompile("addText")}, "records": {},
			} {
				l, err := code.List(p, names, nil, o)
				if err != nil {
					t.Fatal(name, err)
				}
				text := testprofile.Fields(l, "Methods", "Names")
				except := []string{"Slot", "Class", "Code", "Context", "Callers", "Executions", "Instruction"}
				if version != "tally" || name != "hints" { // which has all places
					except = append(except, "Places")
				}
				for i := range l.Methods {
					m := &l.Methods[i]
					text += names.Method(int(m.Slot)) + "\n" + testprofile.Fields(m, except...)
					for _, line := range m.Lines() {
						text += fmt.Sprintf("line %d: %d %s, samples %d of %d\n", line.Number, line.Execution.Count, line.Execution.Bound, line.Self, line.Total)
					}
				}
				check(version+", "+name, text)
			}
		}
	}
}
