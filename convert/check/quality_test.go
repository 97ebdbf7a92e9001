package check_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
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
	f.LeftOut = 1
	if got := check.FlowText(f, names); !strings.Contains(got, "left out in 1 context,") {
		t.Error(got)
	}
}

// Criteria fail beyond their threshold, not at it; unknown is a failure, and without a threshold there is none.
func TestCriteria(t *testing.T) {
	names := convert.NewNames(testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"A"}],"methods":[{"id":1,"name":"f","signature":[0,0]},{"id":2,"name":"g","signature":[0,0]},{"id":3,"name":"h","signature":[0,0]}]}`), convert.NameOptions{})
	margin := &quality.Margin{Samples: 1000, Widest: 1, Enough: 0.1, Methods: []quality.MethodShare{{Slot: 0, Self: 500, Share: 0.5, Low: 0.47, High: 0.53}, {Slot: 1, Self: 200, Share: 0.25, Low: 0.1875, High: 0.3125}}}
	gap := func(slot int32, excess int64) quality.MethodGap {
		return quality.MethodGap{Slot: slot, FlowSum: quality.FlowSum{Equations: 1, Counts: 100, Excess: excess, Contradictory: 1}}
	}
	flow := &quality.Flow{FlowSum: quality.FlowSum{Equations: 4, Counts: 200, Excess: 20, Contradictory: 3}, Methods: []quality.MethodGap{gap(1, 12), gap(0, 5), gap(2, 3)}}
	tolerable := &quality.Flow{FlowSum: quality.FlowSum{Equations: 1, Counts: 200, Excess: 10, Contradictory: 1}} // 5%
	share := 0.4
	at := func(share float64) *check.Threshold { return &check.Threshold{Share: share, Flag: "--flag"} }
	exact, _ := flow.Gap()
	for _, c := range []struct {
		got  []caveats.Caveat
		want string
	}{
		{check.Margin(margin, names, nil, "why"), ""}, {check.Margin(margin, names, at(0.25), "why"), ""}, {check.Margin(margin, names, at(0.3), "why"), ""},
		{check.Margin(margin, names, at(0.24), "why"), "problem wide-margin 1000: the share of A.g, one of the hottest methods, is known to ±25%, more than 24% (--flag)"},
		{check.Margin(nil, names, at(0.24), "there are no samples"), "problem nothing-judged 0: the margin of error of the samples is unknown, which does not pass --flag: there are no samples"}, {check.Margin(nil, names, nil, "why"), ""},
		{check.Flow(&quality.Flow{}, names, nil, "why"), ""}, {check.Flow(tolerable, names, nil, "why"), ""}, {check.Flow(flow, names, at(exact), "why"), ""}, {check.Flow(flow, names, at(1), "why"), ""},
		{check.Flow(&quality.Flow{}, names, at(0.05), "there are no equations"), "problem nothing-judged 0: how much of the counts contradict each other is unknown, which does not pass --flag: there are no equations"},
		{check.Coverage(nil, nil, "why"), ""}, {check.Coverage(&share, nil, "why"), ""}, {check.Coverage(&share, at(0.4), "why"), ""}, {check.Coverage(&share, at(0.3), "why"), ""},
		{check.Coverage(&share, at(0.5), "why"), "problem low-coverage 0: 40.0% of the bytecode of the class path is in methods that ran, less than 50% (--flag)"},
		{check.Coverage(nil, at(0.5), "no classes"), "problem nothing-judged 0: the coverage is unknown, which does not pass --flag: no classes"},
	} {
		if got := words(c.got); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	below := check.Flow(flow, names, at(exact-0.001), "why")
	if len(below) != 1 || below[0].Severity != caveats.Problem || below[0].Kind != "flow-gap" || below[0].Count != 3 || !strings.Contains(below[0].Text, "the most in A.g: 12.0% of its own counts") {
		t.Errorf("%+v", below)
	}
	unasked := check.Flow(flow, names, nil, "why")
	if len(unasked) != 1 || unasked[0].Severity != caveats.Caution || unasked[0].Kind != "flow-gap" ||
		unasked[0].Text != "10.0% of the counts of the hottest methods contradict others: the most in A.g: 12.0% of its own counts" {
		t.Errorf("%+v", unasked)
	}
	hints := map[float64]string{0: "no number of samples has no error", 0.1: "", 0.2: ""}
	for enough, want := range hints {
		m := *margin
		m.Enough = enough
		times := m.Times()
		if want == "" {
			want = fmt.Sprintf("record a longer run: %.1f times as many samples would do", math.Ceil(10*times)/10)
			if times >= 10 {
				want = fmt.Sprintf("record a longer run: %.0f times as many samples would do", math.Ceil(times))
			}
		}
		if got := check.Margin(&m, names, at(0.1), "why"); len(got) != 1 || got[0].Hint != want {
			t.Errorf("enough %v, %v times: %+v, want %q", enough, times, got, want)
		}
	}
}

// Margins are in two digits, and how many more samples it takes is rounded up.
func TestMarginText(t *testing.T) {
	for _, c := range []struct {
		low, high, enough float64 // of a share of 20%
		methods           int
		want              string
	}{
		{0.19, 0.21, 0.25, 1, "1,000 samples: the share of the hottest method is 20.0%, ±5% of that (19.0–21.0%)"},
		{0.181, 0.219, 0.25, 1, "1,000 samples: the share of the hottest method is 20.0%, ±9.5% of that (18.1–21.9%)"},
		{0.18, 0.22, 0.25, 2, "1,000 samples: the least certain share of the 2 hottest methods is 20.0%, ±10% of that (18.0–22.0%)"},
		{0, 0.6, 0, 2, "1,000 samples: the least certain share of the 2 hottest methods is 20.0%, ±150% of that (0.0–60.0%)"},
		{0.18, 0.22, 0.01, 1, "1,000 samples: the share of the hottest method is 20.0%, ±10% of that (18.0–22.0%); 154 times as many would make it ±1%"}, // z²(1/p-1)/t² are 153,658 samples
	} {
		m := &quality.Margin{Samples: 1000, Enough: c.enough}
		for range c.methods {
			m.Methods = append(m.Methods, quality.MethodShare{Share: 0.2, Low: c.low, High: c.high})
		}
		if got := check.MarginText(m); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// The worst method is named, and its share is one of its own counts.
func TestFlowText(t *testing.T) {
	names := convert.NewNames(testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"A"}],"methods":[{"id":1,"name":"f","signature":[0,0]},{"id":2,"name":"g","signature":[0,0]}]}`), convert.NameOptions{})
	for n, want := range map[int]string{
		19: "1.6% of 1,900 counts contradict others (19 equations), the most in A.f: 20.0% of its own counts",
		1:  "20.0% of 100 counts contradict others (1 equation), the most in A.f: 20.0% of its own counts",
	} {
		f := &quality.Flow{}
		for i := range n {
			gap := quality.FlowSum{Equations: 1, Counts: 100, Excess: []int64{20, 10, 0}[min(i, 2)]}
			f.Equations, f.Counts, f.Excess = f.Equations+1, f.Counts+100, f.Excess+gap.Excess
			f.Methods = append(f.Methods, quality.MethodGap{Slot: int32(min(i, 1)), FlowSum: gap})
		}
		if got := check.FlowText(f, names); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
