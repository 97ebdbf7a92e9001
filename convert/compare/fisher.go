package compare

import "math"

// fisher returns the p-value of the difference between old and new events, if both runs have the same rate: the reference counts
// say how many chances each run had. It is R. A. Fisher's exact test, which holds for small counts and for runs of any length. It
// is two-sided: twice the smaller tail. All counts are rounded to integers.
func fisher(old, new, refOld, refNew float64) float64 {
	a, b := math.Round(old), math.Round(new)
	x, y := max(0, math.Round(refOld)), max(0, math.Round(refNew))
	switch side := a*y - b*x; {
	case side < 0:
		a, b, x, y = b, a, y, x
	case side == 0:
		return 1
	}
	return min(1, 2*atLeast(a, b, x, y))
}

// fisherOfRatio is like fisher, with a known ratio of the runs' chances: new ones per old one.
func fisherOfRatio(old, new, ratio float64) float64 {
	const certain = 1e6 // ratio of chances to events
	chances := certain * (old + new) * (1 + 1/ratio)
	return fisher(old, new, chances, chances*ratio)
}

// manyEvents is the variance above which a tail is approximated. The error is then below 0.1%, see TestTails.
const manyEvents = 1000

// atLeast returns the probability that a or more of the a+b events are in the first run, which has them at a higher rate than the
// second one, if each of the a+x and b+y chances of the runs is equally likely to be an event.
func atLeast(a, b, x, y float64) float64 {
	events, rest := a+b, x+y
	chances := events + rest
	if variance := events / chances * rest / chances * (a + x) / chances * (b + y); variance > manyEvents {
		return atLeastOfMany(a, b, x, y)
	}
	share := events / chances
	term := binomial(a, x, share) * binomial(b, y, share) / binomial(events, rest, share)
	sum := term
	for i := 0.0; term > sum*1e-12; i++ {
		term *= (x - i) / (a + i + 1) * (b - i) / (y + i + 1)
		sum += term
	}
	return min(1, sum)
}

// atLeastOfMany approximates atLeast by the double saddlepoint approximation of the conditional distribution (I. M. Skovgaard,
// 1987), with Daniels's continuity correction.
func atLeastOfMany(a, b, x, y float64) float64 {
	first, second, events, rest := a+x, b+y, a+b, x+y
	chances := first + second
	a, b, x, y = a-0.5, b+0.5, x+0.5, y-0.5
	if a/first <= b/second {
		return 0.5
	}
	deviance := excess(a, events*(first/chances)) + excess(x, rest*(first/chances)) +
		excess(b, events*(second/chances)) + excess(y, rest*(second/chances))
	r := math.Sqrt(2 * max(0, deviance))
	tail := math.Erfc(r/math.Sqrt2) / 2
	if r < 0.01 { // the correction is 0 there, and its terms grow without limit
		return tail
	}
	variance := a * (x / first) * (b * (y / second)) / (events * (rest / chances))
	u := 2 * math.Sinh(math.Log(a/b*(y/x))/2) * math.Sqrt(variance)
	return max(0, tail+math.Exp(-r*r/2)/math.Sqrt(2*math.Pi)*(1/u-1/r))
}

// binomial returns the probability of exactly k hits and n-k misses, given the probability of a hit. It keeps its precision
// for large counts (C. Loader, 2000).
func binomial(hits, misses, p float64) float64 {
	n := hits + misses
	switch {
	case hits == 0:
		return math.Exp(n * math.Log1p(-p))
	case misses == 0:
		return math.Exp(n * math.Log(p))
	}
	log := stirlingError(n) - stirlingError(hits) - stirlingError(misses) - excess(hits, n*p) - excess(misses, n*(1-p))
	return math.Exp(log) * math.Sqrt(n/(2*math.Pi*hits*misses))
}

// excess returns k ln(k/mean) + mean - k, for k above 0.
func excess(k, mean float64) float64 {
	e := (k - mean) / mean
	return mean * ((1+e)*math.Log1p(e) - e)
}

// stirlingError returns ln(n!) minus Stirling's formula for it.
func stirlingError(n float64) float64 {
	if n < 16 {
		factorial, _ := math.Lgamma(n + 1)
		return factorial - (n+0.5)*math.Log(n) + n - math.Log(2*math.Pi)/2
	}
	square := n * n
	return (1./12 - (1./360-(1./1260-1./1680/square)/square)/square) / n
}
