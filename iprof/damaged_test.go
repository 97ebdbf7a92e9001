package iprof_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// The counts of all sections that look damaged are as many as the warning counts.
func TestDamaged(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("m")+
		testprofile.Calls("1:0 34303903801135")+testprofile.Samples("1:0 2190433328079", "1:4 7")+
		testprofile.Section("conditionalProfiles", []string{"1:1 10 0 34303903801135 20 1 5"})+
		testprofile.Section("virtualInvokeProfiles", []string{"1:1 0 34303903801135 1 2190433328079", "1:2 0 9"})+`}`)
	sum := int64(0)
	for section, want := range map[iprof.Section]int64{iprof.Calls: 1, iprof.Samples: 0, iprof.Conditionals: 1, iprof.Receivers: 2, iprof.InstanceOf: 0, iprof.Monitors: 0} {
		if got := p.Damaged(section); got != want {
			t.Errorf("%v: %d, want %d", section, got, want)
		}
		sum += want
	}
	for _, w := range p.Warnings {
		if w.Kind == iprof.WarnPackedCount && w.Count != sum {
			t.Errorf("%d counts have a warning, want %d", w.Count, sum)
		}
	}
}
