package diff

import (
	"fmt"
	"math"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A Headline says how much two runs differ as a whole: first of all in samples, and whether for the same work.
type Headline struct {
	Amount string // 35.1% fewer samples
	Work   string // for as many calls, or where both profiles have a count; "": unknown
	Faster string // whether the new run was faster, and on which condition, or why profiles do not say; "": Others
	About  string // the totals, and why not to take it at face value; sentences

	// Others: the profiles are probably of different programs, so that Amount says so rather than how much they differ.
	Others bool
}

// Headline returns the headline of a difference; nil: the profiles have neither samples nor calls in common.
func (d *Difference) Headline() *Headline {
	h := d.headline()
	if d.others == "" {
		return h
	}
	about := "Overlap: " + d.others + ". Differences are not changes of one program."
	if h != nil {
		about += " " + h.About
	}
	return &Headline{Amount: "probably different programs", About: about, Others: true}
}

func (d *Difference) headline() *Headline {
	const entriesAreNotTime = "counts do not say which run was faster"
	samples, whole := d.runs[0], d.runs[1]
	calls, apart := d.apart.LeftBy(whole), d.apart.Caveat()
	var h Headline
	var about []string
	switch {
	case samples != nil && samples.Comparable():
		unit := d.Table(Samples.String()).Unit
		ratio := samples.New / samples.Old
		low, high := ratioInterval(*samples)
		h.Amount, h.Faster = amountWords(ratio, low, high, unit), h.ofAnyLength(low, high)
		totals := arrow(*samples, unit)
		if low < high {
			totals += ", 95%: " + intervalWords(low, high)
		}
		about = append(about, totals)
		if calls != nil && calls.Comparable() {
			if h.Work = workWords(*calls, ratio, low, high); h.Work != "" {
				h.Faster = h.perCall(*calls, low, high)
			}
			about = append(about, arrow(*calls, "method entries"))
		}
		doubts := []string{}
		if apart != "" {
			doubts = append(doubts, apart)
		}
		switch {
		case whole == nil || !whole.Comparable(): // other sections were chosen, or not both profiles have entries
			doubts = append(doubts, "Method entries are not compared, so one run may just have been shorter")
		case !calls.Comparable():
			doubts = append(doubts, "So one run may just have been shorter")
		case !calls.Typical:
			doubts = append(doubts, "The runs have too little in common to say whether they did the same work")
		}
		if unit != "samples" { // allocations, for example
			h.Faster = ""
		} else {
			doubts = append(doubts, "Samples are time only if both runs were sampled equally often, which profiles do not record")
		}
		h.About = strings.Join(append([]string{strings.Join(about, "; ")}, doubts...), ". ") + "."
	case calls != nil && calls.Comparable():
		ratio := calls.New / calls.Old
		h.Amount, h.Faster = amountWords(ratio, ratio, ratio, "method entries"), entriesAreNotTime
		h.About = arrow(*calls, "method entries") + "."
		if apart != "" {
			h.Work = "where both profiles have a count"
			h.About += " " + apart + "."
		}
		h.About += " Entries are not time."
	case whole != nil && whole.Comparable():
		h.Amount, h.Faster, h.About = "method entries are not comparable", entriesAreNotTime, apart+". Entries are not time."
	default:
		return nil
	}
	return &h
}

// ofAnyLength explains the interval of the ratio of samples if nobody knows whether the runs did the same work.
func (*Headline) ofAnyLength(low, high float64) string {
	switch {
	case high < 1:
		return "faster, shorter or sampled less often"
	case low > 1:
		return "slower, longer or sampled more often"
	}
	return "as fast if as long and sampled as often"
}

// perCall says whether a run was faster for its calls, given the interval of the ratio of samples.
func (*Headline) perCall(calls compare.Runs, low, high float64) string {
	text := "as fast"
	switch {
	case high < calls.Ratio:
		text = "faster"
	case low > calls.Ratio:
		text = "slower"
	}
	if !calls.IsSameLength() {
		text += " per call"
	}
	return text + " if sampled equally often"
}

// arrow returns 778 → 505 samples.
func arrow(r compare.Runs, unit string) string {
	return fmt.Sprintf("%s → %s", words.Thousands(int64(r.Old)), words.CountOf(int64(r.New), unit))
}

// ratioInterval returns the 95% interval of the ratio of two numbers of samples, which are random and independent; both ends are the ratio
// itself if values are not known to be samples.
func ratioInterval(r compare.Runs) (low, high float64) {
	ratio, perOld, perNew := r.New/r.Old, float64(r.PerSample[compare.OldSide]), float64(r.PerSample[compare.NewSide])
	if perOld == 0 || perNew == 0 {
		return ratio, ratio
	}
	const z = 1.96
	width := math.Exp(z * math.Sqrt(perOld/r.Old+perNew/r.New))
	return ratio / width, ratio * width
}

// workWords says for how many calls a run has its samples, given the ratio of these and its interval.
func workWords(calls compare.Runs, ratio, low, high float64) string {
	switch length := calls.Ratio; {
	case !calls.Typical:
		return ""
	case calls.IsSameLength() && !(compare.Runs{Ratio: calls.New / calls.Old, Typical: true}).IsSameLength():
		return "for as many calls of most methods"
	case calls.IsSameLength():
		return "for as many calls"
	default:
		return fmt.Sprintf("for %s: %s per call", amountWords(length, length, length, "calls"), amountWords(ratio/length, low/length, high/length, ""))
	}
}

// amountWords returns 35.1% fewer samples, given the ratio of two numbers and its interval.
func amountWords(ratio, low, high float64, unit string) string {
	text := factorWords(ratio)
	if low < 1 && high > 1 && ratio != 1 {
		text = "about as many"
	}
	return strings.TrimSpace(text + " " + unit)
}

// intervalWords returns 27.3% to 42.1% fewer, or 3.1% fewer to 4.0% more.
func intervalWords(low, high float64) string {
	switch {
	case high <= 1:
		return percentText(1-high) + " to " + factorWords(low)
	case low >= 1 && high < 2:
		return percentText(low-1) + " to " + factorWords(high)
	}
	return factorWords(low) + " to " + factorWords(high)
}
