package stacks

// A Run is a chain of frames that CollapseRuns merged into one frame.
type Run struct {
	First, Last string // labels of the frames at its two ends, the caller's first
	Frames      int
}

// minRun is the minimum number of frames that CollapseRuns merges.
const minRun = 3

// CollapseRuns merges each chain of frames with nearly the same value into one frame; Tree.Runs holds these. Each frame of a chain,
// and in a comparison its value in the base as well, has at least 98% of the frame above the chain. That frame, and the last one
// with so much, are not part of the chain: all → main → a → b → work becomes all → main … b → work. Everything else that the chain
// calls is called by the merged frame. Totals are unchanged, self values add up.
func (t *Tree) CollapseRuns() *Tree {
	head := t.chains()
	r := *t
	r.Nodes, r.Roles, r.Frames = nil, nil, t.Frames[:len(t.Frames):len(t.Frames)]
	if t.Base != nil {
		base := *t.Base
		base.Values, base.Changed, base.SelfChanged, base.TotalChanged = nil, nil, nil, nil
		base.Unknown, base.UnknownMethods = nil, [2][]bool{}
		r.Base = &base
	}
	runs := map[int32]Run{}
	r.Runs = runs
	became := make([]int32, len(t.Nodes))
	for i := range t.Nodes {
		n := t.Nodes[i]
		if h := head[i]; h != 0 && h != int32(i) {
			to := became[h]
			became[i] = to
			r.Nodes[to].Self += n.Self
			if t.Roles != nil {
				r.Roles[to] |= t.Roles[i]
			}
			if t.Base != nil {
				r.Base.Values[to].Self += t.Base.Values[i].Self
			}
			frame := r.Nodes[to].Frame
			run := runs[frame]
			run.Frames++
			run.Last = t.Frames[n.Frame].Label()
			runs[frame] = run
			r.Frames[frame].Name = run.First + " … " + run.Last
			continue
		}
		if i > 0 {
			n.Parent = became[n.Parent]
		}
		if head[i] == int32(i) && i > 0 {
			first := t.Frames[n.Frame].Label()
			n.Frame = int32(len(r.Frames))
			r.Frames = append(r.Frames, Frame{Name: first})
			runs[n.Frame] = Run{First: first, Last: first, Frames: 1}
		}
		became[i] = int32(len(r.Nodes))
		r.Nodes = append(r.Nodes, n)
		if t.Roles != nil {
			r.Roles = append(r.Roles, t.Roles[i])
		}
		if t.Base != nil {
			r.Base.Values = append(r.Base.Values, t.Base.Values[i])
			if t.Base.Changed != nil {
				r.Base.Changed = append(r.Base.Changed, t.Base.Changed[i])
			}
			if t.Base.Unknown != nil {
				r.Base.Unknown = append(r.Base.Unknown, t.Base.Unknown[i])
			}
		}
	}
	return &r
}

// chains returns, by node, the first node of its chain, or 0.
func (t *Tree) chains() []int32 {
	// By node: the callee with the largest value, 0 for none.
	heaviest := make([]int32, len(t.Nodes))
	for i := 1; i < len(t.Nodes); i++ {
		p := t.Nodes[i].Parent
		if h := heaviest[p]; h == 0 || t.Nodes[i].Total > t.Nodes[h].Total {
			heaviest[p] = int32(i)
		}
	}
	nearly := func(i, of int32) bool {
		const percent = 98
		return 100*float64(t.Nodes[i].Total) >= percent*float64(t.Nodes[of].Total) &&
			(t.Base == nil || 100*t.Base.Values[i].Total >= percent*t.Base.Values[of].Total)
	}
	head := make([]int32, len(t.Nodes))
	within := make([]bool, len(t.Nodes)) // in a chain, or its end
	for above := range int32(len(t.Nodes)) {
		if within[above] || t.Nodes[above].Total == 0 {
			continue
		}
		var chain []int32
		for i := heaviest[above]; i != 0 && nearly(i, above); i = heaviest[i] {
			chain = append(chain, i)
			within[i] = true
		}
		if len(chain) <= minRun {
			continue
		}
		for _, i := range chain[:len(chain)-1] {
			head[i] = chain[0]
		}
	}
	return head
}
