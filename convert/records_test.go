package convert_test

import (
	"fmt"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

func TestRecords(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"0.4.0","types":[],"methods":[],
		"samplingProfiles":[{"ctx":"7:1<6:2","records":[3]},{"ctx":"7:5<6:2","records":[4]}],
		"callCountProfiles":[{"ctx":"7:0<6:2","records":[5]}],
		"conditionalProfiles":[{"ctx":"6:9","records":[20,0,5,31,1,7,20,2,5]}],
		"virtualInvokeProfiles":[{"ctx":"6:12","records":[1,6,2,1]},{"ctx":"7:3<6:2","records":[]}],
		"monitorProfiles":[{"ctx":"0:0","records":[1,9]}]}`)
	for _, test := range []struct {
		metric convert.Metric
		want   string
	}{
		{convert.DefaultMetric, "7:5 "},
		{convert.Samples, "7:3 7:4 "},
		{convert.Calls, "7:5 "},
		{convert.Branches, "6:12 "}, // 5 + 7: a target before 1.0.0 counts once
		{convert.Receivers, "6:7 7:0 "},
		{convert.InstanceOf, ""},
		{convert.Monitors, ""},
	} {
		tree := p.Contexts
		if test.metric.Resolve(p) == convert.Samples {
			tree = p.Stacks
		}
		got := ""
		for n, v := range test.metric.Records(p) {
			got += fmt.Sprintf("%d:%d ", tree.Node(n).Method, v)
		}
		if got != test.want {
			t.Errorf("%v: %q, want %q", test.metric, got, test.want)
		}
		for range test.metric.Records(p) { // stops when it is told to
			break
		}
	}
}
