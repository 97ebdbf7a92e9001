package graph

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/drawing"
)

// The legend explains the drawn lines and no others, and says how much the minimum share of edges leaves out.
func TestGraphLegend(t *testing.T) {
	// f is inlined into main, and stacks show the same call, which the same line stands for. g has 1 of 8 entries.
	p, err := iprof.Parse(strings.NewReader(`{"version":"1.0.0","types":[{"id":0,"name":"A"}],
		"methods":[{"id":1,"name":"main","signature":[0,0]},{"id":2,"name":"f","signature":[0,0]},{"id":3,"name":"g","signature":[0,0]}],
		"callCountProfiles":[{"ctx":"1:0","records":[6]},{"ctx":"2:0<1:4","records":[1]},{"ctx":"3:0","records":[1]}],
		"samplingProfiles":[{"ctx":"2:9<1:4","records":[5]}]}`), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		opts      callgraph.Options
		want, not []string
	}{
		{callgraph.Options{}, []string{">edges: 100% of 1 inlined call, 100% of 7 entries as compilation root<", "style=\"solid\"", ">entries as compilation root ("}, []string{"style=\"dashed\""}},
		{callgraph.Options{EdgeFraction: 0.5}, []string{">edges: 0% of 1 inlined call, 85.7% of 7 entries as compilation root<", ">entries as compilation root ("}, []string{"style=\"solid\""}},
		{callgraph.Options{EdgeFraction: 0.9}, []string{">edges: 0% of 1 inlined call, 0% of 7 entries as compilation root<"}, []string{"style=\"solid\"", ">entries as compilation root ("}},
	} {
		dot := dotOf(t, graphOf(t, p, c.opts))
		legend, _, _ := strings.Cut(dot, "\tnode [")
		for _, s := range c.want {
			if !strings.Contains(legend, s) {
				t.Errorf("at %v of all, %q is not said in\n%s", c.opts.EdgeFraction, s, legend)
			}
		}
		for _, s := range c.not {
			if strings.Contains(legend, s) {
				t.Errorf("at %v of all, %q is said in\n%s", c.opts.EdgeFraction, s, legend)
			}
		}
	}
	// A context is entered once or several times.
	units := dotOf(t, unitsOf(t, p, callgraph.UnitOptions{}))
	for _, s := range []string{`"compilation unit of A.g()\n1 method entry in 1 instance, 12.5% of all entries"`, `\n1 method entry in this context\n`, `\n6 method entries in this context\n`} {
		if !strings.Contains(units, s) {
			t.Errorf("%s is not said in\n%s", s, units)
		}
	}
}

func TestLegendShare(t *testing.T) {
	for _, c := range []struct {
		part float64
		want string
	}{{0.004, "0.01%"}, {0.123, "0.12%"}, {9.96, "10%"}, {99.4, "99%"}, {99.6, "99.6%"}, {99.97, "100%"}, {100, "100%"}} {
		if got := drawing.LegendShare(c.part, 100); got != c.want {
			t.Errorf("%v of 100: %s, want %s", c.part, got, c.want)
		}
	}
}

// TestLinesOfLegends: lines that stay in a folded legend are shorter than others, and none ends with a word or two alone.
func TestLinesOfLegends(t *testing.T) {
	const text = "67 of 3,988 methods with entries, 88.6% of 6,486,955,754 method entries (calls, not time)"
	for short, want := range map[bool][]string{
		false: {">" + text + "<"},
		true:  {">67 of 3,988 methods with entries, 88.6% of 6,486,955,754 method entries<", ">(calls, not time)<"},
	} {
		var l drawing.Legend
		if add := func() { l.Line(text) }; short {
			l.Keep(add)
		} else {
			add()
		}
		for _, s := range want {
			if !strings.Contains(l.HTML(), s) {
				t.Errorf("kept %v: %q is not in %s", short, s, l.HTML())
			}
		}
	}
}
