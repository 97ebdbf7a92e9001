package rank

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// libraryProfile has an application, shop, with 3 of 100 virtual calls, 10 of 100 executions of conditionals, 40 of 100 samples
// with the code it calls, of which 5 are its own, and 25 of 100 entries. It has no megamorphic call.
func libraryProfile(t *testing.T) *iprof.Profile {
	t.Helper()
	return testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":4,"name":"java.util.HashMap"},{"id":5,"name":"shop.Cart"}],
		"methods":[{"id":3,"name":"put","signature":[4,1]},{"id":4,"name":"add","signature":[5,1]},{"id":5,"name":"total","signature":[5,1]}]`+
		testprofile.Calls("3:0 70", "4:0 20", "5:0 5", "3:0<4:1 5")+
		testprofile.Samples("3:1 60", "3:1<4:2 30", "3:1<5:2 5", "4:1 5")+
		testprofile.Section("conditionalProfiles", []string{"3:5 10 0 45 20 1 45", "4:5 10 0 8 20 1 2"})+
		testprofile.Section("virtualInvokeProfiles", []string{"3:7 5 13 12 12 13 12 14 12 15 12 16 12 17 12 18 12", "4:7 4 3"})+`}`)
}

// Above tables where less than half is the application's stands a line that says so, by the rows that are chosen.
func TestPartOfSites(t *testing.T) {
	p := libraryProfile(t)
	names := convert.NewNames(p, convert.NameOptions{})
	types := func(kinds ...sites.TypeKind) *table.Table {
		tbl, err := Types(p, names, convert.Receivers, TypeOptions{Kinds: kinds})
		if err != nil {
			t.Fatal(err)
		}
		return tbl
	}
	peek := func(pattern string, m convert.Metric) *table.Table {
		tbl, err := Peek(p, names, regexp.MustCompile(pattern), PeekOptions{Metric: m})
		if err != nil {
			t.Fatal(err)
		}
		return tbl
	}
	top := func(m convert.Metric, by convert.GroupBy) *table.Table {
		tbl, err := Top(p, names, TopOptions{Metric: m, By: by})
		if err != nil {
			t.Fatal(err)
		}
		return tbl
	}
	for _, c := range []struct {
		where string
		table *table.Table
		want  []string
	}{
		{"receivers", types(), []string{"3.0% of these virtual calls are in application code: --view app shows only those"}},
		{"megamorphic", types(sites.Megamorphic), []string{"none of the virtual calls of the one selected are in application code"}},
		{"monomorphic", types(sites.Monomorphic), nil}, // all
		{"branches", branchTable(t, p, BranchOptions{}), []string{"10.0% of these executions are in application code: --view app shows only those"}},
		{"samples", top(convert.Samples, convert.ByMethod), []string{
			"5.0% of these samples are in application code, 40.0% with callees: --view app", "hottest app method: shop.Cart.add, 35.0% incl. library code"}},
		{"sites", top(convert.Samples, convert.BySite), []string{
			"5.0% of these samples are in application code, 40.0% with callees: --view app", "hottest app method: shop.Cart.add, 35.0% incl. library code"}},
		{"calls", top(convert.Calls, convert.ByMethod), []string{
			"25.0% of these entries are in application code: --view app shows only those", "most called app method: shop.Cart.add, 20.0%"}},
		{"peek add", peek("Cart.add", convert.Samples), nil}, // though what it calls is not the application's
		{"peek all", peek("", convert.Samples), nil},         // 2 of 3
		{"peek put", peek("put", convert.Samples), nil},
	} {
		if got := c.table.Application.Notes(); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %q, want %q", c.where, got, c.want)
		}
	}
}

// Of the methods that match, peek counts the application's, regardless of their callers and callees.
func TestPartOfMatchingMethods(t *testing.T) {
	p := libraryProfile(t)
	names := convert.NewNames(p, convert.NameOptions{Application: regexp.MustCompile(`Cart\.add`)})
	tbl, err := Peek(p, names, regexp.MustCompile("put|Cart"), PeekOptions{Metric: convert.Samples})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tbl.Application.Note(), "33.3% of these methods are in application code: --view app shows only those"; got != want { // 1 of 3
		t.Errorf("%q, want %q", got, want)
	}
}

// That no site is the application's is an answer: a table without rows.
func TestNoSitesOfTheApplication(t *testing.T) {
	p := libraryProfile(t)
	names := convert.NewNames(p, convert.NameOptions{})
	site := SiteOptions{Filter: convert.FilterOptions{View: convert.AppView}}
	tbl, err := Types(p, names, convert.Receivers, TypeOptions{SiteOptions: site, Kinds: []sites.TypeKind{sites.Megamorphic}})
	if err != nil || len(tbl.Rows) > 0 || tbl.OutsideOnly || tbl.Title != "no virtual calls of the application that are megamorphic; 1 in library and VM code (--view expert)" {
		t.Errorf("%v: %d rows, outside only %v, %s", err, len(tbl.Rows), tbl.OutsideOnly, tbl.Title)
	}
	tbl, err = Types(p, names, convert.Receivers, TypeOptions{SiteOptions: site, Kinds: []sites.TypeKind{sites.Bimorphic}})
	if err != nil || tbl.Title != "no virtual calls of the application that are bimorphic" { // nor are any others
		t.Errorf("%v: %s", err, tbl.Title)
	}
	elsewhere := convert.NewNames(p, convert.NameOptions{Application: regexp.MustCompile(`^none\.`)})
	tbl, err = Branches(p, elsewhere, BranchOptions{SiteOptions: site})
	if err != nil || len(tbl.Rows) > 0 || !tbl.OutsideOnly || tbl.Title != "no conditionals of the application; 2 in library and VM code (--view expert)" {
		t.Errorf("%v: %d rows, outside only %v, %s", err, len(tbl.Rows), tbl.OutsideOnly, tbl.Title)
	}
	unnamed := testprofile.Parse(t, `{"version":"1.0.0","types":[],"methods":[]`+testprofile.Section("conditionalProfiles", []string{"3:5 10 0 45 20 1 45"})+`}`)
	tbl, err = Branches(unnamed, nil, BranchOptions{SiteOptions: site})
	if err != nil || tbl.Title != "no conditionals of the application; 1 in methods without names (--view expert)" {
		t.Errorf("%v: %s", err, tbl.Title)
	}
}

// By samples, which are the default here, peek names the metric that says how often a method was called.
func TestPeekNamesCalls(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("m")+testprofile.Calls("1:0 5")+testprofile.Samples("1:0 1000")+`}`)
	for metric, want := range map[convert.Metric]bool{convert.DefaultMetric: true, convert.Samples: false, convert.Calls: false} {
		tbl, err := Peek(p, nil, nil, PeekOptions{Metric: metric})
		if err != nil {
			t.Fatal(err)
		}
		named := false
		for _, note := range tbl.Notes {
			named = named || note == "-m calls shows the entries by call site"
		}
		if named != want {
			t.Errorf("%s: %q", metric, tbl.Notes)
		}
	}
}
