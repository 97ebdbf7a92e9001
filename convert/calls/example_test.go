package calls_test

import (
	"cmp"
	"fmt"
	"io"
	"log"
	"os"
	"slices"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// listStayed is code in docs/questions.md.
func listStayed(w io.Writer, p *iprof.Profile, jars string) error {
	path, err := classpath.Open(jars, classpath.Options{})
	if err != nil {
		return err
	}
	defer path.Close()
	g := calls.New(p, calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)})
	type stayed struct {
		site   *calls.Site
		target *calls.Target
	}
	var all []stayed
	for s, t := range g.All() {
		all = append(all, stayed{s, t})
	}
	slices.SortStableFunc(all, func(x, y stayed) int {
		return cmp.Compare(y.target.Stayed.Rank(), x.target.Stayed.Rank())
	})
	names := convert.NewNames(p, convert.NameOptions{})
	for _, c := range all[:min(5, len(all))] {
		n := c.target.Stayed.Execution() // Mark is ≤ or ≥ if it is a bound
		fmt.Fprintf(w, "%s%d %s@%d → %s\n", n.Bound.Mark(), n.Count,
			names.Method(int(c.site.Slot)), c.site.BCI, c.site.TargetName(names, c.target.Callee))
	}
	return nil
}

// The calls that stayed calls, the most frequent first, as the command calls ranks them.
func ExampleNew() {
	if err := listStayed(os.Stdout, testprofile.Example("wordcount.iprof"), "../../testdata/wordcount.jar"); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 680000 words.WordCount.addLine@6 → <any java.lang.String.length>
	// 670000 words.WordCount.addLine@14 → <any java.lang.String.charAt>
	// 149989 words.WordCount.find@29 → <any java.lang.String.equals>
	// 140001 words.WordCount.find@1 → <any java.lang.String.hashCode>
	// 140000 words.WordCount.addLine@44 → <any java.lang.String.substring>
}
