package findings_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// A call of three types, of 2,000,000 executions: the first has 70%, the first two have 85%. A test for it pays for the calls that were
// certainly not inlined, at most as many as entries of inlined methods leave.
func TestTypeTests(t *testing.T) {
	const site = "1:3 11 1400000 12 300000 13 300000"
	for _, c := range []struct{ name, inlined, site, want string }{
		{"not inlined", "", site, "type-tests app.Work.main@3 1400000/1500000 receivers | call of 3 types, a test for one covers 70.0% | app.A 1400000 | app.B 300000 | app.C 300000"},
		{"partly inlined", "2:0<1:3 900000", site, "type-tests app.Work.main@3 500000/2400000 receivers | call of 3 types, a test for one covers 70.0% | app.A 1400000 | app.B 300000 | app.C 300000"},
		{"all inlined", "2:0<1:3 1400000", site, "many-types app.Work.main@3 2000000/2900000 receivers | call of 3 types, first 70.0% | app.A 1400000 | app.B 300000 | app.C 300000"},
		{"another share", "", "1:3 11 1199999 12 400001 13 400000", "many-types app.Work.main@3 2000000/1500000 receivers | call of 3 types, first 60.0% | app.A 1199999 | app.B 400001 | app.C 400000"},
		{"nearly two types", "", "1:3 11 1400000 12 400000 13 200000", ""},
		{"two types", "", "1:3 11 1400000 12 600000", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			records := []string{"1:0 1500000"}
			if c.inlined != "" {
				records = append(records, c.inlined)
			}
			p := testprofile.Parse(t, sampled+testprofile.Calls(records...)+testprofile.Section("virtualInvokeProfiles", []string{c.site})+`}`)
			wantFindings(t, findings.New(p, nil, findings.Options{}), c.want)
		})
	}
}

// In this run of the words, isLetter was not inlined: addLine calls it 670,000 times of 820,003 entries, and it has 30 bytes.
func TestTinyCalls(t *testing.T) {
	inlined, code := testmodel.WordCountCode(t)
	root := strings.ReplaceAll(inlined, `<2:17"`, `"`)
	rarely := strings.Replace(root, `{"ctx": "1:0", "records": [1]}`, `{"ctx": "1:0", "records": [67000000]}`, 1)
	for _, c := range []struct {
		name, data string
		want       string
	}{
		{"inlined", inlined, ""},
		{"not inlined", root, "tiny-calls words.WordCount.isLetter 670000/820003 calls | not inlined, 30 bytes of code | caller words.WordCount.addLine@17"},
		{"below 1% of the entries", rarely, ""},
		{"fewer entries than calls", strings.Replace(root, "670000]}", "669999]}", 1), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := testprofile.Parse(t, c.data)
			g := calls.New(p, code)
			r := findings.New(p, nil, findings.Options{Input: []string{"a.iprof"}, Calls: g, ClassPath: []string{"--classpath", "a.jar"}})
			r.List = slices.DeleteFunc(r.List, func(f findings.Finding) bool { return f.Kind != findings.TinyCalls })
			wantFindings(t, r, c.want)
			if c.want != "" && r.List[0].Numbers[3].Value.Int != 1 {
				t.Errorf("%+v, want one site", r.List[0].Numbers)
			}
			if c.want != "" && !slices.Equal(r.List[0].Command, []string{"calls", "--to", `WordCount\.isLetter$`, "--classpath", "a.jar", "a.iprof"}) {
				t.Errorf("%q", r.List[0].Command)
			}
			for _, f := range findings.New(p, nil, findings.Options{}).List {
				if f.Kind == findings.TinyCalls {
					t.Errorf("without class files: %s", line(f))
				}
			}
		})
	}
}

// In the image of wordcount.optlog.jsonl, main calls addLine 10,000 times, 1.2% of the entries. equals and substring are called more often, but
// the profile does not have them.
func TestForceInline(t *testing.T) {
	testmodel.BuiltWordCounts(t, func(b *testmodel.Built) {
		r := findings.New(b.Profile, nil, findings.Options{
			Calls: calls.New(b.Profile, b.Code), ClassPath: []string{"--classpath", "a.jar"}, Optimized: b.Image, Log: []string{"--optlog", "log"}, Input: []string{"a.iprof"},
		})
		r.List = slices.DeleteFunc(r.List, func(f findings.Finding) bool { return f.Kind != findings.ForceInline })
		wantFindings(t, r, "force-inline words.WordCount.addLine 10000/820003 calls | still called in the optimized image, 86 bytes of code | caller words.WordCount.main@20")
		if want := []string{"calls", "--to", `WordCount\.addLine$`, "--missed", "--optlog", "log", "--classpath", "a.jar", "a.iprof"}; len(r.List) > 0 && !slices.Equal(r.List[0].Command, want) {
			t.Errorf("%q", r.List[0].Command)
		}
	})
}
