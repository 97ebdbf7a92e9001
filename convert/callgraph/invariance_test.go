package callgraph

import (
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// modelsOf writes graphs and units of all kinds, by name.
func modelsOf(t *testing.T, base, p *iprof.Profile) map[string]string {
	t.Helper()
	all := map[string]string{}
	user := convert.FilterOptions{View: convert.UserView}
	for name, o := range map[string]Options{
		"calls": {Metric: convert.Calls, Nodes: 6}, "samples": {Metric: convert.Samples, Nodes: 6}, "classes": {Metric: convert.Calls, By: convert.ByClass},
		"no sites": {Metric: convert.Calls, NoSampledSites: true, NoInlinedSites: true, EdgeFraction: 0.05}, "user": {Metric: convert.Samples, Filter: user, NodeFraction: 0.1},
		"focus": {Metric: convert.Calls, Filter: convert.FilterOptions{View: convert.ExpertView, Focus: regexp.MustCompile("m[16]$")}, Callers: 1, Callees: 1},
		"ways":  {Metric: convert.Samples, Ways: true, Nodes: 7}, "ways of calls": {Metric: convert.Calls, Ways: true, Filter: user}, "ways of classes": {Metric: convert.Samples, Ways: true, By: convert.ByClass},
	} {
		all[name] = testprofile.Fields(graphOf(t, p, o), "Slot", "Context")
		if o.Ways = false; o.By == convert.ByMethod {
			all[name+" since"] = testprofile.Fields(graphSince(t, base, p, o), "Slot", "Context")
		}
	}
	for name, o := range map[string]UnitOptions{"units": {}, "few": {Units: 5, Nodes: 12, Filter: user}, "app": {AppFirst: true, NodeFraction: 0.1, Filter: convert.FilterOptions{View: convert.AppView}}} {
		all["units "+name] = testprofile.Fields(unitsOf(t, p, o), "Slot", "Context")
	}
	return all
}

// Models do not depend on the order of methods and types in the file.
func TestModelsOfRotatedProfiles(t *testing.T) {
	for seed := range uint64(2) {
		base, text := string(testprofile.Random(seed+10, "1.1.0")), string(testprofile.Random(seed, "1.1.0"))
		rotated := func(by int) map[string]string {
			return modelsOf(t, testprofile.Parse(t, testprofile.Rotated(t, base, 2*by, "types", "methods")), testprofile.Parse(t, testprofile.Rotated(t, text, 3*by, "types", "methods")))
		}
		want := rotated(0)
		for name, got := range rotated(1) {
			if got != want[name] {
				t.Fatalf("%s, seed %d: got\n%s\nwant\n%s", name, seed, got, want[name])
			}
		}
	}
}
