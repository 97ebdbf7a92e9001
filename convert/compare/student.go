package compare

import "math"

// beyondT returns the probability that the absolute value of Student's t is at least t.
func beyondT(t, freedom float64) float64 {
	if freedom > 1e7 {
		return math.Erfc(t / math.Sqrt2)
	}
	return incompleteBeta(freedom/(freedom+t*t), freedom/2, 0.5)
}

// incompleteBeta returns the regularized incomplete beta function, by its continued fraction and the method of W. J. Lentz
// (1976).
func incompleteBeta(x, a, b float64) float64 {
	switch {
	case x <= 0:
		return 0
	case x >= 1:
		return 1
	case x > (a+1)/(a+b+2): // the fraction converges fast below
		return 1 - incompleteBeta(1-x, b, a)
	}
	const tiny, precision = 1e-300, 1e-12
	away := func(x float64) float64 {
		if math.Abs(x) < tiny {
			return tiny
		}
		return x
	}
	c, d := 1.0, 1/away(1-(a+b)*x/(a+1))
	fraction := d
	for m := 1.0; m < 1000; m++ {
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		d, c = 1/away(1+even*d), away(1+even/c)
		fraction *= d * c
		d, c = 1/away(1+odd*d), away(1+odd/c)
		fraction *= d * c
		if math.Abs(d*c-1) < precision {
			break
		}
	}
	ab, _ := math.Lgamma(a + b)
	la, _ := math.Lgamma(a)
	lb, _ := math.Lgamma(b)
	return math.Exp(ab-la-lb+a*math.Log(x)+b*math.Log1p(-x)) / a * fraction
}

// digamma returns the derivative of ln Γ at x > 0.
func digamma(x float64) float64 {
	below := 0.0
	for ; x < 8; x++ {
		below += 1 / x
	}
	s := 1 / (x * x)
	return math.Log(x) - 1/(2*x) - s*(1./12-s*(1./120-s/252)) - below
}

// trigamma returns the second derivative of ln Γ at x > 0.
func trigamma(x float64) float64 {
	below := 0.0
	for ; x < 8; x++ {
		below += 1 / (x * x)
	}
	s := 1 / (x * x)
	return 1/x + s/2 + s/x*(1./6-s*(1./30-s/42)) + below
}

// inverseTrigamma returns the x > 0 whose trigamma is the argument.
func inverseTrigamma(y float64) float64 {
	low, high := 1e-8, 1e16
	for high/low > 1+1e-9 {
		middle := math.Sqrt(low * high)
		if trigamma(middle) > y {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Sqrt(low * high)
}
