package iprof_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestWarningNumbers: the numbers of warnings have thousands separators.
func TestWarningNumbers(t *testing.T) {
	var records []string
	for i := range 1200 { // none of the callers has a count
		records = append(records, fmt.Sprintf(`{"ctx":"1:0<2:%d","records":[3]}`, i))
	}
	p, err := iprof.Parse(strings.NewReader(`{"version":"1.0.0","types":[{"id":0,"name":"A"}],"methods":[{"id":1,"name":"f","signature":[0,0]},{"id":2,"name":"g","signature":[0,0]}],`+
		`"callCountProfiles":[`+strings.Join(records, ",")+`]}`), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Warnings) != 1 || !strings.HasPrefix(p.Warnings[0].Text, "1,200 inlined call counts have a caller without a count") {
		t.Errorf("warnings %q", p.Warnings)
	}
}

// A file with thousands of unknown fields has a warning of the first hundred or so each, and one of all others together.
func TestManyUnknownFields(t *testing.T) {
	var fields []string
	for i := range 5000 {
		fields = append(fields, fmt.Sprintf(`{"ctx":"1:0","records":[3],"extra%d":1}`, i))
	}
	p, err := iprof.Parse(strings.NewReader(`{"version":"1.0.0","types":[{"id":0,"name":"A"}],"methods":[{"id":1,"name":"f","signature":[0,0]}],`+
		`"callCountProfiles":[`+strings.Join(fields, ",")+`]}`), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := int64(0)
	for _, w := range p.Warnings {
		if w.Kind == iprof.WarnUnknownField {
			all += w.Count
		}
	}
	if all != 5000 || len(p.Warnings) < 100 || len(p.Warnings) > 103 {
		t.Errorf("%d warnings about %d fields", len(p.Warnings), all)
	}
}
