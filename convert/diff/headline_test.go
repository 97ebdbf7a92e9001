package diff

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// The headline compares all samples, and the lengths of the runs by what most methods did. Intervals are exp(±1.96 √(1/old + 1/new)) around
// the ratio: for 1,000 and 600 samples 1.107, from 54.2% to 66.4%.
func TestHeadline(t *testing.T) {
	run := func(samples, calls int, more ...string) *iprof.Profile {
		text := "{" + testprofile.Methods("a", "b", "c")
		if samples > 0 {
			text += testprofile.Samples(fmt.Sprintf("1:0 %d", samples))
		}
		if calls > 0 {
			text += testprofile.Calls(append([]string{fmt.Sprintf("1:0 %d", calls), fmt.Sprintf("2:0 %d", calls/2)}, more...)...)
		}
		return testprofile.Parse(t, text+"}")
	}
	const atTheSameRate = " Samples are time only if both runs were sampled equally often, which profiles do not record."
	for _, c := range []struct {
		name          string
		old, new      *iprof.Profile
		amount, work  string
		faster, about string
	}{
		{"less time for the same", run(1000, 2000), run(600, 2000), "40.0% fewer samples", "for as many calls",
			"faster if sampled equally often", "1,000 → 600 samples, 95%: 33.6% to 45.8% fewer; 3,000 → 3,000 method entries." + atTheSameRate},
		{"a new method beside the same", run(1000, 2000), run(600, 2000, "3:0 300"), "40.0% fewer samples", "for as many calls of most methods", "faster if sampled equally often", "1,000 → 600 samples, 95%: 33.6% to 45.8% fewer; 3,000 → 3,300 method entries." + atTheSameRate},
		{"half of the work", run(1000, 2000), run(600, 1000), "40.0% fewer samples", "for 50.0% fewer calls: 20.0% more per call", "slower per call if sampled equally often", "1,000 → 600 samples, 95%: 33.6% to 45.8% fewer; 3,000 → 1,500 method entries." + atTheSameRate},
		{"as much per call", run(1000, 2000), run(3000, 6000), "3 times as many samples", "for 3 times as many calls: as many per call", "as fast per call if sampled equally often", "1,000 → 3,000 samples, 95%: 2.79 times as many to 3.22 times as many; 3,000 → 9,000 method entries." + atTheSameRate},
		{"chance", run(1000, 2000), run(1010, 2000), "about as many samples", "for as many calls", "as fast if sampled equally often", "1,000 → 1,010 samples, 95%: 7.5% fewer to 10.2% more; 3,000 → 3,000 method entries." + atTheSameRate},
		{"the same", run(1000, 2000), run(1000, 2000), "as many samples", "for as many calls", "as fast if sampled equally often", "1,000 → 1,000 samples, 95%: 8.4% fewer to 9.2% more; 3,000 → 3,000 method entries." + atTheSameRate},
		{"no entries", run(1000, 0), run(600, 2000), "40.0% fewer samples", "", "faster, shorter or sampled less often", "1,000 → 600 samples, 95%: 33.6% to 45.8% fewer. Method entries are not compared, so one run may just have been shorter." + atTheSameRate},
		{"no entries, and more samples", run(600, 0), run(1000, 2000), "66.7% more samples", "", "slower, longer or sampled more often", "600 → 1,000 samples, 95%: 50.6% to 84.4% more. Method entries are not compared, so one run may just have been shorter." + atTheSameRate},
		{"no samples", run(0, 2000), run(600, 3000), "50.0% more method entries", "", "counts do not say which run was faster", "3,000 → 4,500 method entries. Entries are not time."},
	} {
		h := diff(c.old, c.new, Options{}).Headline()
		if h == nil || h.Amount != c.amount || h.Work != c.work || h.Faster != c.faster || h.About != c.about {
			t.Errorf("%s: %+v", c.name, h)
		}
	}
	if h := diff(run(0, 2000), run(600, 0), Options{}).Headline(); h != nil {
		t.Errorf("nothing in common: %+v", h)
	}
	// Ratios of values that are no samples have no interval.
	old, new := run(1000, 2000), run(600, 2000)
	d := diff(old, new, Options{})
	for _, d.runs[0].PerSample = range [][2]int64{{}, {1, 0}, {0, 1}} {
		if h := d.Headline(); h.Amount != "40.0% fewer samples" || !strings.HasPrefix(h.About, "1,000 → 600 samples; 3,000") {
			t.Errorf("without an interval: %+v", h)
		}
	}
	// Methods with nothing in common: nobody knows how long the runs were.
	other := testprofile.Parse(t, strings.ReplaceAll("{"+testprofile.Methods("x", "y")+testprofile.Samples("1:0 600")+testprofile.Calls("1:0 7", "2:0 9")+"}", `"T"`, `"U"`))
	if h := diff(run(1000, 2000), other, Options{}).Headline(); h.Work != "" || !h.Others || h.Amount != "probably different programs" ||
		h.About != "Overlap: samples 0.0%, calls 0.0%. Differences are not changes of one program. 1,000 → 600 samples, 95%: 33.6% to 45.8% fewer; 3,000 → 16 method entries. The runs have too little in common to say whether they did the same work."+atTheSameRate {
		t.Errorf("other programs: %+v", h)
	}
}
