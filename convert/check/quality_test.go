package check_test

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/quality"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestFlowTextSaysWhatIsLeftOut: contexts that nothing was compared in are not among those without a contradiction.
func TestFlowTextSaysWhatIsLeftOut(t *testing.T) {
	names := convert.NewNames(testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"A"}],"methods":[{"id":1,"name":"f","signature":[0,0]}]}`), convert.NameOptions{})
	f := &quality.Flow{FlowSum: quality.FlowSum{Equations: 2, Counts: 9}, Methods: []quality.MethodGap{{FlowSum: quality.FlowSum{Equations: 2, Counts: 9}}}}
	if got := check.FlowText(f, names); strings.Contains(got, "left out") {
		t.Error(got)
	}
	for _, excess := range []int64{0, 3} {
		f.LeftOut, f.Excess, f.Methods[0].Excess = 2500, excess, excess
		if got := check.FlowText(f, names); !strings.Contains(got, "left out in 2,500 contexts") {
			t.Error(got)
		}
	}
}
