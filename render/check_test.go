package render

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/health"
)

// checked has all kinds of findings, with hostile names.
var checked = []*CheckedFile{
	{Name: "a\x1b[31m.iprof", Readable: true, Findings: []health.Finding{
		{Severity: health.Problem, Kind: "gone", Count: 2, Text: "2 methods are gone", Hint: "record it"},
		{Severity: health.Caution, Kind: "few-samples", Place: "x[3] (byte 7)", Count: 9, Text: "9 are few"},
	}, Against: &health.Fit{Metric: convert.Calls, Total: 200, GoneValue: 60, Listed: 7, Rows: []health.GoneMethod{
		{ID: 4, Name: "A.<init>()", Value: 50, Candidate: "B.<init>()"}, {ID: 5, Name: "A.f\n(int)", Value: 10},
	}}},
	{Name: "b.iprof", Readable: true, Records: 1, Unjudged: []string{"samples (it has none)", "the code"}, Findings: []health.Finding{{Severity: health.Note, Kind: "no-samples", Text: "no samples"}}},
	{Name: "c.iprof", Readable: true, Records: 2312, Against: &health.Fit{Metric: convert.Calls, Total: 5, Listed: 1}},
	{Name: "d.iprof", Findings: []health.Finding{{Severity: health.Problem, Kind: "html", Text: "a page"}}},
}

func TestCheckText(t *testing.T) {
	var b strings.Builder
	if err := CheckText(&b, checked, CheckOptions{Limit: 1}); err != nil {
		t.Fatal(err)
	}
	name := visible(checked[0].Name)
	want := name + `: error: 2 methods are gone [gone]
  hint: record it
   25.0%  A.<init>()
          now B.<init>()?
  … and 1 more; --format json lists all
` + name + `: warning: x[3] (byte 7): 9 are few [few-samples]
` + name + `: 1 error, 1 warning
b.iprof: note: no samples [no-samples]
b.iprof: sane, 1 note: the format, the names and 1 record fit together; not judged: samples (it has none), the code
c.iprof: sane: the format, the names and 2,312 records fit together, and the methods the list
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
	s := schema(t, "check")
	for _, files := range [][]*CheckedFile{checked, nil} {
		var b strings.Builder
		if err := CheckJSON(&b, files, false); err != nil {
			t.Fatal(err)
		}
		validate(t, s, b.String())
	}
}
