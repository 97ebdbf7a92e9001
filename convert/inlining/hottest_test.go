package inlining

import (
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// The method with the most samples is named if the first unit, which has the most entries, does not show it.
func TestHottestIsNotInTheFirstUnit(t *testing.T) {
	const tables = `{"version":"1.0.0","types":[{"id":0,"name":"T"}],"methods":[{"id":1,"name":"often","signature":[0,0]},{"id":2,"name":"slow","signature":[0,0]},
		{"id":3,"name":"part","signature":[0,0]},{"id":4,"name":"noUnit","signature":[0,0]}],
		"callCountProfiles":[{"ctx":"1:0","records":[90]},{"ctx":"2:0","records":[5]},{"ctx":"3:0<2:4","records":[1]}],"samplingProfiles":[`
	for _, c := range []struct {
		samples string
		opts    Options
		want    string
	}{
		{`{"ctx":"1:0","records":[100]},{"ctx":"2:0<1:0","records":[120]},{"ctx":"3:0<1:0","records":[150]},{"ctx":"4:0","records":[200]}`, Options{}, "T.part"},
		{`{"ctx":"1:0","records":[100]},{"ctx":"2:0","records":[120]},{"ctx":"2:3<1:0","records":[40]},{"ctx":"3:0<1:0","records":[150]}`, Options{}, "T.slow"},
		{`{"ctx":"1:0","records":[200]},{"ctx":"2:0","records":[120]}`, Options{}, ""},
		{`{"ctx":"2:0","records":[299]}`, Options{}, ""}, // too few
		{`{"ctx":"4:0","records":[300]}`, Options{}, ""}, // in no unit
		{`{"ctx":"2:0","records":[300]}`, Options{}, "T.slow"},
		{`{"ctx":"2:0","records":[300]}`, Options{Match: regexp.MustCompile("often")}, ""},
		{`{"ctx":"2:0","records":[300]},{"ctx":"3:0","records":[200]}`, Options{Filter: convert.FilterOptions{Hide: regexp.MustCompile("slow")}}, "T.part"},
	} {
		in := inlining(t, testprofile.Parse(t, tables+c.samples+"]}"), c.opts)
		if got := in.Hottest; got != c.want {
			t.Errorf("%s: %q, want %q", c.samples, got, c.want)
		}
	}
}
