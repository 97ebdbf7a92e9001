package calls

import (
	"github.com/iprof-viz/iprof-viz/convert/code"
)

// calledBy returns how often a caller calls each of its targets by calls that stayed calls. Several sites with one callee may be known
// better together than each for itself: one of the copies of a finally block runs.
func (b *builder) calledBy(c *caller) map[*Callee]Count {
	sums, number := map[*Callee]Count{}, map[*Callee]int{}
	var sites map[*Callee][]int
	for i := range c.sites {
		s := &c.sites[i]
		for k := range s.Targets {
			t := &s.Targets[k]
			sums[t.Callee] = sums[t.Callee].Plus(t.Stayed)
			number[t.Callee]++
			if !c.hasCode {
				continue
			}
			if x := c.facts[i]; x != nil && x.only == t.Callee && x.kind != Virtual && x.kind != Interface && len(s.Targets) == 1 && !s.Contradicts {
				if sites == nil {
					sites = map[*Callee][]int{}
				}
				sites[t.Callee] = append(sites[t.Callee], i)
			}
		}
	}
	for callee, of := range sites {
		if sum := sums[callee]; len(of) > 1 && !sum.Fixed() {
			sums[callee] = b.together(c, callee, of, number[callee], sum)
			if sum.Range != sums[callee].Range {
				b.joint[callsOf{c.slot, callee}] = jointCount{sums[callee], number[callee], sum.Low}
			}
		}
	}
	return sums
}

// together narrows how often a caller calls a callee from a number of sites, given those that call nothing else.
func (b *builder) together(c *caller, callee *Callee, of []int, sites int, sum Count) Count {
	entered := b.entered(c)
	body := b.bodyOf(c.slot)
	if entered.High == code.Unlimited || body == nil {
		return sum
	}
	inlined := int64(0)
	for _, i := range of {
		t := c.sites[i].target(callee)
		inlined = code.AddBounds(inlined, t.Inlined)
		if t.Uncounted {
			return sum
		}
	}
	passes, ok := b.passes[callsOf{c.slot, callee}]
	if !ok {
		var bcis []int
		for _, i := range of {
			bcis = append(bcis, int(c.sites[i].BCI))
		}
		always, once := code.Passes(body, bcis)
		passes = [2]bool{always, once}
		b.passes[callsOf{c.slot, callee}] = passes
	}
	always, once := passes[0], passes[1]
	calls := max(0, entered.High-inlined)
	if always {
		sum.Low = min(max(sum.Low, calls), sum.High)
	}
	if once && sites == len(of) {
		sum.High = max(min(sum.High, calls), sum.Low)
	}
	return sum
}
