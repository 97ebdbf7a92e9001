package quality_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/quality"
)

// TestJudge: a value on the threshold passes; what is unknown never does.
func TestJudge(t *testing.T) {
	share := func(x float64) *float64 { return &x }
	for _, c := range []struct {
		value, threshold *float64
		maximum          bool
		want             quality.Status
		reason           string
	}{
		{share(0.9), share(0.9), false, quality.Pass, ""},
		{share(0.89), share(0.9), false, quality.Fail, ""},
		{share(0.9), share(0.9), true, quality.Pass, ""},
		{share(0.91), share(0.9), true, quality.Fail, ""},
		{share(0), share(0), true, quality.Pass, ""},
		{share(0.91), nil, true, quality.NotJudged, "no threshold"},
		{nil, share(0), true, quality.NotJudged, "unknown"},
		{nil, nil, true, quality.NotJudged, "unknown"},
	} {
		x := quality.Criterion{Value: c.value, Threshold: c.threshold, Maximum: c.maximum}
		if c.value == nil {
			x.Reason = "unknown"
		}
		if x.Judge("no threshold"); x.Status != c.want || x.Reason != c.reason {
			t.Errorf("%+v: %v, %q", c, x.Status, x.Reason)
		}
	}
}

// TestStatus: a verdict passes only if each threshold does, and fails if one of them fails.
func TestStatus(t *testing.T) {
	zero := 0.0
	of := func(s quality.Status) quality.Criterion { return quality.Criterion{Status: s, Threshold: &zero} }
	unasked := quality.Criterion{Status: quality.NotJudged}
	for _, c := range []struct {
		verdict quality.Verdict
		want    quality.Status
	}{
		{nil, quality.Pass},
		{quality.Verdict{of(quality.Pass), unasked}, quality.Pass},
		{quality.Verdict{of(quality.NotJudged), of(quality.Pass)}, quality.NotJudged},
		{quality.Verdict{of(quality.NotJudged), of(quality.Fail), of(quality.NotJudged)}, quality.Fail},
	} {
		if got := c.verdict.Status(); got != c.want {
			t.Errorf("%+v: %v, want %v", c.verdict, got, c.want)
		}
	}
}
