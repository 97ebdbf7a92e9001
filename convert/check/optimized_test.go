package check

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestOptimized: many entries in methods that a log does not name, and images of which nearly nothing was run, are warnings.
func TestOptimized(t *testing.T) {
	names := convert.NewNames(testprofile.Parse(t, `{`+testprofile.Methods("f", "g", "h", "i", "j")+`}`), convert.NameOptions{})
	entered := func(slots ...int32) (list []optimized.Entered) {
		for _, s := range slots {
			list = append(list, optimized.Entered{Slot: s, Entries: 10})
		}
		return list
	}
	var few, many, unnamed optimized.Coverage
	few.Entries, few.Units, few.Idle = 1000, 100, 94
	few.Of[optimized.Compiled], few.Methods[optimized.Compiled] = 901, entered(0)
	few.Of[optimized.Absent], few.Methods[optimized.Absent] = 99, entered(1, 2, 3, 4)
	many.Entries, many.Units, many.Idle = 1000, 100, 95
	many.Of[optimized.Compiled], many.Methods[optimized.Compiled] = 900, entered(0)
	many.Of[optimized.Absent], many.Methods[optimized.Absent] = 100, entered(1)
	unnamed.Entries, unnamed.Units, unnamed.Idle = 10, 1, 1
	unnamed.Of[optimized.Unnamed], unnamed.Methods[optimized.Unnamed] = 10, entered(0)
	for _, tt := range []struct {
		name string
		of   optimized.Coverage
		want map[string]caveats.Severity
	}{
		{"nothing", optimized.Coverage{Units: 1, Idle: 1}, map[string]caveats.Severity{"no-entries": caveats.Caution}},
		{"few", few, map[string]caveats.Severity{"compiled": caveats.Note, "absent-from-log": caveats.Note, "untrained-units": caveats.Note}},
		{"many", many, map[string]caveats.Severity{"compiled": caveats.Note, "absent-from-log": caveats.Caution, "untrained-units": caveats.Caution}},
		{"unnamed", unnamed, map[string]caveats.Severity{"unnamed": caveats.Caution}},
	} {
		all := Optimized(&tt.of, names)
		if len(all) != len(tt.want) {
			t.Errorf("%s: %+v", tt.name, all)
		}
		for i, f := range all {
			if i > 0 && f.Severity == caveats.Caution && all[i-1].Severity == caveats.Note {
				t.Errorf("%s: %s comes after %s", tt.name, f.Kind, all[i-1].Kind)
			}
			if severity, ok := tt.want[f.Kind]; !ok || severity != f.Severity {
				t.Errorf("%s: %+v", tt.name, f)
			}
		}
	}
	if got, want := Optimized(&few, names)[1].Text, "4 methods with 9.9% of the entries are not in the log: most in "+names.Method(1)+" (1.0%), "+names.Method(2)+" (1.0%) and "+names.Method(3)+" (1.0%)"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
