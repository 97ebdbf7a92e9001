package summary

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/quality"
	"github.com/iprof-viz/iprof-viz/convert/training"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testschema"
	"github.com/iprof-viz/iprof-viz/internal/testtable"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// checked has all kinds of findings, with malicious names.
var checked = []*CheckedFile{
	{Name: "a\x1b[31m.iprof", Readable: true, Findings: []caveats.Caveat{
		{Severity: caveats.Problem, Kind: "gone", Count: 2, Text: "2 methods are gone", Hint: "record it"},
		{Severity: caveats.Caution, Kind: "few-samples", Place: "x[3] (byte 7)", Count: 9, Text: "9 are few"},
	}, Against: &fit.ListFit{Metric: convert.Calls, Total: 200, GoneValue: 60, Listed: 7, Rows: []fit.GoneMethod{
		{ID: 4, Name: "A.<init>()", Value: 50, Candidate: "B.<init>()"}, {ID: 5, Name: "A.f\n(int)", Value: 10},
	}}},
	{Name: "b.iprof", Readable: true, Records: 1, Unjudged: []string{"samples (it has none)", "the code"}, Findings: []caveats.Caveat{{Severity: caveats.Note, Kind: "no-samples", Text: "no samples"}}},
	{Name: "c.iprof", Readable: true, Records: 2312, Against: &fit.ListFit{Metric: convert.Calls, Total: 5, Listed: 1}},
	{Name: "d.iprof", Findings: []caveats.Caveat{{Severity: caveats.Problem, Kind: "html", Text: "a page"}}},
}

// judged returns a file with a verdict: of its criteria one passes, one fails and one is unknown, and two have no threshold.
func judged(t *testing.T) *CheckedFile {
	t.Helper()
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"A"},{"id":1,"name":"B"}],
		"methods":[{"id":1,"name":"f\u001b[31m|","signature":[0,0]},{"id":2,"name":"g","signature":[1,0]}],
		"callCountProfiles":[{"ctx":"1:0","records":[50]},{"ctx":"2:0<1:3","records":[40]}],"virtualInvokeProfiles":[{"ctx":"1:3","records":[1,30]}],
		"samplingProfiles":[{"ctx":"1:3","records":[10]}]}`)
	names := convert.NewNames(p, convert.NameOptions{})
	share := func(x float64) *float64 { return &x }
	f := &CheckedFile{Name: "q.iprof", Readable: true, Records: 4, Quality: &CheckedQuality{Names: names,
		Margin: quality.NewMargin(p, 0), Flow: quality.NewFlow(names, quality.FlowOptions{})}}
	f.Quality.Verdict = quality.Verdict{
		{Name: "sane", Value: share(0), Threshold: share(0), Maximum: true, Text: "no errors"},
		{Name: "samples", Unit: quality.Share, Value: share(0.5), Maximum: true, Text: "±50% for \x1b[31m|"},
		{Name: "flow", Unit: quality.Share, Value: share(0.25), Threshold: share(0.024), Maximum: true, Text: "25% contradict"},
		{Name: "coverage", Unit: quality.Share, Threshold: share(0.6), Reason: "no entries"},
		{Name: "fit", Unit: quality.Share, Reason: "no classes"},
	}
	for i := range f.Quality.Verdict {
		f.Quality.Verdict[i].Judge("no threshold")
	}
	return f
}

func TestVerdict(t *testing.T) {
	f := judged(t)
	var b strings.Builder
	if err := CheckText(&b, []*CheckedFile{f, f}, CheckOptions{}); err != nil {
		t.Fatal(err)
	}
	visible := plaintext.Visible("\x1b[31m|")
	section := "verdict: fail\n  sane:       pass, no errors\n  samples:    ±50% for " + visible +
		"\n  flow:       fail, 25% contradict (maximum 2.4%)\n  coverage:   not judged, no entries (minimum 60%)\n"
	last := "\nq.iprof: findings: sane: the format, the names and 4 records fit together\n"
	if want := section + last + "\n" + section + last; b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &b, want)
	}
	b.Reset()
	if err := CheckMarkdown(&b, []*CheckedFile{f}, CheckOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"\n**verdict: fail**\n\n| criterion | result |\n", "| flow | fail, 25% contradict (maximum 2.4%) |\n", "| coverage | not judged, no entries (minimum 60%) |\n"} {
		if !strings.Contains(b.String(), part) || strings.Contains(b.String(), "\x1b") {
			t.Errorf("no %q in\n%s", part, &b)
		}
	}
	b.Reset()
	if err := CheckJSON(&b, []*CheckedFile{f}, false); err != nil {
		t.Fatal(err)
	}
	testschema.Validate(t, testschema.Read(t, "check"), b.String())
	for _, part := range []string{`"excess": 10,`, `"worst_5_percent": 0.25,`, `"counted": 40,`, `"margin": 0.138`, `"times": null`} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("no %q in\n%s", part, &b)
		}
	}
}

func TestCheckText(t *testing.T) {
	var b strings.Builder
	if err := CheckText(&b, checked, CheckOptions{Limit: 1}); err != nil {
		t.Fatal(err)
	}
	name := plaintext.Visible(checked[0].Name)
	want := name + `: error: 2 methods are gone [gone]
  hint: record it
   25.0%  A.<init>()
          now B.<init>()?
  … and 1 more; --format json lists all
` + name + `: warning: x[3] (byte 7): 9 are few [few-samples]
` + name + `: 1 error, 1 warning
b.iprof: note: no samples [no-samples]
b.iprof: sane, 1 note: the format, the names and 1 record fit together; not judged: samples (it has none), the code
c.iprof: sane: the format, the names and 2,312 records fit together, and the methods fit the list
d.iprof: error: a page [html]
d.iprof: 1 error
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	b.Reset()
	if err := CheckText(&b, checked, CheckOptions{}); err != nil || strings.ContainsAny(b.String(), "\x1b") || strings.Contains(b.String(), "A.f\n(") {
		t.Errorf("%v: %q", err, b.String())
	}
}

func TestCheckIsAsPublished(t *testing.T) {
	s := testschema.Read(t, "check")
	for _, files := range [][]*CheckedFile{checked, nil} {
		var b strings.Builder
		if err := CheckJSON(&b, files, false); err != nil {
			t.Fatal(err)
		}
		testschema.Validate(t, s, b.String())
	}
}

// compared is a file that was compared with code and production: Greeter.greet has a conditional that the code does not have, and
// calls Greeter.close, which is gone.
func compared(t *testing.T) *CheckedFile {
	t.Helper()
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"Greeter"},{"id":1,"name":"java.lang.String"},{"id":2,"name":"void"}],
		"methods":[{"id":1,"name":"greet","signature":[0,1,1]},{"id":2,"name":"<init>","signature":[0,2]},{"id":3,"name":"grete","signature":[0,1,1]},
			{"id":4,"name":"run","signature":[1,2]}],
		"callCountProfiles":[{"ctx":"1:0","records":[6]},{"ctx":"2:0","records":[80]},{"ctx":"3:0","records":[4]},{"ctx":"4:0","records":[10]}],
		"conditionalProfiles":[{"ctx":"1:4","records":[7,0,3,14,1,7]}]}`)
	path := testpath.Open(t, "../../classfile/testdata/greeter.jar")
	samples, err := folded.Read(strings.NewReader("Greeter.greet;Greeter.close 30\nGreeter.greet 70\n"))
	if err != nil {
		t.Fatal(err)
	}
	names := convert.NewNames(p, convert.NameOptions{})
	f := &CheckedFile{Name: "e.iprof", Readable: true, Records: 5, Code: &CheckedCode{fit.New(p, names, fit.Code{Program: path}), names, &check.Conflicts{Methods: []check.MethodConflict{{Calls: 9, Entries: 2, Early: true}}, Sites: []check.SiteConflict{{BCI: 4, Calls: 7, Executions: 3, AtMost: true}}}}}
	f.Coverage, _ = training.OfProgram(p, path, training.ProgramOptions{})
	f.Production = training.OfProduction(names, convert.NewNames(samples, convert.NameOptions{}), training.ProductionOptions{})
	return f
}

// Where no count was compared with the code, only the error is said of it.
func TestBriefWithoutCounts(t *testing.T) {
	f := compared(t)
	f.Production, f.Coverage, f.Code = nil, nil, &CheckedCode{Fit: &fit.Fit{}, Names: f.Code.Names}
	f.Findings = []caveats.Caveat{{Severity: caveats.Problem, Kind: "nothing-judged", Text: "no class of the profile is in the program"}}
	var b strings.Builder
	if err := CheckText(&b, []*CheckedFile{f}, CheckOptions{Limit: 20, Width: 80, Brief: true}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "error: no class of the profile is in the program [nothing-judged]\n") || strings.Contains(b.String(), "counts") {
		t.Errorf("got\n%s", &b)
	}
}

// TestBriefMisfit: a profile that does not fit has at most 12 lines on a terminal, the errors last, and the largest shares first.
func TestBriefMisfit(t *testing.T) {
	f := compared(t)
	f.Production = nil
	f.Findings = []caveats.Caveat{
		{Severity: caveats.Problem, Kind: "changed-code", Text: strings.Repeat("does not match ", 12), Hint: strings.Repeat("record it again ", 9)},
		{Severity: caveats.Caution, Kind: "few-samples", Text: "9 are few"}, {Severity: caveats.Note, Kind: "no-samples", Text: "no samples"},
	}
	list := *checked[0]
	list.Against = &fit.ListFit{Metric: convert.Calls, Total: 200, GoneValue: 60, Listed: 7}
	for range 30 {
		list.Against.Rows = append(list.Against.Rows, fit.GoneMethod{Name: "A.<init>()", Value: 5, Candidate: "B.<init>()"})
	}
	for _, width := range []int{0, 60, 80, 120} {
		for _, f := range []*CheckedFile{f, &list} {
			var b strings.Builder
			if err := CheckText(&b, []*CheckedFile{f}, CheckOptions{Limit: 20, Width: width, Brief: true}); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
			last := strings.Join(strings.Fields(b.String()), " ")
			if !strings.HasSuffix(last, "hint: "+strings.TrimSpace(f.Findings[0].Hint)) || strings.Count(b.String(), "error:") != 1 {
				t.Errorf("%d columns: the error is not last:\n%s", width, &b)
			}
			if len(lines) > briefLines || !strings.Contains(b.String(), "-n 0 shows all\n") || !strings.Contains(b.String(), "1 warning") {
				t.Errorf("%d columns: %d lines:\n%s", width, len(lines), &b)
			}
		}
	}
	var b strings.Builder
	if err := CheckText(&b, []*CheckedFile{f}, CheckOptions{Limit: 20}); err != nil || strings.Contains(b.String(), "-n 0 shows all") {
		t.Errorf("%v: %s", err, &b)
	}
}

func TestComparisonsAsText(t *testing.T) {
	var b strings.Builder
	if err := CheckText(&b, []*CheckedFile{compared(t)}, CheckOptions{Width: 80}); err != nil {
		t.Fatal(err)
	}
	want := `
fit to the code
  program:    of 100 counts (entries, branches, types), 80.0% fit (1 method),
              16.0% in changed code (1 method), 4.00% gone (1 method); of 1
              method nothing but the name could be compared
  not judged: 9.1% of all 110 counts: 9.1% in the JDK, which is not given (1
              method)
  hint:       --jdk DIR, or JAVA_HOME, has the classes of the JDK

   16.0%  Greeter.greet(java.lang.String): changed
          @4    recorded: a conditional that goes to @14; the code has: ifeq to
                @7, @12
   4.00%  Greeter.grete(java.lang.String): gone

coverage: 2 of 2 methods ran, 100.0%, with 100.0% of the bytecode
`
	if got := b.String(); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, part := range []string{"\nproduction: 70.0% of 100 judged counts in methods", "  30  30.0%     30   30.0%  not listed", "and 80.0% of\n  the program's counts fit the code\n", "\nno methods without entries\n"} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("no %q in\n%s", part, b.String())
		}
	}
}

func TestComparisonMatchesSchema(t *testing.T) {
	var b strings.Builder
	file := compared(t)
	if err := CheckJSON(&b, []*CheckedFile{file}, false); err != nil {
		t.Fatal(err)
	}
	testschema.Validate(t, testschema.Read(t, "check"), b.String())
	var read struct {
		Files []struct {
			Fit struct {
				Share   float64
				Methods []struct{ Method string }
			}
			Coverage, Production json.RawMessage
		}
	}
	if err := json.Unmarshal([]byte(b.String()), &read); err != nil {
		t.Fatal(err)
	}
	of := read.Files[0]
	if of.Fit.Share != 0.8 || len(of.Fit.Methods) != 2 || of.Fit.Methods[0].Method != "Greeter.greet(java.lang.String)" {
		t.Errorf("%+v", of.Fit)
	}
	testschema.Validate(t, testschema.Read(t, "coverage"), string(of.Coverage))
	testschema.Validate(t, testschema.Read(t, "production"), string(of.Production))
	testtable.Check(t, testschema.Read(t, "production"), file.Production.Table)

	// a profile with nothing but samples, and few rows
	p := testprofile.Example("shop.iprof")
	path := testpath.Open(t, "../../classfile/testdata/greeter.jar")
	names := convert.NewNames(p, convert.NameOptions{})
	samples := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"A"}],"methods":[{"id":1,"name":"f","signature":[0,0]}],
		"samplingProfiles":[{"ctx":"1:0","records":[3]}]}`)
	few := &CheckedFile{Name: "f.iprof", Production: training.OfProduction(convert.NewNames(samples, convert.NameOptions{}), names, training.ProductionOptions{Limit: 2})}
	few.Code = &CheckedCode{fit.New(samples, nil, fit.Code{Program: path}), convert.NewNames(samples, convert.NameOptions{}), nil}
	few.Coverage, _ = training.OfProgram(samples, path, training.ProgramOptions{Limit: 1})
	b.Reset()
	if err := CheckJSON(&b, []*CheckedFile{few}, true); err != nil {
		t.Fatal(err)
	}
	testschema.Validate(t, testschema.Read(t, "check"), b.String())
	if err := json.Unmarshal([]byte(b.String()), &read); err != nil {
		t.Fatal(err)
	}
	testschema.Validate(t, testschema.Read(t, "coverage"), string(read.Files[0].Coverage))
	testschema.Validate(t, testschema.Read(t, "production"), string(read.Files[0].Production))
}

func TestCheckMarkdown(t *testing.T) {
	var b strings.Builder
	if err := CheckMarkdown(&b, append([]*CheckedFile{compared(t)}, checked...), CheckOptions{Limit: 1}); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"**e.iprof: sane: ", "| 16.0% | `Greeter.greet(java.lang.String)` | changed | `@4` | a conditional that goes to &#64;<!-- -->14 | ifeq to &#64;<!-- -->7, &#64;<!-- -->12 |\n",
		"| | … and 1 more | | | | |", "| 30 | 30.0% | 30 | 30.0% | not listed | n/a | `Greeter.close` |", "- **warning** x&#91;3&#93; (byte 7): 9 are few (few-samples)\n",
	} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("no %q in\n%s", part, b.String())
		}
	}
	if strings.Contains(b.String(), "\x1b") || strings.Contains(b.String(), "A.f\n") {
		t.Errorf("%q", b.String())
	}
}
