package convert

import (
	"fmt"
	"iter"
	"regexp"

	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A View is a standard choice of frames.
type View int

// The views.
const (
	MachineView View = iota // everything as recorded
	ExpertView              // without the profiler's own runtime
	UserView                // and with VM and native-image frames folded into <VM>
	AppView                 // the application only, charged with the code that it calls
)

// Views are all views, from most to least detail.
var Views = []View{MachineView, ExpertView, UserView, AppView}

// String returns the user-visible name of the view.
func (v View) String() string { return words.Enum(v, "View", "machine", "expert", "user", "app") }

// Words names a view in documents and pictures, whose readers need not know the flag: "view app"; "" for their default, ExpertView.
func (v View) Words() string {
	if v == ExpertView {
		return ""
	}
	return "view " + v.String()
}

// FilterOptions choose stacks and frames by their methods, see [Names.Matches]. The zero value keeps all.
//
// The view comes first: the other filters see the frames that it leaves, and <VM> as a frame of that name. They work as in pprof,
// in the same order: Focus and Ignore choose stacks by all frames, then Hide removes frames, and ShowFrom looks at the remaining
// ones. A stack without a remaining frame is dropped.
//
// In sampled stacks, the samples of a hidden frame are charged to its caller, as in pprof. A record of an inlining context is about
// its leaf alone, as the entries of a method are not entries of its caller; it is dropped if its leaf is hidden.
//
// In AppView, samples of a frame that is not application code are charged to the application frame that called it, and samples of
// stacks without one to <outside the application>. Only contexts of application methods count; other methods are shown only as
// compilation roots that application methods are inlined into.
type FilterOptions struct {
	View     View
	Focus    *regexp.Regexp // keep only stacks with a matching frame
	Ignore   *regexp.Regexp // drop stacks with a matching frame
	Hide     *regexp.Regexp // leave out matching frames
	ShowFrom *regexp.Regexp // drop the callers of the outermost matching frame; drop stacks without one
}

// A Projection is the effect of filters on the stacks of a tree.
//
// A resulting stack has, from the root on, the frames of the nodes on its path whose Frame is not NoFrame. A record counts if Keep
// is true for its node. If no frame is shown, IsOutside is true for it.
type Projection struct {
	Frame []int32 // by node: the method's slot, VMSlot, or NoFrame if the frame is not shown
	Keep  []bool  // by node

	marks      []nodeMarks // by node
	hasOutside bool
}

// Hides reports whether the frame of a node of the inlining contexts is not shown, not even as part of <VM>. A nil Projection hides
// nothing.
func (pr *Projection) Hides(n iprof.NodeID) bool {
	return pr != nil && pr.Frame[n] == NoFrame && !pr.Keep[n]
}

// JoinsVM reports whether a node is part of the <VM> of a node above it: VM code called by VM code, even through the profiler's own
// runtime. A nil Projection has no <VM>.
func (pr *Projection) JoinsVM(n iprof.NodeID) bool {
	return pr != nil && pr.Frame[n] == NoFrame && pr.marks[n]&(markMove|markCharged) == 0
}

// Values of Projection.Frame that are not a method's slot.
const (
	NoFrame int32 = -1 // hidden, or folded into the caller's <VM>
	VMSlot  int32 = -2 // <VM>
)

// A DropReason is the decision of filters on a record: it is kept, or why it is dropped.
type DropReason uint8

// The decisions. If several apply, the first counts.
const (
	NotDropped        DropReason = iota
	DroppedByView                // the profiler's own runtime
	DroppedOutside               // the leaf of a context is not application code
	DroppedByIgnore              // a frame matches Ignore
	DroppedByFocus               // no frame matches Focus
	DroppedByHide                // all frames in the view match Hide
	DroppedByShowFrom            // no remaining frame matches ShowFrom

	NumDropReasons = int(DroppedByShowFrom) + 1
)

// String returns the reason for dropping a record, in one or two words that fit in parentheses.
func (f DropReason) String() string {
	return words.Enum(f, "DropReason", "kept", "profiler runtime", "outside the application", "--ignore", "no --focus", "--hide", "no --show-from")
}

// nodeMarks hold the drop reason of a node's records, and how filters change their stack.
type nodeMarks uint8

const (
	reasonMask  nodeMarks = 1<<3 - 1
	markMove    nodeMarks = 1 << 3 // the leaf is hidden, and its count is shown in its caller
	markVM      nodeMarks = 1 << 4 // frames of the VM are folded; in an inlining context, its leaf
	markCharged nodeMarks = 1 << 5 // the leaf is not application code, and its count is charged to the frame that called it
	markOutside nodeMarks = 1 << 6 // no frame of the stack is application code
)

// IsOutside reports whether the samples of a node are shown in [OutsideFrame]: no frame from the root to it is shown, because none
// is application code. A nil Projection has no such node.
func (pr *Projection) IsOutside(n iprof.NodeID) bool {
	return pr != nil && pr.marks[n]&markOutside != 0
}

// HasOutside reports whether IsOutside is true for any node.
func (pr *Projection) HasOutside() bool { return pr != nil && pr.hasOutside }

// A pathState is what is known about a path, handed down from node to node. Viewed frames are those that the view keeps, left are
// the viewed ones that Hide keeps, and shown are those of left that ShowFrom keeps.
type pathState uint16

const (
	anyViewed pathState = 1 << iota
	anyLeft
	anyShown
	focused
	ignored
	inVM    // the last viewed frame is <VM>,
	vmLeft  // it is left
	vmShown // and it is shown
	anyVM
)

// A frameState is a set of facts about a frame that follow from its name.
type frameState uint8

const (
	asked      frameState = 1 << iota
	isProfiler            // its samples are charged to the caller
	isVM                  // a part of <VM>
	isOutside             // its samples are charged to the application
	matchesFocus
	matchesIgnore
	matchesHide
	matchesShowFrom
)

// A filter applies the options to the names of the methods of a profile, once for each slot.
type filter struct {
	opts  FilterOptions
	names *Names
	slots []frameState
	fold  frameState // of <VM>, or of <outside the application>; 0: not requested yet
}

// frame returns the state of the frame of a slot: in views, a profiler frame matches nothing, and a VM frame is <VM>.
func (f *filter) frame(slot int) frameState {
	if f.slots[slot] == 0 {
		s := asked | f.opts.View.folds(f.names, slot)
		switch {
		case s&isVM != 0:
			s |= f.folded(VMFrame)
		case s&isProfiler == 0:
			s |= f.matches(func(re *regexp.Regexp) bool { return f.names.Matches(re, slot) })
		}
		f.slots[slot] = s
	}
	return f.slots[slot]
}

// folded returns the state of a frame that stands for others.
func (f *filter) folded(name string) frameState {
	if f.fold == 0 {
		f.fold = asked | f.matches(func(re *regexp.Regexp) bool { return re.MatchString(name) })
	}
	return f.fold
}

// folds returns the flag for the frames of a method that the view does not show unchanged; 0: it does.
func (v View) folds(names *Names, slot int) frameState {
	if v == MachineView {
		return 0
	}
	switch kind := names.Kind(slot); {
	case v == AppView && kind != Application:
		return isOutside
	case kind == Profiler:
		return isProfiler
	case kind == NativeImage && v == UserView:
		return isVM
	}
	return 0
}

// SummaryFrame is the name of the frame that stands for others in a view; "" if none.
func (v View) SummaryFrame() string {
	switch v {
	case UserView:
		return VMFrame
	case AppView:
		return OutsideFrame
	}
	return ""
}

// matches returns the set of matching patterns, given a function that reports whether one matches.
func (f *filter) matches(match func(*regexp.Regexp) bool) frameState {
	var s frameState
	for _, p := range f.opts.patterns() {
		if p.re != nil && match(p.re) {
			s |= p.flag
		}
	}
	return s
}

// A filterPattern is one of the patterns of FilterOptions.
type filterPattern struct {
	re   *regexp.Regexp
	flag frameState
	name string
}

func (o FilterOptions) patterns() [4]filterPattern {
	return [...]filterPattern{
		{o.Focus, matchesFocus, "focus"}, {o.Ignore, matchesIgnore, "ignore"},
		{o.Hide, matchesHide, "hide"}, {o.ShowFrom, matchesShowFrom, "show-from"},
	}
}

// Project applies filters to a tree of the profile. It returns nil if they keep everything unchanged. Nil names mean full names. It
// takes two bytes per node in addition to the result, and time in proportion to the nodes.
func Project(p *iprof.Profile, t *iprof.Tree, names *Names, opts FilterOptions) *Projection {
	names = names.OrDefault(p)
	if opts == (FilterOptions{View: opts.View}) && !opts.View.changes(p, names) {
		return nil
	}
	f := &filter{opts: opts, names: names, slots: make([]frameState, p.MethodSlots())}
	byLeaf := t == p.Contexts // a record is about only its leaf
	pr := &Projection{Frame: make([]int32, t.Len()), Keep: make([]bool, t.Len()), marks: make([]nodeMarks, t.Len())}
	outset := pathState(0)
	if f.opts.Focus == nil {
		outset |= focused
	}
	paths := make([]pathState, t.Len())
	changed := false
	for i, n := range t.All() {
		slot := int32(p.MethodSlot(n.Method))
		s := outset
		if n.Parent != iprof.NoNode {
			s = paths[n.Parent]
		}
		of := f.frame(int(slot))
		isRoot := n.Parent == iprof.NoNode
		isCharged := of&isOutside != 0
		var leaf pathState
		if !isCharged || byLeaf && isRoot {
			leaf = step(&s, of, f.opts.ShowFrom != nil)
		}
		paths[i] = s
		frame := slot
		switch {
		case leaf&anyShown == 0 || leaf&joinsVM != 0:
			frame = NoFrame
		case s&inVM != 0:
			frame = VMSlot
		}
		held, marks := s, nodeMarks(0)
		switch {
		case byLeaf:
			held = s&^(anyViewed|anyLeft|anyShown) | leaf&(anyViewed|anyLeft|anyShown)
		case isCharged && s&anyViewed == 0:
			step(&held, f.folded(OutsideFrame), f.opts.ShowFrom != nil)
			marks, pr.hasOutside = markOutside, true
		}
		reason := dropReasonOf(held)
		if isCharged && byLeaf {
			reason = DroppedOutside
		}
		marks |= nodeMarks(reason)
		switch {
		case isCharged && !byLeaf:
			marks |= markCharged
		case leaf&anyShown == 0:
			marks |= markMove
		}
		if inVM := frame == VMSlot || leaf&joinsVM != 0; inVM || !byLeaf && s&anyVM != 0 {
			marks |= markVM
		}
		pr.Frame[i], pr.Keep[i], pr.marks[i] = frame, reason == NotDropped, marks
		changed = changed || frame != slot || reason != NotDropped
	}
	if !changed {
		return nil
	}
	return pr
}

// changes reports whether a profile has methods that a view does not show unchanged.
func (v View) changes(p *iprof.Profile, names *Names) bool {
	if v == MachineView {
		return false
	}
	for slot := range p.MethodSlots() {
		if v.folds(names, slot) != 0 {
			return true
		}
	}
	return false
}

// joinsVM is only set for a leaf, and inVM only for a path, so they share a bit.
const joinsVM = inVM

// step extends a path by a frame. It returns, in the same encoding, whether that frame is viewed, left and shown, by itself or as
// part of its caller's <VM>.
func step(s *pathState, f frameState, showFrom bool) (leaf pathState) {
	switch {
	case f&isProfiler != 0:
		return 0
	case f&isVM != 0 && *s&inVM != 0:
		leaf = anyViewed | joinsVM
		if *s&vmLeft != 0 {
			leaf |= anyLeft
		}
		if *s&vmShown != 0 {
			leaf |= anyShown
		}
		return leaf
	}
	leaf = anyViewed
	if f&matchesFocus != 0 {
		*s |= focused
	}
	if f&matchesIgnore != 0 {
		*s |= ignored
	}
	if f&matchesHide == 0 {
		leaf |= anyLeft
		if !showFrom || *s&anyShown != 0 || f&matchesShowFrom != 0 {
			leaf |= anyShown
		}
	}
	*s = *s&^(inVM|vmLeft|vmShown) | leaf
	if f&isVM != 0 {
		*s |= inVM | anyVM
		if leaf&anyLeft != 0 {
			*s |= vmLeft
		}
		if leaf&anyShown != 0 {
			*s |= vmShown
		}
	}
	return leaf
}

func dropReasonOf(s pathState) DropReason {
	switch {
	case s&anyViewed == 0:
		return DroppedByView
	case s&ignored != 0:
		return DroppedByIgnore
	case s&focused == 0:
		return DroppedByFocus
	case s&anyLeft == 0:
		return DroppedByHide
	case s&anyShown == 0:
		return DroppedByShowFrom
	}
	return NotDropped
}

// A RecordSum is a subset of a metric's records, summed up.
type RecordSum struct {
	Records int   // number of stacks, contexts or sites
	Value   int64 // the sum of their counts
}

// Add counts a record.
func (p *RecordSum) Add(value int64) {
	p.Records++
	p.Value += value
}

// A Tally sums up the effect of a projection on a metric's records. The sums by reason add up to the whole.
type Tally struct {
	ByReason [NumDropReasons]RecordSum // by DropReason
	Moved    RecordSum                 // kept, but counted in a hidden frame and shown in its caller
	Charged  RecordSum                 // kept, but in code that the application calls, and shown in the frame that called it
	Outside  RecordSum                 // kept, in stacks without an application frame
	VM       RecordSum                 // kept, in stacks with frames folded into <VM> and contexts whose leaf is folded
}

// Tally sums up the records of a metric, given as node of the tree and count. A nil Projection keeps all.
func (pr *Projection) Tally(records iter.Seq2[iprof.NodeID, int64]) Tally {
	var t Tally
	for n, value := range records {
		if pr == nil {
			t.ByReason[NotDropped].Add(value)
			continue
		}
		marks := pr.marks[n]
		reason := DropReason(marks & reasonMask)
		t.ByReason[reason].Add(value)
		if reason != NotDropped {
			continue
		}
		switch {
		case marks&markOutside != 0:
			t.Outside.Add(value)
		case marks&markCharged != 0:
			t.Charged.Add(value)
		case marks&markMove != 0:
			t.Moved.Add(value)
		}
		if marks&markVM != 0 {
			t.VM.Add(value)
		}
	}
	return t
}

// TallyOf is like Tally, for the records of a metric of a profile. It reads them only if the profile's totals do not suffice.
func (pr *Projection) TallyOf(p *iprof.Profile, m Metric) Tally {
	if pr != nil || m == Branches && p.SharedTargetTotals() {
		return pr.Tally(m.Records(p))
	}
	var t Tally
	t.ByReason[NotDropped] = RecordSum{p.Records(m.Section()), p.Total(m.Section())}
	return t
}

// Kept returns the records that remain.
func (t Tally) Kept() RecordSum { return t.ByReason[NotDropped] }

// Hidden returns the sum of dropped records, for any reason.
func (t Tally) Hidden() RecordSum {
	var sum RecordSum
	for _, p := range t.ByReason[NotDropped+1:] {
		sum.Records += p.Records
		sum.Value += p.Value
	}
	return sum
}

// IsOutside reports whether AppView drops all records, because none is about the application: neither the user's filters nor
// another view drops any.
func (t Tally) IsOutside() bool {
	dropped := t.ByReason[DroppedByView].Records + t.ByReason[DroppedOutside].Records
	return t.ByReason[DroppedOutside].Records > 0 && t.Kept().Records == 0 && t.Hidden().Records == dropped
}

// Notes lists the changes to the recorded stacks and the reasons, one line each: "hidden: 12 samples in 3 stacks (profiler
// runtime)". Unit names the values, and records the things that have them, both in the plural.
func (t Tally) Notes(unit, records string) []string {
	var notes []string
	note := func(change string, p RecordSum, reason string) {
		if p.Records > 0 {
			notes = append(notes, fmt.Sprintf("%s: %s in %s (%s)", change, words.CountOf(p.Value, unit), words.CountOf(int64(p.Records), records), reason))
		}
	}
	for reason := NotDropped + 1; int(reason) < NumDropReasons; reason++ {
		note("hidden", t.ByReason[reason], reason.String())
	}
	note("counted for the caller", t.Moved, "their own frame is hidden")
	note("charged to the application", t.Charged, "code that it calls: libraries, JDK, VM")
	note("in "+OutsideFrame, t.Outside, "no frame is application code")
	note("folded into "+VMFrame, t.VM, "VM and native-image frames")
	return notes
}
