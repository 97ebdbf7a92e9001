package main

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// namedCounts returns the counts of a profile by contexts with names, as ids depend on which methods have samples.
func namedCounts(t *testing.T, p *iprof.Profile) map[string]int64 {
	t.Helper()
	all := map[string]int64{}
	context := func(n iprof.NodeID, bci iprof.BCI) string {
		var b strings.Builder
		for _, f := range p.Contexts.Context(n, bci) {
			m, _ := p.Method(f.Method)
			fmt.Fprintf(&b, "%s:%d ", m.Name, f.BCI)
		}
		return b.String()
	}
	for _, c := range p.Calls.All() {
		all[context(c.Node, 0)] += c.Value
	}
	for _, c := range p.Conditionals.All() {
		for _, s := range p.Successors(c) {
			all[fmt.Sprintf("%sto %d", context(c.Node, c.BCI), s.Target)] += s.Count
		}
	}
	return all
}

// The profiles have the counts of a run, those that the text itself says, and samples.
func TestProfilesMatchRuns(t *testing.T) {
	text := testfile.Read(t, "../../"+textFile)
	words := regexp.MustCompile("[A-Za-z]+").FindAllString(string(text), -1)
	letters := len(strings.Join(words, ""))
	distinct := map[string]bool{}
	for _, w := range words {
		distinct[w] = true
	}
	for name, isNew := range map[string]string{
		"tally":       "find:19 to 50",
		"tally-after": "find:109 to 112",
	} {
		f, err := os.Open("../../testdata/" + name + ".iprof")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		p, err := iprof.Parse(f, iprof.Options{})
		if err != nil {
			t.Fatal(err)
		}
		w, err := countsOf("../../testdata/"+name+".jar", "../../"+textFile)
		if err != nil {
			t.Fatal(err)
		}
		counts := namedCounts(t, p)
		if want := namedCounts(t, w.Canonical()); !maps.Equal(counts, want) {
			t.Errorf("%s.iprof has the counts\n%v\na run has\n%v", name, counts, want)
		}
		for context, want := range map[string]int{
			"isLetter:0 addText:17 ": len(text) * times,
			"addText:20 to 23":       letters * times,
			"addText:33 to 36":       len(words) * times,
			"find:0 ":                len(words)*times + 1,
			isNew:                    len(distinct),
		} {
			if counts[context] != int64(want) {
				t.Errorf("%s.iprof: %d, want %d: %s", name, counts[context], want, context)
			}
		}
		if n := p.Total(iprof.Samples); n < 300 {
			t.Errorf("%s.iprof has %d samples", name, n)
		}
	}
}

// The interpreter prints the same as a JVM.
func TestRunPrints(t *testing.T) {
	for _, jar := range []string{"tally.jar", "tally-after.jar"} {
		class, err := classOf("../../testdata/" + jar)
		if err != nil {
			t.Fatal(err)
		}
		m, err := runTimes(class, "the cat, the dog and a the", 3)
		if err != nil || m.printed.String() != "9\n" {
			t.Errorf("%s prints %q, %v", jar, m.printed.String(), err)
		}
	}
}
