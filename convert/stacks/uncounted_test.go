package stacks

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Entries that are unknown are not gone: b ran in a without a count. Frames around it are not compared, unless the rest can only add to the
// change, as to that of c. In d both profiles leave out the same.
func TestUncountedFrames(t *testing.T) {
	const conditional = `"records":[5,0,3,9,1,4]`
	head := `{` + testprofile.Methods("a", "b", "c", "d", "e")
	old := testprofile.Parse(t, head+testprofile.Calls("1:0 400000", "2:0<1:1 40000", "3:0 5000", "2:0<3:4 100", "4:0 60000", "5:0 9000")+
		`,"conditionalProfiles":[{"ctx":"2:7<4:6",`+conditional+`}]}`)
	new := testprofile.Parse(t, head+testprofile.Calls("1:0 400000", "3:0 50000", "4:0 40000", "5:0 9000")+
		`,"conditionalProfiles":[{"ctx":"2:7<1:2",`+conditional+`},{"ctx":"2:7<3:4",`+conditional+`},{"ctx":"2:7<4:6",`+conditional+`}]}`)
	tree := func(reverse bool, merge bool) (both [2]*Tree) {
		names := convert.NewSharedNames(convert.NameOptions{Style: convert.ShortNames}, old, new)
		for side := range both {
			of, err := NewTree(names[side].Profile, names[side], Options{Metric: convert.Calls, Reverse: reverse, Compared: true})
			if err != nil {
				t.Fatal(err)
			}
			if both[side] = of; merge {
				both[side] = of.MergeRecursion()
			}
		}
		return both
	}
	verdicts := func(both [2]*Tree) string {
		c, err := Compare(both[1], both[0], nil)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for i, n := range c.Nodes[1:] {
			name := c.Frames[n.Frame].Name
			if n.Parent > 0 {
				name = c.Frames[c.Nodes[n.Parent].Frame].Name + ">" + name
			}
			word := "same"
			switch {
			case c.Base.IsUnknown(int32(i + 1)):
				word = "unknown"
			case c.Base.Changed[i+1]:
				word = "changed"
			}
			lines = append(lines, name+" "+word)
		}
		for f := range c.Frames {
			lines = append(lines, fmt.Sprintf("%s: %t %t", c.Frames[f].Name, c.Base.UnknownMethods[0][f], c.Base.UnknownMethods[1][f]))
		}
		return strings.Join(lines, "\n")
	}
	want := strings.TrimSpace(`
T.a unknown
T.c changed
T.d changed
T.e same
T.a>T.b unknown
T.c>T.b unknown
T.d>T.b same
T.a: false true
T.c: false false
T.d: false false
T.e: false false
T.b: true true`)
	testprofile.WantText(t, "verdicts", verdicts(tree(false, false)), want)
	testprofile.WantText(t, "verdicts with merged recursion", verdicts(tree(false, true)), want)
	if got := verdicts(tree(true, false)); !strings.Contains(got, "T.b unknown\n") || !strings.Contains(got, "T.b>T.a unknown") || strings.Contains(got, "T.b>T.d unknown") {
		t.Errorf("inverted:\n%s", got)
	}
	both := tree(false, false)
	if c, err := Compare(both[1], both[1], nil); err != nil || strings.Contains(fmt.Sprint(c.Base.Unknown), "true") {
		t.Errorf("of one profile: %v, %v", c.Base.Unknown, err)
	}
}
