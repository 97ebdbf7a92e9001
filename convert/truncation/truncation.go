// Package truncation recognizes stacks that a recorder has cut.
package truncation

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Truncation describes how a recorder cut sampled stacks: of a stack deeper than its limit it keeps the innermost frames.
type Truncation struct {
	Depth        int     // frames that it keeps; 0: no stacks were cut
	Stacks, Deep int64   // different stacks, and those of them that have so many frames
	Outermost    int64   // outermost methods of deep stacks that others call elsewhere
	DeepShare    float64 // of the samples: those of deep stacks

	// Recorded means that the recorder marks truncated stacks: Stacks, Deep and Outermost are unknown then.
	Recorded bool
	Samples  int64 // of marked stacks, in the unit of the profile
}

// Fewer stacks that look as if they were cut may be so by chance, or do not matter.
const (
	minCutStacks  = 10
	minCutMethods = 2
	minCutPart    = 0.25 // of the deepest stacks: the method of a thread's entry may be recursive, and outermost in shorter ones, too
	minCutSamples = 0.01 // of all samples
	minCutRise    = 2    // the deepest stacks or their samples, as a multiple of those with one frame less: they stand for all deeper ones
)

// Of recognizes truncated stacks, which only few recorders mark. Many have the same number of frames, and none has more. They
// begin anywhere in the program, so their outermost methods are many, others call them elsewhere, and no shorter stack begins with
// them. A stack that is complete begins with the entry of a thread, which nothing calls, or which shorter stacks begin with as well.
func Of(p *iprof.Profile) Truncation {
	if recorded := p.Origin().Truncated; recorded != nil {
		if recorded.Samples == 0 {
			return Truncation{}
		}
		return marked(p, recorded.Frames, recorded.Samples)
	}
	t := p.Stacks
	depth := make([]int32, t.Len())
	for i, n := range t.All() {
		depth[i] = 1
		if n.Parent != iprof.NoNode {
			depth[i] = depth[n.Parent] + 1
		}
	}
	if frames, samples := markedByFrame(p, depth); samples > 0 {
		return marked(p, frames, samples)
	}
	found, seen := Truncation{}, make([]bool, t.Len())
	if !found.countDeepest(p, depth, seen) {
		return Truncation{}
	}
	outermost := make([]int32, t.Len())
	called := make([]bool, p.MethodSlots())
	for i, n := range t.All() {
		slot := int32(p.MethodSlot(n.Method))
		outermost[i] = slot
		if n.Parent != iprof.NoNode {
			outermost[i] = outermost[n.Parent]
			called[slot] = called[slot] || t.Node(n.Parent).Method != n.Method
		}
	}
	begins := make([]bool, p.MethodSlots()) // shorter stacks
	for node, is := range seen {
		if is {
			begins[outermost[node]] = begins[outermost[node]] || int(depth[node]) < found.Depth
			found.Stacks++
		}
	}
	cut := 0
	counted := make([]bool, p.MethodSlots())
	for node, is := range seen {
		if of := outermost[node]; is && int(depth[node]) == found.Depth && called[of] && !begins[of] {
			cut++
			if !counted[of] {
				counted[of] = true
				found.Outermost++
			}
		}
	}
	if cut < minCutStacks || found.Outermost < minCutMethods || float64(cut) < minCutPart*float64(found.Deep) {
		return Truncation{}
	}
	return found
}

// countDeepest sets Depth, Deep and DeepShare, given the number of frames of stacks, by node, and marks the nodes of stacks in seen. It
// returns false if there are too few of the deepest stacks to look as if they were cut, as in most profiles.
func (t *Truncation) countDeepest(p *iprof.Profile, depth []int32, seen []bool) bool {
	deepest := int32(0)
	for node := range convert.Samples.Nodes(p) {
		deepest = max(deepest, depth[node])
	}
	var stacks, samples [2]int64 // of the deepest stacks, and of those with one frame less
	all := int64(0)
	for node, value := range convert.Samples.Records(p) {
		all += value
		if less := deepest - depth[node]; less < 2 {
			samples[less] += value
			if !seen[node] {
				stacks[less]++
			}
		}
		seen[node] = true
	}
	t.Depth, t.Deep, t.DeepShare = int(deepest), stacks[0], float64(samples[0])/float64(max(all, 1))
	rises := stacks[0] >= minCutRise*stacks[1] || samples[0] >= minCutRise*samples[1]
	return rises && t.Deep >= minCutStacks && t.DeepShare >= minCutSamples
}

// marked returns the truncation that the recorder marks at stacks of so many samples, of at most so many frames.
func marked(p *iprof.Profile, frames int, samples int64) Truncation {
	return Truncation{Depth: frames, DeepShare: float64(samples) / float64(max(p.Total(iprof.Samples), 1)), Recorded: true, Samples: samples}
}

// markedByFrame returns the samples of stacks with an outermost frame that says that callers are missing, and the maximum of their frames
// without it. It is given the number of frames of stacks, by node.
func markedByFrame(p *iprof.Profile, depth []int32) (frames int, samples int64) {
	if p.Origin().IsIprof() {
		return 0, 0
	}
	truncated := iprof.MethodID(-1)
	for _, m := range p.Methods.All() {
		if m.Name == convert.TruncatedFrame {
			truncated = m.ID
		}
	}
	if truncated < 0 {
		return 0, 0
	}
	below := make([]bool, p.Stacks.Len()) // by node
	for i, n := range p.Stacks.All() {
		below[i] = n.Parent == iprof.NoNode && n.Method == truncated || n.Parent != iprof.NoNode && below[n.Parent]
	}
	for node, value := range convert.Samples.Records(p) {
		if below[node] {
			frames, samples = max(frames, int(depth[node])-1), samples+value
		}
	}
	return frames, samples
}

// Notes returns a note on what the totals of methods lack; nil if no stacks were cut.
func (t Truncation) Notes() []string {
	if t.Depth == 0 {
		return nil
	}
	return []string{fmt.Sprintf("stacks are truncated at %d frames: totals of outer methods lack up to %s of the samples", t.Depth, words.Percent(t.DeepShare))}
}
