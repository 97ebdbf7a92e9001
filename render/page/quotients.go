package page

import "math"

// A quotient says which number of an object is divided by which.
type quotient struct {
	dividend int // a field of the same object
	where    int // sameObject and so on
	divisor  int // a field there
}

// quotients writes a column as quotients of numbers that are known already, if they are, up to a few. Shares and frequencies are:
// their digits would take more bytes than all else in a table.
func (p *packer) quotients(c *jsonColumn, at packPlace) bool {
	s, values := at.scope, c.aligned()
	best, others := quotient{}, []int(nil)
	try := func(q quotient, divide func(object int) float64) {
		dividends := s.values(q.dividend)
		most := len(c.numbers)/16 + 1
		if others != nil {
			most = len(others)
		}
		wrong := []int{}
		for i, x := range values {
			if math.IsNaN(x) {
				continue
			}
			if !isQuotient(x, dividends[i], divide(i)) {
				if wrong = append(wrong, i); len(wrong) >= most {
					return
				}
			}
		}
		best, others = q, wrong
	}
	for dividend := range s.of.fields {
		if s.values(dividend) == nil {
			continue
		}
		for where := range divisors {
			in := s.scopeOf(where, p.root)
			if in == nil {
				continue
			}
			for divisor := range in.of.fields {
				if of := in.values(divisor); of != nil {
					try(quotient{dividend, where, divisor}, func(object int) float64 { return s.divisorOf(where, of, object) })
				}
			}
		}
	}
	if others == nil {
		return false
	}
	p.WriteByte(quotients)
	p.Number(uint64(best.dividend))
	p.WriteByte(byte(best.where))
	p.Number(uint64(best.divisor))
	places, exceptions := make([]float64, len(others)), make([]float64, len(others))
	for i, object := range others {
		places[i], exceptions[i] = float64(object), values[object]
	}
	p.Number(uint64(len(others)))
	p.wholeNumbers(places)
	p.fractions(exceptions)
	return true
}

// isQuotient reports whether a number is a quotient, up to the rounding of floating point.
func isQuotient(x, dividend, divisor float64) bool {
	if divisor == 0 {
		return x == 0 && dividend == 0
	}
	return math.Abs(x-dividend/divisor) <= 1e-14*math.Abs(x)
}

// parentKey is the key of the index of another object in the same array.
const parentKey = "parent"

// scopeOf returns where divisors are; nil: nowhere.
func (s *packScope) scopeOf(where int, root *packScope) *packScope {
	switch where {
	case outerObject:
		return s.outer
	case rootObject:
		return root
	case parentObject:
		if field, ok := s.of.byKey[parentKey]; !ok || s.outer == nil || s.values(field) == nil {
			return nil
		}
	}
	return s
}

// divisorOf returns a number out of a column of divisors for an object; NaN: there is none.
func (s *packScope) divisorOf(where int, divisors []float64, object int) float64 {
	switch where {
	case outerObject:
		return divisors[s.owner[object]]
	case rootObject:
		return divisors[0]
	case parentObject:
		at := float64(s.first[object]) + s.values(s.of.byKey[parentKey])[object]
		if !(at >= 0 && at < float64(len(divisors)) && isWhole(at)) {
			return math.NaN()
		}
		return divisors[int(at)]
	}
	return divisors[object]
}
