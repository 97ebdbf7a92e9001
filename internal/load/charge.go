package load

import (
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/work"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Charge fails if that many of a unit are more than files of this size may have, see [work.Budget].
func Charge(all []*Loaded, maxInput int64, u work.Unit, n int64) error {
	of := all[len(all)-1].Origin
	for _, l := range all[:len(all)-1] {
		of.Size += l.Size
	}
	return charge(of, maxInput, u, n)
}

// ChargeProfile fails if the bytes of a file stand for many more parts of a profile than those of real files do.
func ChargeProfile(of Origin, maxInput int64, p *iprof.Profile) error {
	if err := charge(of, maxInput, work.Methods, int64(p.MethodSlots())); err != nil {
		return err
	}
	if err := charge(of, maxInput, work.Names, namesOf(p)); err != nil {
		return err
	}
	return charge(of, maxInput, work.Values, p.Values())
}

// namesOf returns the bytes of the names of classes, once for each of their methods, as they are compared and written; 0 if they are
// few, which is seldom worth an exact count.
func namesOf(p *iprof.Profile) int64 {
	lengths, longest := make([]int64, p.TypeSlots()), int64(0)
	for slot := range lengths {
		t, _ := p.TypeAt(slot)
		lengths[slot] = int64(len(t.Name))
		longest = max(longest, lengths[slot])
	}
	if longest*int64(p.MethodSlots()) <= 16<<20 {
		return 0
	}
	names := int64(0)
	for _, of := range background.Gather(p.MethodSlots(), 10_000, func(from, to int) (names int64) {
		for slot := from; slot < to; slot++ {
			class, _ := p.DeclaringAt(slot)
			if at, ok := p.FindTypeSlot(class); ok {
				names += lengths[at]
			}
		}
		return names
	}) {
		names += of
	}
	return names
}

func charge(of Origin, maxInput int64, u work.Unit, n int64) error {
	allowed := work.New(maxInput)
	allowed.Grow(of.Size)
	if err := allowed.Charge(u, n); err != nil {
		return &cli.Failure{Status: cli.StatusLimit, File: of.Name, Err: err, Hint: noLimitHint}
	}
	return nil
}

// noLimitHint names the only limit that is enough in any case: a file that is too large in one way may be so in another.
const noLimitHint = "--max-input 0 sets no limit"
