package rank_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtable"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// small is a profile whose numbers can be added up by hand. Of 158 entries a has 10, b 40 in a, l 80 in b and 20 as a root, v of the VM
// 5 in l, and method 9, which is not listed, 3. Of 100 samples l has 50, b 30, a 15, v 5.
const small = `{"version":"1.1.0","types":[{"id":8,"name":"void"},{"id":1,"name":"app.A"},{"id":2,"name":"app.B"},{"id":3,"name":"java.util.L"},{"id":4,"name":"com.oracle.svm.core.V"},{"id":5,"name":"[B"}],
	"methods":[{"id":1,"name":"a","signature":[1,8]},{"id":2,"name":"b","signature":[2,8]},{"id":3,"name":"l","signature":[3,8]},{"id":4,"name":"v","signature":[4,8]}]`

var smallSections = testprofile.Calls("1:0 10", "2:0<1:5 40", "3:0<2:7<1:5 80", "3:0 20", "4:0<3:2 5", "9:0 3") +
	testprofile.Section("conditionalProfiles", []string{"1:3 9 0 8 14 1 2", "2:9<1:5 20 0 30 12 1 10", "2:11<1:5 4 0 0", "3:4 20 0 5 12 1 5", "2:3<1:5 1 0 40", "4:1<3:2 7 0 5"}) +
	testprofile.Section("virtualInvokeProfiles", []string{"2:7<1:5 3 70 5 10", "3:2 4 5", "1:8"}) +
	testprofile.Section("instanceofProfiles", []string{"1:6 2 10"}) +
	testprofile.Section("monitorProfiles", []string{"0:0 2 6 4 3"}) +
	testprofile.Samples("3:4<2:7<1:5 40", "3:4 10", "2:9<1:5 30", "1:3 15", "4:2<3:2 5") + "}"

// TestWholeTables compares tables of small with testdata/whole.txt, whose numbers were checked by hand: titles, bases, what filters hide,
// facts, notes and every cell.
func TestWholeTables(t *testing.T) {
	check := testprofile.Expected(t, "testdata/whole.txt")
	for by := range 5 {
		wholeTables(t, check, testprofile.Parse(t, testprofile.Rotated(t, small+smallSections, by)))
	}
}

// locks has 5 locks of app.A in two records, 7 of app.B, 11 of the JDK's L, 13 of the VM's V and 17 of its W, 19 of the profiler's P, and 23 of a
// type that is not listed.
const locks = `{"version":"1.1.0","types":[{"id":1,"name":"app.A"},{"id":2,"name":"app.B"},{"id":3,"name":"java.util.L"},{"id":4,"name":"com.oracle.svm.core.V"},{"id":5,"name":"com.oracle.svm.core.W"},
	{"id":6,"name":"com.oracle.svm.enterprise.profiling.P"}],"methods":[],"monitorProfiles":[{"ctx":"0:0","records":[1,2,2,7,3,11,4,13,5,17,6,19,77,23]},{"ctx":"0:0","records":[1,3]}]}`

// TestWholeMonitors compares tables of locks with testdata/locks.txt, whose numbers were checked by hand.
func TestWholeMonitors(t *testing.T) {
	check := testprofile.Expected(t, "testdata/locks.txt")
	for by := range 6 {
		p := testprofile.Parse(t, testprofile.Rotated(t, locks, by))
		for _, view := range []convert.View{convert.MachineView, convert.UserView, convert.AppView, convert.ExpertView} {
			for limit, sort := range []string{"count", "name", "count"} {
				tbl, err := rank.Top(p, nil, rank.TopOptions{Metric: convert.Monitors, Sort: sort, Limit: limit, Filter: convert.FilterOptions{View: view}})
				if err != nil {
					t.Fatal(err)
				}
				check(fmt.Sprintf("%s by %s, %d", view, sort, limit), testtable.Whole(tbl))
			}
		}
	}
}

func wholeTables(t *testing.T, check func(name, got string), p *iprof.Profile) {
	show := func(name string, tbl *table.Table, err error) {
		if err != nil {
			t.Fatal(name, err)
		}
		check(name, testtable.Whole(tbl))
	}
	user := convert.FilterOptions{View: convert.UserView}
	app := convert.FilterOptions{View: convert.AppView}
	focus := convert.FilterOptions{View: convert.ExpertView, Focus: regexp.MustCompile("B"), Hide: regexp.MustCompile("L")}
	for name, o := range map[string]rank.TopOptions{
		"samples":   {Metric: convert.Samples},
		"total":     {Metric: convert.Samples, Sort: "total", Filter: user, Limit: 2},
		"class":     {Metric: convert.Samples, By: convert.ByClass, Sort: "name", Filter: focus},
		"app":       {Metric: convert.Samples, Filter: app},
		"sites":     {Metric: convert.Samples, By: convert.BySite},
		"calls":     {Metric: convert.Calls},
		"inclusive": {Metric: convert.Calls, Sort: "inclusive", Filter: user, Limit: 1},
		"root":      {Metric: convert.Calls, Sort: "root", By: convert.ByPackage},
		"inlined":   {Metric: convert.Calls, Sort: "inlined", By: convert.ByRoot},
		"contexts":  {Metric: convert.Calls, Sort: "contexts", By: convert.BySite},
		"pattern":   {Metric: convert.Calls, By: convert.ByPattern, Pattern: regexp.MustCompile(`\.([ab])$`), Filter: app},
		"kind":      {Metric: convert.Branches, By: convert.ByKind},
		"branches":  {Metric: convert.Branches, Sort: "sites", Limit: 1, Filter: user},
		"receivers": {Metric: convert.Receivers, Sort: "contexts"},
		"monitors":  {Metric: convert.Monitors},
	} {
		tbl, err := rank.Top(p, nil, o)
		show("top "+name, tbl, err)
	}
	for name, o := range map[string]rank.PeekOptions{
		"calls": {Metric: convert.Calls}, "samples": {Metric: convert.Samples}, "few": {Metric: convert.Calls, Limit: 1, Filter: user}, "focus": {Metric: convert.Samples, Filter: focus},
	} {
		tbl, err := rank.Peek(p, nil, regexp.MustCompile(`\.[bl]$`), o)
		show("peek "+name, tbl, err)
	}
	even := 0.3
	for name, o := range map[string]rank.BranchOptions{
		"all": {}, "contexts": {SiteOptions: rank.SiteOptions{Contexts: true, Sort: "executions", Limit: 2, Filter: user}}, "even": {NearEven: &even}, "one": {OneSided: true}, "never": {Never: true},
		"share": {MinShare: 0.3, SiteOptions: rank.SiteOptions{Sort: "name", Filter: app}},
	} {
		tbl, err := rank.Branches(p, nil, o)
		show("branches "+name, tbl, err)
	}
	for name, o := range map[string]rank.TypeOptions{
		"all": {}, "few": {SiteOptions: rank.SiteOptions{Limit: 1, Parts: 1, Filter: user, Sort: "executions"}}, "app": {SiteOptions: rank.SiteOptions{Filter: app, Contexts: true, Sort: "name"}, MinShare: 0.2},
	} {
		for _, m := range []convert.Metric{convert.Receivers, convert.InstanceOf} {
			tbl, err := rank.Types(p, nil, m, o)
			show(m.String()+" "+name, tbl, err)
		}
	}
}
