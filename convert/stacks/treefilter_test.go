package stacks_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func TestFilteredFoldedStacks(t *testing.T) {
	p := testtree.ReadFolded(t, `java.lang.Thread.run;app.Main.main;app.Main.work 3
java.lang.Thread.run;app.Main.main 2
org.graalvm.A.a;com.oracle.svm.core.B.b;app.Main.main 4
app.Main.main;com.oracle.svm.enterprise.profiling.P.p 5
`)
	re := regexp.MustCompile
	for _, c := range []struct {
		opts   convert.FilterOptions
		want   string
		hidden int64
	}{
		{convert.FilterOptions{}, "java.lang.Thread.run;app.Main.main 2, java.lang.Thread.run;app.Main.main;app.Main.work 3, " +
			"app.Main.main;com.oracle.svm.enterprise.profiling.P.p 5, org.graalvm.A.a;com.oracle.svm.core.B.b;app.Main.main 4", 0},
		{convert.FilterOptions{View: convert.UserView}, "java.lang.Thread.run;app.Main.main 2, java.lang.Thread.run;app.Main.main;app.Main.work 3, app.Main.main 5, <VM>;app.Main.main 4", 0},
		{convert.FilterOptions{View: convert.ExpertView, Focus: re("work"), Hide: re("Thread")}, "app.Main.main;app.Main.work 3", 11},
		{convert.FilterOptions{View: convert.UserView, Hide: re("Thread|VM")}, "app.Main.main 11, app.Main.main;app.Main.work 3", 0},
		{convert.FilterOptions{ShowFrom: re("work|B"), Ignore: re("nobody")}, "app.Main.work 3, com.oracle.svm.core.B.b;app.Main.main 4", 7},
		{convert.FilterOptions{Focus: re("nobody")}, "", 14},
	} {
		got := newTree(t, p, stacks.Options{Filter: c.opts})
		text := strings.Split(strings.TrimSuffix(testtree.Folded(t, got), "\n"), "\n")
		want := strings.Split(c.want, ", ")
		slices.Sort(text)
		slices.Sort(want)
		if !slices.Equal(text, want) {
			t.Errorf("%+v leave %q, not %q", c.opts, text, want)
		}
		if got.Hidden != c.hidden || got.Nodes[0].Total+got.Hidden != 14 {
			t.Errorf("%+v: of 14 are hidden %d, shown %d", c.opts, got.Hidden, got.Nodes[0].Total)
		}
		testtree.CheckSums(t, got)
	}
}

// Stacks that have been written as text and read back are filtered as the profile's are.
func TestFilteredStacksOfPublishedProfiles(t *testing.T) {
	for file, data := range testprofile.Varied(t) {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		if p.Samples.Len() == 0 {
			continue
		}
		text := testtree.ReadFolded(t, testtree.Folded(t, newTree(t, p, stacks.Options{Metric: convert.Samples})))
		for _, opts := range filterSets() {
			if opts.Hide != nil && opts.Hide.String() == "" {
				continue // leaves nothing to compare
			}
			want := newTree(t, p, stacks.Options{Metric: convert.Samples, Filter: opts})
			got := newTree(t, text, stacks.Options{Filter: opts})
			if g, w := testtree.Folded(t, got), testtree.Folded(t, want); g != w {
				t.Errorf("%s: %+v leave other stacks of the text than of the profile", file, opts)
			}
			if got.Hidden != want.Hidden || got.Tally.Hidden().Value != want.Hidden {
				t.Errorf("%s: %+v: hidden %d and %d", file, opts, got.Hidden, want.Hidden)
			}
		}
		if g, w := testtree.Folded(t, normalized(t, text)), testtree.Folded(t, normalized(t, p)); g != w {
			t.Errorf("%s: normalized text differs from normalized names", file)
		}
	}
}

func TestNormalizedStacksMerge(t *testing.T) {
	tree := normalized(t, testtree.ReadFolded(t, "a.B$$Lambda/0x00007f2a1c0a3c00.run;c.D.d 3\na.B$$Lambda/0x00007f2a1c0a4000.run;c.D.d 4\na.B$$Lambda$14/0x0000000800c03000.run 1\n"))
	if got, want := testtree.Folded(t, tree), "a.B$$Lambda$*.run 1\na.B$$Lambda$*.run;c.D.d 7\n"; got != want {
		t.Errorf("they are %q, not %q", got, want)
	}
	testtree.CheckSums(t, tree)
}

// normalized merges stacks of samples by names without build-dependent hashes.
func normalized(t *testing.T, p *iprof.Profile) *stacks.Tree {
	t.Helper()
	tree, err := stacks.NewTree(p, convert.NewNames(p, convert.NameOptions{Normalize: true}), stacks.Options{Metric: convert.Samples})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// filterSets are combinations that leave something of most profiles.
func filterSets() []convert.FilterOptions {
	re := regexp.MustCompile
	var sets []convert.FilterOptions
	for _, view := range []convert.View{convert.MachineView, convert.ExpertView, convert.UserView} {
		sets = append(sets,
			convert.FilterOptions{View: view},
			convert.FilterOptions{View: view, Focus: re(`java\.util`)},
			convert.FilterOptions{View: view, Ignore: re(`java\.util`)},
			convert.FilterOptions{View: view, Focus: re(`java|VM`), Ignore: re(`lang\.String`)},
			convert.FilterOptions{View: view, Hide: re(`^java\.lang|VM`)},
			convert.FilterOptions{View: view, ShowFrom: re(`\.(main|run|init)$`)},
			convert.FilterOptions{View: view, ShowFrom: re(`[Mm]ap|VM`), Hide: re(`<init>|lambda|oracle`), Ignore: re(`Thread`)},
			convert.FilterOptions{View: view, Focus: re(`unknown method \d*7`), Hide: re(`unknown method \d*3`)},
			convert.FilterOptions{View: view, Hide: re(``)},
		)
	}
	return sets
}

// The base of shares is what the view shows, whatever other filters drop: of 100 samples the profiler took 30.
func TestWholeIsWhatTheViewShows(t *testing.T) {
	p := testtree.ReadFolded(t, `app.Main.main;app.Main.work 50
app.Main.main;app.Main.idle 20
com.oracle.svm.enterprise.profiling.P.p 30
`)
	for _, c := range []struct {
		filter convert.FilterOptions
		whole  int64
	}{
		{convert.FilterOptions{}, 100},
		{convert.FilterOptions{View: convert.ExpertView}, 70},
		{convert.FilterOptions{View: convert.ExpertView, Focus: regexp.MustCompile("work")}, 70},
		{convert.FilterOptions{View: convert.ExpertView, Ignore: regexp.MustCompile("work")}, 70},
		{convert.FilterOptions{Focus: regexp.MustCompile("work")}, 100},
	} {
		if got := newTree(t, p, stacks.Options{Filter: c.filter}).Whole(); got != c.whole {
			t.Errorf("%+v: %d, want %d", c.filter, got, c.whole)
		}
	}
}
