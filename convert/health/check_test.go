package health

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name, text, kind string
		severity         Severity
		count            int64
		place            string
	}{
		{"nothing recorded", `{` + testprofile.Methods("f") + `}`, "empty", Problem, 0, ""},
		{"two numbers in one", `{` + testprofile.Methods("f") + `,"callCountProfiles":[{"ctx":"1:0","records":[34303903801135]}]}`, "packed-count", Problem, 1, "callCountProfiles[0]"},
		{"no tables", `{"version":"1.0.0","types":[{"id":-1,"name":""}],"methods":[{"id":-1,"name":"","signature":[]}],"callCountProfiles":[{"ctx":"1:0","records":[3]}]}`, "stripped", Problem, 1, ""},
		{
			"no names of types", `{"version":"1.0.0","types":[{"id":0,"name":""},{"id":1,"name":""},{"id":2,"name":"A"},{"id":3,"name":""}],
			"methods":[{"id":1,"name":"f","signature":[0,1,2]}],"callCountProfiles":[{"ctx":"1:0","records":[3]}]}`, "stripped", Problem, 2, "",
		},
		{
			"few names of types", `{"version":"1.0.0","types":[{"id":0,"name":"A"},{"id":1,"name":""}],"methods":[{"id":1,"name":"f","signature":[0,1]}],
			"callCountProfiles":[{"ctx":"1:0","records":[3]}]}`, "stripped", Caution, 1, "",
		},
		{
			"no names of methods", `{"version":"1.0.0","types":[{"id":0,"name":"A"}],"methods":[{"id":1,"name":"","signature":[0,0]}],
			"callCountProfiles":[{"ctx":"1:0","records":[3]}]}`, "stripped", Problem, 1, "",
		},
		{"samples only", `{` + testprofile.Methods("f") + `,"samplingProfiles":[{"ctx":"1:0","records":[400]}]}`, "sampling-only", Note, 1, ""},
		{"few samples", `{` + testprofile.Methods("f") + `,"samplingProfiles":[{"ctx":"1:0","records":[4]}]}`, "few-samples", Caution, 4, ""},
		{
			"listed twice", `{"version":"1.0.0","types":[{"id":0,"name":"A"},{"id":1,"name":"A"}],"methods":[{"id":1,"name":"f","signature":[0,0]},
			{"id":2,"name":"f","signature":[1,1]},{"id":3,"name":"f","signature":[0,0,0]}],"callCountProfiles":[{"ctx":"1:0","records":[3]}]}`,
			"listed-twice", Caution, 1, "",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := false
			for i, f := range Check(testprofile.Parse(t, tt.text)) {
				if f.Kind == tt.kind {
					found = true
					if f.Severity != tt.severity || f.Count != tt.count || !strings.HasPrefix(f.Place, tt.place) || (f.Place == "") != (tt.place == "") {
						t.Errorf("%+v", f)
					}
					if tt.severity == Problem && i > 0 && Check(testprofile.Parse(t, tt.text))[0].Severity != Problem {
						t.Error("the gravest is not the first")
					}
				}
			}
			if !found {
				t.Errorf("no %s", tt.kind)
			}
		})
	}
	sound := testprofile.Parse(t, `{`+testprofile.Methods("f")+`,"callCountProfiles":[{"ctx":"1:0","records":[3]}],"samplingProfiles":[{"ctx":"1:0","records":[400]}]}`)
	if fs := Check(sound); len(fs) > 0 {
		t.Errorf("of a sound profile: %+v", fs)
	}
}

func TestSalvaged(t *testing.T) {
	p, cut, err := iprof.Salvage(strings.NewReader(`{`+testprofile.Methods("f")+`,"callCountProfiles":[{"ctx":"1:0","records":[3]},{"ctx":"1:0","rec`), iprof.Options{})
	if err != nil || cut == nil {
		t.Fatal(cut, err)
	}
	f := SalvageFinding(p, cut)
	if f.Severity != Caution || f.Kind != "truncated" || f.Count != 1 || !strings.HasPrefix(f.Place, "callCountProfiles[1]") {
		t.Errorf("%+v", f)
	}
	for _, lost := range []string{"monitorProfiles", "virtualInvokeProfiles", "conditionalProfiles", "samplingProfiles"} {
		if !strings.Contains(f.Text, lost) {
			t.Errorf("%s is not said to be lost: %s", lost, f.Text)
		}
	}
	if strings.Contains(f.Text, "all of callCountProfiles") {
		t.Error(f.Text)
	}
}

const against = `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.Order"},{"id":2,"name":"[Ljava.lang.String;"},{"id":3,"name":"a.old.Cart"},
	{"id":4,"name":"a.Order$$Lambda$45dce27977eb3b217a31dc8778a0802922b54621_1"},{"id":5,"name":"int"},{"id":6,"name":"a.Trolley"},{"id":7,"name":"b.Gone"}],
	"methods":[{"id":1,"name":"total","signature":[1,5]},{"id":2,"name":"parse","signature":[1,0,2]},{"id":3,"name":"<init>","signature":[1,0]},
	{"id":4,"name":"add","signature":[3,0,5]},{"id":5,"name":"run","signature":[4,0]},{"id":6,"name":"<clinit>","signature":[1,0]},{"id":7,"name":"price","signature":[1,5,5]},
	{"id":8,"name":"push","signature":[6,0]},{"id":9,"name":"xyz","signature":[7,0]},{"id":10,"name":"unused","signature":[7,0]}],
	"callCountProfiles":[{"ctx":"1:0","records":[100]},{"ctx":"2:0<1:3","records":[200]},{"ctx":"3:0","records":[300]},{"ctx":"4:0","records":[10]},{"ctx":"5:0","records":[20]},
	{"ctx":"6:0","records":[1]},{"ctx":"7:0","records":[30]},{"ctx":"7:0<1:9","records":[5]},{"ctx":"8:0","records":[4]},{"ctx":"9:0","records":[2]}]}`

func TestAgainst(t *testing.T) {
	p := testprofile.Parse(t, against)
	want := []GoneMethod{
		{7, "a.Order.price(int)", 35, "a.Order.prices(int)"},
		{5, "a.Order$$Lambda$45dce27977eb3b217a31dc8778a0802922b54621_1.run()", 20, "a.Order$$Lambda$aaaaaaaaaaeb3b217a31dc8778a0802922b54621_1.run()"},
		{4, "a.old.Cart.add(int)", 10, "a.fresh.Cart.add(int)"},
		{8, "a.Trolley.push()", 4, "a.Trolleys.push()"},
		{9, "b.Gone.xyz()", 2, ""},
	}
	for name, list := range map[string]string{
		"inspect": `{"classes":["a.Order"],"fields":[],"methods":[{"declaringClass":"a.Order","name":"total","parameterTypes":[]},
			{"declaringClass":"a.Order","name":"parse","parameterTypes":["java.lang.String[]"]},{"declaringClass":"a.Order","name":"prices","parameterTypes":["int"]},
			{"declaringClass":"a.Order","name":"entirely","parameterTypes":["int"]},
			{"declaringClass":"a.fresh.Cart","name":"add","parameterTypes":["int"]},{"declaringClass":"a.Trolleys","name":"push","parameterTypes":[]},
			{"declaringClass":"a.Order$$Lambda$aaaaaaaaaaeb3b217a31dc8778a0802922b54621_1","name":"run","parameterTypes":[]}],
			"constructors":[{"declaringClass":"a.Order","parameterTypes":[]}]}`,
		"inspect of old": `{"methods":[{"declaringClass":"a.Order","name":"total","paramTypes":[]},{"declaringClass":"a.Order","name":"<init>","paramTypes":[]},
			{"declaringClass":"a.Order","name":"parse","paramTypes":["[Ljava.lang.String;"]},{"declaringClass":"a.Order","name":"prices","paramTypes":["int"]},
			{"declaringClass":"a.fresh.Cart","name":"add","paramTypes":["int"]},{"declaringClass":"a.Trolleys","name":"push","paramTypes":[]},
			{"declaringClass":"a.Order$$Lambda$aaaaaaaaaaeb3b217a31dc8778a0802922b54621_1","name":"run","paramTypes":[]}]}`,
		"lines": "# methods\n\na.Order.total()\na.Order.parse\n a.Order.<init>( )\r\na.Order.prices(int)\na.fresh.Cart.add(int)\na.Trolleys.push()\n" +
			"a.Order$$Lambda$aaaaaaaaaaeb3b217a31dc8778a0802922b54621_1.run()\n",
	} {
		t.Run(name, func(t *testing.T) {
			l, err := ReadMethods(strings.NewReader(list))
			if err != nil {
				t.Fatal(err)
			}
			a := NewFit(p, l)
			if a.Metric != convert.Calls || a.Total != 672 || a.GoneValue != 71 {
				t.Errorf("%v: %d of %d", a.Metric, a.GoneValue, a.Total)
			}
			if len(a.Rows) != len(want) {
				t.Fatalf("%+v", a.Rows)
			}
			for i, w := range want {
				if a.Rows[i] != w {
					t.Errorf("got %+v\nwant %+v", a.Rows[i], w)
				}
			}
			f, any := a.Finding()
			if !any || f.Severity != Problem || f.Count != 5 || !strings.Contains(f.Text, "10.6% of the entries") {
				t.Errorf("%+v", f)
			}
		})
	}

	l, err := ReadMethods(strings.NewReader("a.Order.total\na.Order.parse\na.Order.<init>\na.Order.price\na.old.Cart.add\na.Trolley.push\n"))
	if err != nil {
		t.Fatal(err)
	}
	if f, any := NewFit(p, l).Finding(); !any || f.Severity != Caution { // 22 of 672
		t.Errorf("%+v", f)
	}
	for _, bad := range []string{"", "# none\n", "{}", `{"methods":`, "total()\n", "a.b(\n"} {
		if _, err := ReadMethods(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is a list of methods", bad)
		}
	}
}

// A profile fits the list of its own methods, whatever they are called.
func TestAgainstItself(t *testing.T) {
	for name, data := range testprofile.Published(t) {
		t.Run(name, func(t *testing.T) {
			p := testprofile.Parse(t, string(data))
			names := convert.NewNames(p, convert.NameOptions{})
			var b strings.Builder
			for _, m := range p.Methods.All() {
				b.WriteString(methodOf(names, m).String() + "\n")
			}
			l, err := ReadMethods(strings.NewReader(b.String()))
			if p.Methods.Len() == 0 {
				if err == nil {
					t.Error("no methods are a list")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if a := NewFit(p, l); a.GoneValue != 0 || len(a.Rows) > 0 {
				t.Errorf("%+v", a.Rows)
			}
		})
	}
}

// TestVerdict: errors have no verdict but their number, as nobody knows how much of the rest is right.
func TestVerdict(t *testing.T) {
	for want, severities := range map[string][]Severity{
		"sane": nil, "sane, 2 notes": {Note, Note}, "usable, with care, 1 warning, 1 note": {Note, Caution}, "1 error, 2 warnings": {Caution, Problem, Caution},
	} {
		var all []Finding
		for _, s := range severities {
			all = append(all, Finding{Severity: s})
		}
		if got := Verdict(all); got != want {
			t.Errorf("%v: %q, want %q", severities, got, want)
		}
	}
}

// TestPackedCountsOfPublishedProfiles: no program ran 68 billion times where it was profiled. The stripped profile says so 22 times.
func TestPackedCountsOfPublishedProfiles(t *testing.T) {
	for name, data := range testprofile.Published(t) {
		p := testprofile.Parse(t, string(data))
		counts, marked := int64(0), 0
		for _, records := range []*iprof.List[iprof.TypeProfile]{&p.Receivers, &p.InstanceOf} {
			for _, r := range records.All() {
				for _, c := range p.TypeCounts(r) {
					if c.Count >= 1<<36 {
						counts++
					}
				}
			}
		}
		sums := sites.New(p, sites.Options{Metrics: []convert.Metric{convert.Receivers, convert.InstanceOf}})
		for _, of := range [][]sites.TypeSite{sums.Receivers.All, sums.InstanceOf.All} {
			for _, site := range of {
				if site.Damaged {
					marked++
				} else if site.Executions >= 1<<36 {
					t.Errorf("%s: %d executions at @%d", name, site.Executions, site.BCI)
				}
			}
		}
		found := int64(0)
		for _, f := range Check(p) {
			if f.Kind == "packed-count" {
				found = f.Count
			}
		}
		if found != counts || (marked > 0) != (found > 0) {
			t.Errorf("%s: %d of %d counts found, %d sites marked", name, found, counts, marked)
		}
	}
}
