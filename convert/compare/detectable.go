package compare

import (
	"fmt"
	"math"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// detectionPower is the probability of finding a change of the size that [Runs.Detectable] returns.
const detectionPower = 0.8

// DetectableShares are the shares that notes and facts name the detectable changes of.
var DetectableShares = []float64{0.01, 0.1, 0.5}

// Detectable returns by how much a share has to rise to be found among a number of tests in 80% of all cases: the smallest d with
//
//	d ≥ z(1-α/2) √(m(1-m)(1/n₁+1/n₂)) + z(0.8) √(p(1-p)/n₁ + q(1-q)/n₂),  q = p + d,  m = (n₁p + n₂q)/(n₁+n₂)
//
// for a share p of n₁ old and n₂ new samples: the power of the two-proportion z-test (Fleiss, Levin and Paik, Statistical Methods for
// Rates and Proportions, 3rd edition, 2003, chapter 4). Its α is 5% divided by the number of tests, by which a single change is found
// regardless of all others, see [BeyondChance]. It is false if no rise is large enough, or there is no randomness.
func (r Runs) Detectable(share float64, tests int) (rise float64, ok bool) {
	if !r.Sampled || r.Exact() || !r.Comparable() {
		return 0, false
	}
	old, new := r.whole[OldSide]/float64(r.PerSample[OldSide]), r.whole[NewSide]/float64(r.PerSample[NewSide])
	quantile := func(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }
	significant, found := quantile(1-falseDiscoveries/float64(max(1, tests))/2), quantile(detectionPower)
	isFound := func(rise float64) bool {
		q := share + rise
		mean := (old*share + new*q) / (old + new)
		return rise >= significant*math.Sqrt(mean*(1-mean)*(1/old+1/new))+found*math.Sqrt(share*(1-share)/old+q*(1-q)/new)
	}
	low, high := 0.0, 1-share
	if !isFound(high) {
		return 0, false
	}
	for high-low > 1e-9 {
		if middle := (low + high) / 2; isFound(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high, true
}

// DetectableNote says how large changes have to be to be found among a number of tests; "" if every difference is a change.
func (r Runs) DetectableNote(tests int) string {
	if !r.Sampled || r.Exact() || !r.Comparable() {
		return ""
	}
	var parts []string
	for _, share := range DetectableShares {
		if rise, ok := r.Detectable(share, tests); ok {
			parts = append(parts, fmt.Sprintf("%.0f%% to %s", 100*share, words.Percent(share+rise)))
		}
	}
	if parts == nil {
		return "too few " + r.sampleNoun() + " to find any change reliably"
	}
	return "changes of this size are found in 80% of cases: a share of " + strings.Join(parts, ", ")
}
