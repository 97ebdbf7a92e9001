package pprof_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A location has the address of its innermost frame, METHOD<<16 | BCI, <VM> none. Counts in methods that a filter hides are left out.
func TestAddresses(t *testing.T) {
	text := `{"version":"1.0.0","types":[{"id":9,"name":"T"},{"id":8,"name":"void"},{"id":7,"name":"com.oracle.svm.core.V"}],"methods":[{"id":1,"name":"a","signature":[9,8]},
		{"id":2,"name":"b","signature":[9,8]},{"id":3,"name":"c","signature":[9,8]},{"id":4,"name":"d","signature":[9,8]},{"id":5,"name":"v","signature":[7,8]}]` +
		testprofile.Section("virtualInvokeProfiles", []string{"1:4 9 5", "2:5<1:7 9 3", "3:2<2:4<1:7 9 2", "5:0<1:3 9 6", "3:0<5:2<1:3 9 4"}) + "}"
	for by := range 7 {
		var got []string
		prof := pprofOf(t, testprofile.Parse(t, testprofile.Rotated(t, text, by)), pprof.Options{Metrics: []convert.Metric{convert.Receivers}, Filter: convert.FilterOptions{View: convert.UserView, Hide: regexp.MustCompile(`\.[bd]$`)}})
		for _, s := range prof.Sample {
			var lines []string
			for _, l := range s.Location {
				for _, line := range l.Line {
					lines = append(lines, line.Function.Name)
				}
			}
			got = append(got, fmt.Sprintf("%s %d at %d:%d", strings.Join(lines, "<"), s.Value[0], s.Location[0].Address>>16, s.Location[0].Address&0xffff))
		}
		slices.Sort(got)
		testprofile.WantText(t, fmt.Sprint("rotated by ", by), strings.Join(got, "\n"), `<VM><T.a 6 at 0:0
			T.a 5 at 1:4
			T.c<<VM><T.a 4 at 3:0
			T.c<T.a 2 at 3:2`)
	}
}

// A period applies to samples, and without any it makes them no default.
func TestDefaultWithAPeriod(t *testing.T) {
	for sections, want := range map[string]string{testprofile.Calls("1:0 5"): "calls", testprofile.Calls("1:0 5") + testprofile.Samples("1:0 1"): "cpu"} {
		p := testprofile.Parse(t, "{"+testprofile.Methods("a")+sections+"}")
		for _, period := range []time.Duration{1, time.Millisecond} {
			prof := pprofOf(t, p, pprof.Options{Metrics: []convert.Metric{convert.Samples, convert.Calls}, Period: period})
			if prof.DefaultSampleType != want || prof.Period != int64(period) || !strings.Contains(strings.Join(prof.Comments, "\n"), "each taken for "+period.String()) {
				t.Errorf("%s, %v: %s, want %s; %q", sections, period, prof.DefaultSampleType, want, prof.Comments)
			}
		}
	}
}

// The value of one sample is the period, if values are not counts.
func TestPeriodOfOtherTools(t *testing.T) {
	for _, c := range []struct {
		unit        string
		per, period int64
	}{{"ms", 10, 10}, {"ms", 1, 1}, {"ms", 0, 0}, {"samples", 1, 0}} {
		var b iprof.Builder
		b.SetOrigin(iprof.Origin{Format: "stacks", Unit: c.unit, PerSample: c.per})
		b.AddMethod(iprof.Method{Name: "a.B.c", Declaring: iprof.NoType, Return: iprof.NoType})
		if err := b.AddCount(iprof.Samples, iprof.Count{Node: b.Stacks().Child(iprof.NoNode, 0, 0), Value: 20}); err != nil {
			t.Fatal(err)
		}
		if prof := pprofOf(t, b.Profile(), pprof.Options{}); prof.Period != c.period || (prof.PeriodType != nil && prof.PeriodType.Unit != "") != (c.period > 0) {
			t.Errorf("%+v: %d of %+v", c, prof.Period, prof.PeriodType)
		}
	}
}
