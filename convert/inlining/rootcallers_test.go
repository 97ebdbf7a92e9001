package inlining

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
)

// TestRootCallers: main of the example, which the launcher enters, calls addLine 10,000 times. In Dispatch.java, risky has three calls of done,
// of which one is in a finally block.
func TestRootCallers(t *testing.T) {
	for _, test := range []struct {
		dir, profile, classes, match string
		methods                      int
		want                         string
	}{
		{example, "wordcount.iprof", "wordcount.jar", `addLine$`, 0, "WordCount.main@20 10000 exact; 0 omitted, outside 0"},
		{example, "wordcount.iprof", "wordcount.jar", `\.main$`, 0, "0 omitted, outside 1 <outside: launcher>"},
		{program, "profile.iprof", "classes", `Dispatch\.done$`, 0,
			"Dispatch.risky@15 6900 unless_thrown; Dispatch.risky@26 1800 exact; Dispatch.risky@32 0 at_least; 0 omitted, outside 0"},
		{program, "profile.iprof", "classes", `Dispatch\.done$`, 1, "Dispatch.risky@15 6900 unless_thrown; 2 omitted, outside 0"},
	} {
		p := readProfile(t, test.dir+test.profile)
		names := convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames})
		in, err := NewInto(p, names, IntoOptions{Match: regexp.MustCompile(test.match), Methods: test.methods, Calls: codeOf(t, test.dir+test.classes)})
		if err != nil {
			t.Fatal(err)
		}
		c := in.Methods[0].Callers
		var got strings.Builder
		for _, x := range c.Calls {
			e := x.Target.Stayed.Execution()
			fmt.Fprintf(&got, "%s@%d %d %s; ", in.Name(x.Site.Slot), x.Site.BCI, e.Count, e.Bound)
		}
		fmt.Fprintf(&got, "%d omitted, outside %d", c.Omitted, c.Outside.High)
		if c.Outside.High > 0 {
			got.WriteString(" " + c.From)
		}
		if got.String() != test.want {
			t.Errorf("%s: %s, want %s", test.match, &got, test.want)
		}
	}
}
