package diff

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func diff(old, new *iprof.Profile, opts Options) *Difference {
	return diffPaired(old, new, compare.Options{}, opts)
}

func diffPaired(old, new *iprof.Profile, pairing compare.Options, opts Options) *Difference {
	names := convert.NewSharedNames(convert.NameOptions{Disambiguate: true}, old, new)
	return New(compare.New(names[0], names[1], pairing), opts)
}

// found returns the rows of a difference as lines: the section, and the cells of its table.
func found(d *Difference) string {
	var lines []string
	for _, t := range d.Tables {
		for _, row := range t.Rows {
			line := t.Name
			for _, key := range []string{"change", "method", "bci", "old_executions", "new_executions", "old_kind", "new_kind",
				"target_bci", "type", "old", "new", "difference"} {
				col, ok := t.Column(key)
				if !ok {
					continue
				}
				switch c := row.Cell(col); c.Kind {
				case table.None:
					line += " -"
				case table.Unknown:
					line += " ?"
				case table.Int:
					line += fmt.Sprint(" ", c.Int)
				case table.Float:
					line += fmt.Sprintf(" %+.3f", c.Low)
				default:
					line += " " + c.Text
				}
			}
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// shopRun is a run of a program. Its main calls price, which is inlined and calls the method named renamed, and send, which
// is a unit. All counts are multiplied by times.
func shopRun(t *testing.T, times int, renamed, hash string, price, left, right int) *iprof.Profile {
	t.Helper()
	return testprofile.Parse(t, fmt.Sprintf(`{%s,"callCountProfiles":[
		{"ctx":"1:0","records":[%d]},{"ctx":"2:0<1:4","records":[%d]},{"ctx":"3:0<2:9<1:4","records":[%d]},
		{"ctx":"4:0","records":[%d]},{"ctx":"5:0<4:3","records":[%d]}],
		"conditionalProfiles":[{"ctx":"4:7","records":[10,0,%d,20,1,%d]},{"ctx":"4:30","records":[33,0,%d,40,1,%d]}],
		"virtualInvokeProfiles":[{"ctx":"4:50","records":[8,%d]}],
		"samplingProfiles":[{"ctx":"4:3<1:8","records":[%d]},{"ctx":"5:3<4:8<1:8","records":[%d]}]}`,
		testprofile.Methods("main", "price", renamed, "send", "lambda_"+hash),
		500*times, price*times, 400*times, 2000*times, 900*times, left*times, right*times, 1500*times, 500*times, 700*times, 600*times, 300*times))
}

func TestDiffOfOneRun(t *testing.T) {
	p := shopRun(t, 1, "tax", testprofile.LambdaHash, 1000, 900, 100)
	for _, exact := range []bool{false, true} {
		d := diff(p, p, Options{Threshold: compare.DefaultThreshold, Exact: exact})
		if got := found(d); got != "" || d.Changes != 0 || d.Small != 0 || d.Title != "no differences" || d.Largest != nil {
			t.Errorf("exact %v: %s, %d small:\n%s", exact, d.Title, d.Small, got)
		}
		if len(d.Tables) != 5 {
			t.Errorf("%d sections were compared, there are 5", len(d.Tables))
		}
		orders := map[string]string{"samples": "change of their self share", "calls": "change of their share", "branches": "executions × change of probability",
			"receivers": "executions × change of types", "inlining": "entries that are new, gone or moved"}
		for _, table := range d.Tables {
			last := table.Facts[len(table.Facts)-1]
			if last.Key != "order" || last.Value.Text != orders[table.Name] {
				t.Errorf("%s: %+v", table.Name, last)
			}
			for _, c := range table.Columns {
				if c.Key == "spread" {
					t.Errorf("%s has a spread between runs, of which there is one", table.Name)
				}
			}
		}
	}
}

// A run of three times the length has no differences, even if a hash in a name differs.
func TestDiffOfLength(t *testing.T) {
	d := diff(shopRun(t, 1, "tax", testprofile.LambdaHash, 1000, 900, 100), shopRun(t, 3, "tax", testprofile.AnotherHash, 1000, 900, 100),
		Options{Threshold: compare.DefaultThreshold})
	if got := found(d); got != "" || d.Small != 0 {
		t.Errorf("%d small, found:\n%s", d.Small, got)
	}
	got := strings.Join(d.Notes, "\n")
	if !strings.HasPrefix(got, "overlap: samples 100.0%, calls 100.0%, branches 100.0%\noverlap: sum over methods, or successors of conditionals, of the smaller share\nsamples: changes of this size are found in 80% of cases: ") || !strings.HasSuffix(got, "\n1 method paired by names without build-dependent hashes") || len(d.Notes) != 4 {
		t.Error(got)
	}
}

// The ratio of two lengths is rarely exact. Its rounding error is not a change, even with --exact.
func TestDiffOfInexactLength(t *testing.T) {
	for _, times := range [][2]int{{3, 7}, {7, 3}, {7, 977}, {977, 7}} {
		d := diff(shopRun(t, times[0], "tax", testprofile.LambdaHash, 1013, 901, 101), shopRun(t, times[1], "tax", testprofile.LambdaHash, 1013, 901, 101),
			Options{Exact: true, Sections: []Section{Samples, Calls, Inlining}})
		if got := found(d); got != "" || d.Small != 0 || d.Largest != nil {
			t.Errorf("%d times and %d times: %d small, found:\n%s", times[0], times[1], d.Small, got)
		}
	}
}

// One renamed method, one flipped conditional and one method called half as often are found, and nothing else: all others
// keep their entries although the sum is smaller.
func TestDiffFindsWhatChanged(t *testing.T) {
	old, new := shopRun(t, 1, "tax", testprofile.LambdaHash, 1000, 900, 100), shopRun(t, 1, "vat", testprofile.AnotherHash, 500, 100, 900)
	// vat is the renamed tax: main calls it at the same place. 500 of 4,800 entries are 0.104.
	renamed := diff(old, new, Options{Threshold: compare.DefaultThreshold})
	testprofile.WantText(t, "renamed", found(renamed), `
		calls fewer T.price 1000 500 -0.104
		branches flipped T.send 7 1000 1000 10 900 100 -0.800
		branches flipped T.send 7 1000 1000 20 100 900 +0.800
		inlining same T.main - 500 500
		inlining changed T.price 4 1000 500
		inlining changed T.vat 9 400 400`)
	// Per entry of the caller: main has 500 entries, and calls vat in price.
	var rates []string
	inlining := renamed.Table("inlining")
	for _, row := range inlining.Rows {
		if old, new := inlining.Cell(row, "old_rate"), inlining.Cell(row, "new_rate"); inlining.Cell(row, "change").Text == "changed" {
			rates = append(rates, fmt.Sprint(old.Low, " ", new.Low))
		}
	}
	testprofile.WantText(t, "per entry of the caller", strings.Join(rates, "\n"), "2 1\n0.4 0.8")
	// Normalized for run length: three times as long, 1,500 of 3,000 expected entries of price are half as many, and nothing else
	// differs.
	for times := 1; times <= 3; times += 2 {
		longer := diff(old, shopRun(t, times, "vat", testprofile.AnotherHash, 500, 100, 900), Options{Threshold: compare.DefaultThreshold}).Table("inlining")
		var factors []string
		for _, row := range longer.Rows {
			factors = append(factors, fmt.Sprintf("%s %.3g", longer.Cell(row, "method").Text, longer.Cell(row, "factor").Low))
		}
		testprofile.WantText(t, "factors", strings.Join(factors, "\n"), "T.main 1\nT.price 0.5\nT.vat 1")
	}
	// By names alone, it is a different method. 400 are 0.083.
	byName := compare.Options{NoRenames: true}
	d := diffPaired(old, new, byName, Options{Threshold: compare.DefaultThreshold})
	testprofile.WantText(t, "found", found(d), `
		calls fewer T.price 1000 500 -0.104
		calls gone T.tax 400 - -0.083
		calls new T.vat - 400 +0.083
		branches flipped T.send 7 1000 1000 10 900 100 -0.800
		branches flipped T.send 7 1000 1000 20 100 900 +0.800
		inlining same T.main - 500 500
		inlining changed T.price 4 1000 500
		inlining gone T.tax 9 400 -
		inlining new T.vat 9 - 400`)
	if d.Changes != 5 {
		t.Errorf("%d changes", d.Changes)
	}
	if l := d.Largest; l == nil || l.Method != "T.price" || l.Unit != convert.EntriesUnit || math.Abs(l.Change+500./4800) > 1e-12 {
		t.Errorf("largest: %+v", l)
	}
	// Swapped profiles give the opposite changes.
	testprofile.WantText(t, "swapped", found(diffPaired(new, old, byName, Options{Threshold: compare.DefaultThreshold, Sections: []Section{Calls}})), `
		calls more T.price 500 1000 +0.104
		calls new T.tax - 400 +0.083
		calls gone T.vat 400 - -0.083`)
}

// A renamed method has one row, with both names.
func TestDiffOfRenamedMethods(t *testing.T) {
	run := func(name string, n int) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("main", "send", name)+testprofile.Calls("1:0 5000", "2:0 90000", fmt.Sprintf("3:0<1:4 %d", n))+`}`)
	}
	d := diff(run("tax", 1000), run("vat", 3000), Options{Threshold: compare.DefaultThreshold, Sections: []Section{Calls}})
	testprofile.WantText(t, "found", found(d), "calls more T.vat 1000 3000 +0.020")
	calls := d.Table("calls")
	for key, want := range map[string]string{"method": "T.vat", "old_method": "T.tax", "renamed_from": "T.tax", "label": "T.tax → T.vat"} {
		if got := calls.Cell(calls.Rows[0], key).Text; got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	if got := d.Notes[2]; got != "1 renamed method paired by signatures, callers, callees and branches: T.tax → T.vat" {
		t.Error(got)
	}
}

// A method that dominates the new run did not grow by thirty times the old run; with swapped profiles it shrank by the same
// share.
func TestDiffOfOneLargeMethod(t *testing.T) {
	old := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+testprofile.Calls("1:0 1000", "2:0 2000")+`}`)
	new := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+testprofile.Calls("1:0 1000", "2:0 2000", "3:0 90000")+`}`)
	opts := Options{Threshold: compare.DefaultThreshold, Sections: []Section{Calls}}
	d := diff(old, new, opts)
	testprofile.WantText(t, "found", found(d), "calls new T.c - 90000 +0.968") // of 93,000
	if back := diff(new, old, opts); d.Largest.Change != -back.Largest.Change || d.Largest.Size() > 1 {
		t.Errorf("%v, and back %v", d.Largest.Change, back.Largest.Change)
	}
}

// Swapping any two published profiles gives the opposite changes.
func TestDiffIsSymmetric(t *testing.T) {
	opts := Options{Threshold: compare.DefaultThreshold, Sections: []Section{Samples, Calls}}
	all := testprofile.Varied(t)
	var old *iprof.Profile
	for _, name := range slices.Sorted(maps.Keys(all)) {
		new := testprofile.Parse(t, string(all[name]))
		if old != nil {
			there, back := diff(old, new, opts), diff(new, old, opts)
			if there.Changes != back.Changes {
				t.Errorf("%s: %d changes, and back %d", name, there.Changes, back.Changes)
			}
			if there.Largest != nil && (math.Abs(there.Largest.Change+back.Largest.Change) > 1e-12 || there.Largest.Size() > 1) {
				t.Errorf("%s: %+v, and back %+v", name, there.Largest, back.Largest)
			}
		}
		old = new
	}
}

// Of 1,000 samples, a difference of 60 is chance, one of 120 is not.
func TestDiffOfSamples(t *testing.T) {
	run := func(a, b, c int) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+testprofile.Samples(fmt.Sprintf("1:0 %d", a), fmt.Sprintf("2:0 %d", b), fmt.Sprintf("3:0 %d", c))+`}`)
	}
	d := diff(run(500, 300, 200), run(530, 280, 190), Options{})
	if found(d) != "" || d.Small != 3 {
		t.Errorf("%d small, found:\n%s", d.Small, found(d))
	}
	testprofile.WantText(t, "found", found(diff(run(500, 300, 200), run(1400, 300, 300), Options{})), `
		samples more T.a 500 1400 +0.200
		samples fewer T.b 300 300 -0.150
		samples fewer T.c 200 300 -0.050`)
}

// Kinds change when frequent types come or go. One call among thousands may have been missed before.
func TestDiffOfTypes(t *testing.T) {
	run := func(receivers string) *iprof.Profile {
		return testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"T"},{"id":10,"name":"U"}],
			"methods":[{"id":1,"name":"m","signature":[9,8]}],"virtualInvokeProfiles":[`+receivers+`]}`)
	}
	d := diff(
		run(`{"ctx":"1:3","records":[9,500]},{"ctx":"1:6","records":[9,5000]},{"ctx":"1:9","records":[9,300,10,10]}`),
		run(`{"ctx":"1:3","records":[9,400,10,100]},{"ctx":"1:6","records":[9,5000,10,1]},{"ctx":"1:9","records":[9,10,10,300]}`),
		Options{Threshold: compare.DefaultThreshold})
	testprofile.WantText(t, "found", found(d), `
		receivers top type T.m 9 310 310 bimorphic bimorphic U 10 300 +0.935
		receivers top type T.m 9 310 310 bimorphic bimorphic T 300 10 -0.935
		receivers kind T.m 3 500 500 monomorphic bimorphic T 500 400 -0.200
		receivers kind T.m 3 500 500 monomorphic bimorphic U 0 100 +0.200`)
	if d.Small != 1 {
		t.Errorf("%d small", d.Small)
	}
}

// Types that a file does not list may be any, and any number of classes: only a difference that holds for any of them is a
// change, and a count that they may be part of is unknown.
func TestDiffOfUnknownTypes(t *testing.T) {
	run := func(receivers string) *iprof.Profile {
		return testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":7,"name":"void"},{"id":8,"name":"A"},{"id":9,"name":"B"},{"id":10,"name":"C"}],
			"methods":[{"id":1,"name":"m","signature":[8,7]}],"virtualInvokeProfiles":[{"ctx":"1:3","records":[`+receivers+`]}]}`)
	}
	for _, test := range []struct{ name, old, new, want, exact string }{
		{"all may be A and B", "8,500,9,500", "77,1000", "", ""},
		{"one unknown may be another", "77,1000", "78,1000", "", ""},
		{"the unknown may be C", "8,400,77,600", "8,400,10,600", "", ""},
		{"the unknown may be two", "8,400,77,600", "8,400,9,300,10,300", "", ""},
		{"the unknown may be A and B", "8,100,77,900", "8,600,9,400", "", ""},
		{"both have some", "8,900,77,100", "9,100,78,900", "", ""},
		// At least 300 of 1,000 are B now that were A, which is in front on both sides.
		{"the unknown matter little", "8,990,77,10", "8,690,9,310", "", `
			receivers shares A.m 3 1000 1000 bimorphic bimorphic A 990 690 -0.300
			receivers shares A.m 3 1000 1000 bimorphic bimorphic B ? 310 ?
			receivers shares A.m 3 1000 1000 bimorphic bimorphic <unknown type 77> 10 ? ?`},
		// At most 10 of the 900 that B has now were B.
		{"the top type is another", "8,990,77,10", "8,100,9,900", `
			receivers top type A.m 3 1000 1000 bimorphic bimorphic B ? 900 ?
			receivers top type A.m 3 1000 1000 bimorphic bimorphic A 990 100 -0.890
			receivers top type A.m 3 1000 1000 bimorphic bimorphic <unknown type 77> 10 ? ?`, `
			receivers top type A.m 3 1000 1000 bimorphic bimorphic B ? 900 ?
			receivers top type A.m 3 1000 1000 bimorphic bimorphic A 990 100 -0.890
			receivers top type A.m 3 1000 1000 bimorphic bimorphic <unknown type 77> 10 ? ?`},
		// B has 600 now and may have had 480 of 1,000: A, with 520, was in front in any case.
		{"it cannot have been the top type", "8,520,77,480", "8,400,9,600", `
			receivers top type A.m 3 1000 1000 bimorphic bimorphic B ? 600 ?
			receivers top type A.m 3 1000 1000 bimorphic bimorphic A 520 400 -0.120
			receivers top type A.m 3 1000 1000 bimorphic bimorphic <unknown type 77> 480 ? ?`, `
			receivers top type A.m 3 1000 1000 bimorphic bimorphic B ? 600 ?
			receivers top type A.m 3 1000 1000 bimorphic bimorphic A 520 400 -0.120
			receivers top type A.m 3 1000 1000 bimorphic bimorphic <unknown type 77> 480 ? ?`},
		// B may have had all 600, and has most now. A has lost 400.
		{"it may have been the top type", "8,400,77,600", "9,900,10,100", "", `
			receivers shares A.m 3 1000 1000 bimorphic bimorphic B ? 900 ?
			receivers shares A.m 3 1000 1000 bimorphic bimorphic C ? 100 ?
			receivers shares A.m 3 1000 1000 bimorphic bimorphic <unknown type 77> 600 ? ?
			receivers shares A.m 3 1000 1000 bimorphic bimorphic A 400 0 -0.400`},
	} {
		old, new := run(test.old), run(test.new)
		testprofile.WantText(t, test.name, found(diff(old, new, Options{})), test.want)
		testprofile.WantText(t, test.name+", exact", found(diff(old, new, Options{Exact: true})), test.exact)
		const caveat = "at 1 of 1 virtual call a profile does not list all types: a change there is shown only if it holds for any of them"
		if d := diff(old, new, Options{}); !slices.Contains(d.Tables[0].Caveats, caveat) {
			t.Errorf("%s: caveats %q", test.name, d.Tables[0].Caveats)
		}
		back := diff(new, old, Options{}) // the other way round there are as many
		if want := diff(old, new, Options{}); back.Changes != want.Changes || back.Small != want.Small {
			t.Errorf("%s: back %d changes and %d small ones, not %d and %d", test.name, back.Changes, back.Small, want.Changes, want.Small)
		}
	}
}

// A change of the shares of types alone is shown only with --exact, which omits nothing.
func TestDiffOfShares(t *testing.T) {
	run := func(a, b int) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("m")+testprofile.Section("virtualInvokeProfiles", []string{fmt.Sprintf("1:3 8 %d 9 %d", a, b)})+`}`)
	}
	old, new := run(500, 500), run(450, 550)
	if d := diff(old, new, Options{Threshold: compare.DefaultThreshold}); d.Changes != 0 || d.Small != 1 {
		t.Errorf("%d small, found:\n%s", d.Small, found(d))
	}
	d := diff(old, new, Options{Threshold: compare.DefaultThreshold, Exact: true})
	testprofile.WantText(t, "exact", found(d), `
		receivers shares T.m 3 1000 1000 bimorphic bimorphic T 500 550 +0.050
		receivers shares T.m 3 1000 1000 bimorphic bimorphic void 500 450 -0.050`)
	if d.Small != 0 {
		t.Errorf("%d are not shown", d.Small)
	}
}

// A method that is inlined in another place keeps its entries: only the trees show the difference.
func TestDiffOfMovedInlining(t *testing.T) {
	run := func(first, second int) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "d")+testprofile.Calls("1:0 50000", "2:0 50000",
			fmt.Sprintf("3:0<1:7 %d", first), fmt.Sprintf("4:0<3:2<1:7 %d", 2*first), fmt.Sprintf("3:0<2:7 %d", second))+`}`)
	}
	old, new := run(50000, 10), run(10, 50000)
	// d is entered twice per entry of c, as before.
	testprofile.WantText(t, "found", found(diff(old, new, Options{Threshold: compare.DefaultThreshold, Sections: []Section{Inlining}})), `
		inlining same T.a - 50000 50000
		inlining changed T.c 7 50000 10
		inlining same T.b - 50000 50000
		inlining changed T.c 7 10 50000`)
	// With Exact no difference is too small, not even one of the roots.
	old = testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+testprofile.Calls("1:0 100", "2:0 50", "1:0<2:3 50", "2:0<1:3 100")+`}`)
	new = testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+testprofile.Calls("1:0 50", "2:0 100", "1:0<2:3 100", "2:0<1:3 50")+`}`)
	d := diff(old, new, Options{Threshold: compare.DefaultThreshold, Exact: true})
	testprofile.WantText(t, "exact", found(d), `
		inlining changed T.a - 100 50
		inlining changed T.b - 50 100`)
	if d.Changes != 2 || d.Small != 0 {
		t.Errorf("%d changes, %d small", d.Changes, d.Small)
	}
}

// Entries of a copy are compared per entry of its caller; with few entries of the caller chance explains more.
func TestDiffOfRates(t *testing.T) {
	for _, c := range []struct {
		name                   string
		oldA, oldC, newA, newC int
		exact                  bool
		changes                int
	}{
		{"as often", 50000, 1000, 25000, 500, false, 0},
		{"as often, within chance", 50000, 1000, 25000, 510, false, 0},
		{"not quite as often, for those who ask", 50000, 1000, 25000, 510, true, 1},
		{"the caller half as often, this not", 50000, 1000, 25000, 1000, false, 1},
		{"a loop in a method entered once", 1, 100000, 1, 200000, false, 1},
		{"a loop in a method entered a few times", 4, 100000, 1, 100300, false, 0},
		{"less than the threshold", 1000000, 1000000, 1000000, 1040000, false, 0},
	} {
		run := func(a, n int) *iprof.Profile {
			return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+testprofile.Calls(fmt.Sprintf("1:0 %d", a), "2:0 10000000", fmt.Sprintf("3:0<1:7 %d", n))+`}`)
		}
		d := diff(run(c.oldA, c.oldC), run(c.newA, c.newC), Options{Threshold: compare.DefaultThreshold, Exact: c.exact})
		marked := 0
		if inlining := d.Table("inlining"); inlining != nil {
			for _, row := range inlining.Rows {
				if inlining.Cell(row, "change").Text == "changed" && inlining.Cell(row, "depth").Int == 1 {
					marked++
				}
			}
		}
		if marked != c.changes {
			t.Errorf("%s: %d changes:\n%s", c.name, marked, found(d))
		}
	}
}

// A conditional that was executed twice may have taken the other successor by chance.
func TestDiffOfFewExecutions(t *testing.T) {
	run := func(a, b int) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("m")+testprofile.Section("conditionalProfiles", []string{fmt.Sprintf("1:3 10 0 %d 20 1 %d", a, b)})+`}`)
	}
	if got := found(diff(run(2, 0), run(0, 2), Options{Threshold: 0.05})); got != "" {
		t.Error(got)
	}
	testprofile.WantText(t, "exact", found(diff(run(2, 0), run(0, 2), Options{Threshold: 0.05, Exact: true})), `
		branches flipped T.m 3 2 2 10 2 0 -1.000
		branches flipped T.m 3 2 2 20 0 2 +1.000`)
}

// Before format 1.0.0 each successor has the total of its target, so profiles of different versions are compared by target.
func TestDiffOfDialects(t *testing.T) {
	old := testprofile.Parse(t, `{"version":"0.4.0","types":[{"id":8,"name":"void"},{"id":9,"name":"T"}],"methods":[{"id":1,"name":"m","signature":[9,8]}],
		"conditionalProfiles":[{"ctx":"1:3","records":[10,0,700,20,1,300,20,2,300]}]}`)
	new := testprofile.Parse(t, `{`+testprofile.Methods("m")+testprofile.Section("conditionalProfiles", []string{"1:3 10 0 700 20 1 100 20 2 200"})+`}`)
	if d := diff(old, new, Options{Exact: true}); found(d) != "" {
		t.Error(found(d))
	}
}

// Hidden records are not compared.
func TestDiffFilters(t *testing.T) {
	old, new := shopRun(t, 1, "tax", testprofile.LambdaHash, 1000, 900, 100), shopRun(t, 1, "vat", testprofile.AnotherHash, 500, 100, 900)
	opts := Options{Threshold: compare.DefaultThreshold}
	opts.Filter.Hide = regexp.MustCompile("T.(price|tax|vat)$")
	testprofile.WantText(t, "found", found(diff(old, new, opts)), `
		branches flipped T.send 7 1000 1000 10 900 100 -0.800
		branches flipped T.send 7 1000 1000 20 100 900 +0.800`)
}

// Every published profile equals itself and differs from any other.
func TestDiffOfPublishedProfiles(t *testing.T) {
	var last *iprof.Profile
	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		d := diff(p, p, Options{Exact: true})
		if d.Changes != 0 || d.Small != 0 {
			t.Errorf("%s differs from itself: %s\n%s", name, d.Title, found(d))
		}
		if last != nil {
			diff(p, last, Options{Threshold: compare.DefaultThreshold})
		}
		last = p
	}
}

// Sites executed in one profile only are not compared. The title says so if nothing else changed.
func TestDiffOfSitesInOneProfile(t *testing.T) {
	run := func(records ...string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("m")+testprofile.Section("conditionalProfiles", records)+`}`)
	}
	d := diff(run("1:3 10 0 7 20 1 7", "1:9 10 0 0 20 1 0"), run("1:3 10 0 7 20 1 7", "1:9 10 0 500 20 1 1", "1:12 10 0 3 20 1 3"),
		Options{Exact: true})
	want := "branches: no change of shares, 14 → 521 executions; 2 sites not compared: 0 ran only in the old profile, 2 in the new"
	if d.Title != "no differences of shares in the metrics that both profiles have" || len(d.Tables) != 1 || d.Tables[0].Title != want {
		t.Errorf("%s: %s", d.Title, d.Tables[0].Title)
	}
}

// A table with rows has sites of one profile in its notes, and one without rows and without such sites has neither.
func TestTitleOfSites(t *testing.T) {
	run := func(records ...string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("m")+testprofile.Section("conditionalProfiles", records)+`}`)
	}
	old := run("1:3 10 0 7000 20 1 7000")
	changed := diff(old, run("1:3 10 0 13000 20 1 1000", "1:9 10 0 50 20 1 1"), Options{Exact: true}).Tables[0]
	if strings.Contains(changed.Title, " ran only ") || !slices.ContainsFunc(changed.Notes, func(note string) bool {
		return strings.Contains(note, "1 conditional ran only in new")
	}) || len(changed.Rows) == 0 {
		t.Errorf("%s, %q", changed.Title, changed.Notes)
	}
	gone := diff(run("1:3 10 0 7 20 1 7", "1:9 10 0 500 20 1 1"), run("1:3 10 0 7 20 1 7"), Options{Exact: true}).Tables[0]
	if !strings.Contains(gone.Title, "; 1 site not compared: 1 ran only in the old profile, 0 in the new") {
		t.Error(gone.Title)
	}
	if same := diff(old, old, Options{Exact: true}).Tables[0]; strings.Contains(same.Title, ";") {
		t.Error(same.Title)
	}
}

// Of all methods, those that changed are the table's; 4,800 entries are the larger run.
func TestMethods(t *testing.T) {
	old, new := shopRun(t, 1, "tax", testprofile.LambdaHash, 1000, 900, 100), shopRun(t, 1, "vat", testprofile.AnotherHash, 500, 100, 900)
	names := convert.NewSharedNames(convert.NameOptions{}, old, new)
	pairs := compare.New(names[0], names[1], compare.Options{NoRenames: true})
	var got []string
	for _, m := range Methods(pairs, convert.Calls, Options{}) {
		name, _ := pairs.Method(m.Number)
		name, _, _ = strings.Cut(name, "_") // without the lambda's hash
		got = append(got, fmt.Sprintf("%s %d %d %.3f %.3f %v", name, m.Count.Old, m.Count.New, m.OldShare, m.NewShare, m.Changed))
	}
	slices.Sort(got)
	testprofile.WantText(t, "methods", strings.Join(got, "\n"), `
		T.lambda 900 900 0.188 0.188 false
		T.main 500 500 0.104 0.104 false
		T.price 1000 500 0.208 0.104 true
		T.send 2000 2000 0.417 0.417 false
		T.tax 400 0 0.083 0.000 true
		T.vat 0 400 0.000 0.083 true`)
	// 500 + 1000 + 2000 + 900 of 4,800 entries, and 500 less of both.
	if caveat := ProgramCaveat(slices.Values(Methods(pairs, convert.Calls, Options{})), "method entries"); caveat != "" {
		t.Error(caveat)
	}
	changes := []MethodChange{{Count: compare.Counts{Old: 60, New: 30}}, {Count: compare.Counts{Old: 40}}, {Count: compare.Counts{New: 70}}}
	if caveat, want := ProgramCaveat(slices.Values(changes), "samples"), "60% of the old, 30% of the new samples are in common methods: are the profiles from the same program?"; caveat != want {
		t.Errorf("%q, want %q", caveat, want)
	}
	if caveat := ProgramCaveat(slices.Values(changes[:2]), "samples"); caveat != "" {
		t.Error(caveat)
	}
	// Of 30 application methods and 20, one is in both by name, which is a twentieth, or two. Renamed ones do not count, libraries neither.
	for same, want := range map[int]string{1: "of 30 application methods in the old profile and 20 in the new, 1 has the same name in both: are the profiles from the same program?", 2: ""} {
		var of []MethodChange
		for i := range 30 {
			of = append(of, MethodChange{Count: compare.Counts{Old: 1, New: int64(1 - i/20)}, Application: true, Renamed: i >= same}, MethodChange{Count: compare.Counts{Old: 1, New: 1}})
		}
		if caveat := ProgramCaveat(slices.Values(of), "samples"); caveat != want {
			t.Errorf("%d: %q, want %q", same, caveat, want)
		}
	}
	// The application is the same, and its share of each run large enough to tell.
	for application, want := range map[int64]bool{9: true, 10: false} {
		of := append(slices.Clone(changes), MethodChange{Count: compare.Counts{Old: 20, New: application}, Application: true})
		if caveat := ProgramCaveat(slices.Values(of), "samples"); (caveat != "") != want {
			t.Errorf("%d of the application's: %q", application, caveat)
		}
	}
}
