package inlining

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// head returns the head of trees, which are of the units of the optimized image if there is one.
func (b *builder) head(view convert.View, image *optimized.Units, lines *sourceline.Lines) Head {
	p := b.profile
	h := Head{Profile: p, Names: b.names, View: view, Total: p.Total(iprof.Calls), Lines: lines, Notes: []string{convert.InstrumentedInliningNote}}
	if image != nil {
		b.image, b.most = image, image.Most(b.caller)
		h.Optimized, h.Total, h.Notes = true, image.Image.Entries, slices.Clone(image.Notes)
	}
	if b.projection != nil {
		h.Tally = b.projection.Tally(convert.Calls.Records(p))
	}
	return h
}

// isCertain reports whether the entries of a node are a count.
func (b *builder) isCertain(node int32) bool { return b.image == nil || b.image.Entries[node].Fixed() }

// mostOf returns Instance.Most of an instance that may stand for several nodes.
func (b *builder) mostOf(n *Instance) int64 {
	if b.image != nil || !n.Known {
		return code.Unlimited
	}
	return n.Entries
}

// IsCertain reports whether the entries are a count, not a range.
func (n *Instance) IsCertain() bool { return n.Known && n.Most == n.Entries }

// attachCallsOf gives the instances of units the calls that the log has left there. Rare ones are left out like instances.
func (b *builder) attachCallsOf(image *optimized.Units, in *Trees, opts Options) {
	frames := convert.CalledFrames(b.profile, b.projection)
	number := 0
	for u := range in.Units {
		minimum := opts.MinShare * float64(in.Units[u].Inclusive)
		for i := range in.Units[u].Instances {
			n := &in.Units[u].Instances[i]
			node := b.drawn[number].node
			number++
			if n.Slot < 0 {
				continue
			}
			for i := range image.Calls[node] {
				c := &image.Calls[node][i]
				leaving := c.Leaving(n.Slot, frames)
				switch {
				case leaving.Frame == convert.NoFrame:
				case opts.Depth > 0 && int(n.Depth) >= opts.Depth, opts.MinShare > 0 && float64(c.Known()) < minimum:
					n.PrunedCalls++
				default:
					n.Calls = append(n.Calls, leaving)
				}
			}
			slices.SortStableFunc(n.Calls, func(x, y calls.LeavingCall) int {
				return cmp.Compare(y.Target.Stayed.Figure(), x.Target.Stayed.Figure())
			})
		}
	}
}
