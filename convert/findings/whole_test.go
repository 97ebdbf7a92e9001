package findings_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestWholeFindings compares all fields of findings with testdata/whole.txt, whose numbers were checked by hand, whichever method is first.
func TestWholeFindings(t *testing.T) {
	check := testprofile.Expected(t, "testdata/whole.txt")
	whole := func(name string, r *findings.Report) { check(name, testprofile.Fields(r)) }
	for by := range 4 {
		for name, text := range map[string]string{"counts": counts, "samples": samples} {
			whole(name, findings.New(testprofile.Parse(t, testprofile.Rotated(t, text, by)), nil, findings.Options{
				Input: []string{"a.iprof"}, Fit: &findings.Misfit{Methods: []iprof.MethodID{3, 4}, Metric: convert.Samples, Command: []string{"check"}},
			}))
		}
	}
	testmodel.BuiltWordCounts(t, func(b *testmodel.Built) {
		whole("optimized", findings.New(b.Profile, nil, findings.Options{
			Calls: calls.New(b.Profile, b.Code), ClassPath: []string{"--classpath", "a.jar"}, Optimized: b.Image, Log: []string{"--optlog", "log"}, Input: []string{"a.iprof"},
		}))
	})
}
