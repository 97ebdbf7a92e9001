package quality

import (
	"cmp"
	"math"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/firstrows"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// HotMethods is the number of methods that a [Margin] is about.
const HotMethods = 10

// GoodMargin is the margin of error for which a [Margin] says how many samples it takes, unless a threshold is given: shares that differ
// by a factor of 5/3 have intervals that do not overlap.
const GoodMargin = 0.25

// A Margin says how precisely samples tell the shares of the hottest methods, by self samples.
type Margin struct {
	Samples int64
	Methods []MethodShare // at most HotMethods, hottest first

	Widest int // index in Methods: the largest relative error

	Enough float64 // the relative error that Times is about
}

// A MethodShare is the share of a method in the self samples, with its 95% interval ([convert.WilsonInterval]).
type MethodShare struct {
	Slot      int32
	Self      int64
	Share     float64 // of all samples, from 0 to 1
	Low, High float64
}

// Relative returns half the width of the interval in units of the share: 0.25 is ±25% of it.
func (m MethodShare) Relative() float64 { return (m.High - m.Low) / 2 / m.Share }

// NewMargin returns the margin of a profile's samples, and how many it takes for one that is enough, such as GoodMargin. It returns nil
// if the profile has no samples, or if their counts are damaged.
func NewMargin(p *iprof.Profile, enough float64) *Margin {
	per := convert.Samples.PerSample(p)
	if p.Damaged(iprof.Samples) > 0 || per <= 0 {
		return nil
	}
	self := make([]int64, p.MethodSlots())
	m := &Margin{Enough: enough}
	for node, n := range convert.Samples.Records(p) {
		self[p.MethodSlot(p.Stacks.Node(node).Method)] += n / per
		m.Samples += n / per
	}
	if m.Samples <= 0 {
		return nil
	}
	all := make([]MethodShare, 0, len(self))
	for slot, n := range self {
		if n > 0 {
			all = append(all, MethodShare{Slot: int32(slot), Self: n})
		}
	}
	m.Methods = slices.Clone(firstrows.Sort(all, HotMethods, func(a, b MethodShare) int { // lets go of the others
		return cmp.Or(cmp.Compare(b.Self, a.Self), cmp.Compare(a.Slot, b.Slot))
	}))
	for i := range m.Methods {
		x := &m.Methods[i]
		x.Share = float64(x.Self) / float64(m.Samples)
		x.Low, x.High = convert.WilsonInterval(x.Self, m.Samples)
		if x.Relative() > m.Methods[m.Widest].Relative() {
			m.Widest = i
		}
	}
	return m
}

// Relative returns the largest relative error of the methods.
func (m *Margin) Relative() float64 { return m.Methods[m.Widest].Relative() }

// Times returns how many times as many samples it takes until no method has a larger relative error than Enough, if their shares stay
// the same; at most 1 if there are enough already. It is infinite if Enough is 0.
func (m *Margin) Times() float64 {
	times := 0.0
	for _, x := range m.Methods {
		times = max(times, samplesFor(x.Share, m.Enough)/float64(m.Samples))
	}
	return times
}

// samplesFor returns the number of samples at which the interval of a share is as wide as a relative error says. For n samples, z the
// quantile, and a = z²/n, half of Wilson's interval is √(a(p(1-p) + a/4)) / (1+a); for this to be t, a is the root of
// (1/4-t²)a² + (p(1-p)-2t²)a - t² = 0.
func samplesFor(share, relative float64) float64 {
	t := share * relative
	if t <= 0 {
		return math.Inf(1)
	}
	square, linear := 0.25-t*t, share*(1-share)-2*t*t
	if square <= 0 { // no interval is wider
		return 0
	}
	a := 2 * t * t / (linear + math.Sqrt(linear*linear+4*square*t*t)) // the positive one, without cancellation
	return zz / a
}

// zz is the square of the 97.5% quantile of the normal distribution, as in [convert.WilsonInterval].
const zz = 1.959963984540054 * 1.959963984540054
