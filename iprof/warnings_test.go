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
