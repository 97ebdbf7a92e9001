package convert

import "github.com/iprof-viz/iprof-viz/iprof"

// NotEntered is the frame of a method that the profile has no context of, see [CalledFrames].
const NotEntered int32 = -9

// CalledFrames returns, by slot, the frame of each method as a projection of the contexts (nil: all) shows it when a call enters it: as
// in [Projection.Frame], as a compilation root or, if it is none, where it is first inlined; NotEntered without a context.
func CalledFrames(p *iprof.Profile, pr *Projection) []int32 {
	frames := make([]int32, p.MethodSlots())
	for slot := range frames {
		frames[slot] = NotEntered
	}
	for i, n := range p.Contexts.All() {
		slot := p.MethodSlot(n.Method)
		if n.Parent != iprof.NoNode && frames[slot] != NotEntered {
			continue
		}
		frames[slot] = int32(slot)
		if pr != nil {
			frames[slot] = pr.Frame[i]
		}
	}
	return frames
}
