package findings

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// An analysis holds the totals that findings are weighted by, and the findings so far.
type analysis struct {
	profile *iprof.Profile
	names   *convert.Names
	opts    Options
	metric  convert.Metric // Samples or Calls

	// Shares are of the code that a user can change, except for the collector's, which are of all.
	allSamples int64 // of all stacks
	samples    int64 // without those in native-image's own code
	allEntries int64 // without the profiler's runtime
	entriesSum int64 // also without native-image's own code

	own    []int64                       // by slot: samples in the method's own code, including the profiler's runtime that it called
	places map[int32]map[iprof.BCI]int64 // the same by slot and place; nil: not added up yet

	entries *convert.Entries

	patterns *patterns
	findings []Finding
}

func newAnalysis(p *iprof.Profile, names *convert.Names, opts Options) *analysis {
	a := &analysis{profile: p, names: names, opts: opts, metric: convert.DefaultMetric.Resolve(p), own: make([]int64, p.MethodSlots())}
	a.patterns = newPatterns(p, names)
	for leaf, n := range convert.Samples.Leaves(p) {
		a.allSamples += n
		if slot, _ := a.executing(leaf); slot != convert.NoFrame {
			a.own[slot] += n
			if a.isChangeable(slot) {
				a.samples += n
			}
		}
	}
	if opts.Entries != nil {
		a.entries = opts.Entries()
	} else {
		a.entries = convert.NewEntries(p)
	}
	for slot, m := range a.entries.Methods {
		if names.Kind(slot) != convert.Profiler {
			a.allEntries += m.Total()
		}
		if a.isChangeable(int32(slot)) {
			a.entriesSum += m.Total()
		}
	}
	return a
}

// isChangeable reports whether a method may be code that a user can change: it is neither native-image's nor the profiler's.
func (a *analysis) isChangeable(slot int32) bool {
	kind := a.names.Kind(int(slot))
	return kind != convert.Profiler && kind != convert.NativeImage
}

// executing returns the slot of the innermost frame of a stack that is not of the profiler's runtime, and its place; NoFrame: none.
func (a *analysis) executing(leaf convert.Leaf) (int32, iprof.BCI) {
	for node, bci := leaf.Node, leaf.BCI; node != iprof.NoNode; {
		n := a.profile.Stacks.Node(node)
		if slot := a.profile.MethodSlot(n.Method); a.names.Kind(slot) != convert.Profiler {
			return int32(slot), bci
		}
		node, bci = n.Parent, n.Site
	}
	return convert.NoFrame, 0
}

// ownPlaces returns the samples in each method's own code by place.
func (a *analysis) ownPlaces() map[int32]map[iprof.BCI]int64 {
	if a.places != nil {
		return a.places
	}
	a.places = map[int32]map[iprof.BCI]int64{}
	for leaf, n := range convert.Samples.Leaves(a.profile) {
		slot, bci := a.executing(leaf)
		if a.places[slot] == nil {
			a.places[slot] = map[iprof.BCI]int64{}
		}
		a.places[slot][bci] += n
	}
	return a.places
}

// damaged reports whether names or counts are corrupt.
func (a *analysis) damaged() bool {
	return slices.ContainsFunc(a.profile.Warnings, func(w iprof.Warning) bool { return w.Kind == iprof.WarnPackedCount })
}

// enough reports whether there are enough samples or entries to find anything. Those of the collector count: a run that mostly
// collects garbage is not short.
func (a *analysis) enough() bool {
	if a.metric == convert.Samples {
		per := convert.Samples.PerSample(a.profile)
		return a.allSamples > 0 && (per == 0 || a.allSamples/per >= convert.EnoughSamples)
	}
	return a.allEntries >= MinEntries
}

// enoughToChange reports whether there are enough of them in the code that a user can change. Shares of samples have an interval, which
// is wide if they are few.
func (a *analysis) enoughToChange() bool {
	return a.metric == convert.Samples || a.entriesSum >= MinEntries
}

// ofSamples returns the share of a number of samples in the code that a user can change; nil: it is too small.
func (a *analysis) ofSamples(n int64) *Weight { return a.ofSomeSamples(n, a.samples) }

func (a *analysis) ofSomeSamples(n, of int64) *Weight {
	if of <= 0 {
		return nil
	}
	w := &Weight{Metric: convert.Samples, Unit: convert.Samples.UnitIn(a.profile), Value: n, Of: of}
	w.Low, w.High = w.Share(), w.Share()
	if per := convert.Samples.PerSample(a.profile); per > 0 {
		w.Low, w.High = convert.WilsonInterval(n/per, of/per)
	}
	if w.Low < MinShare {
		return nil
	}
	return w
}

// ofCounts returns the weight of a number of counts; nil: it is too small.
func ofCounts(m convert.Metric, unit string, n, of int64) *Weight {
	if of <= 0 {
		return nil
	}
	w := Weight{Metric: m, Unit: unit, Value: n, Of: of}
	if w.Low, w.High = w.Share(), w.Share(); w.Low < MinShare {
		return nil
	}
	kept := w // only what is kept is allocated: few of a million sites
	return &kept
}

// ofEntries is like ofCounts, for entries in the code that a user can change or for something that is compared with them.
func (a *analysis) ofEntries(m convert.Metric, n int64) *Weight {
	return ofCounts(m, convert.EntriesUnit, n, a.entriesSum)
}

// isOurs reports whether a method is application code, and whether it is code that a user can change or replace at all: not the
// VM's, the profiler's or unknown.
func (a *analysis) isOurs(slot int32) (application, eligible bool) {
	switch a.names.Kind(int(slot)) {
	case convert.Application:
		return true, true
	case convert.JDK, convert.Library:
		return false, true
	}
	return false, false
}

// add adds a finding about a method, with the command that shows more, without the arguments for the profile.
func (a *analysis) add(f Finding, about Method, slot int32, command []string) {
	f.Application, _ = a.isOurs(slot)
	f.Subject = about.Name
	f.Methods = append([]Method{about}, f.Methods...)
	if !f.Application {
		if m, ok := a.chargedTo(slot); ok {
			f.Methods = append(f.Methods, m)
		}
	}
	f.Command = command
	a.addWhole(f)
}

// addWhole adds a finding that is complete except for the profile's arguments.
func (a *analysis) addWhole(f Finding) {
	f.Command = append(f.Command, a.opts.Input...)
	a.findings = append(a.findings, f)
}

// method names a method without a place.
func (a *analysis) method(role Role, slot int32) Method {
	m, _ := a.profile.MethodAt(int(slot))
	return Method{Role: role, Name: a.names.Method(int(slot)), Signature: convert.JVMSignature(a.profile, m), ID: m.ID}
}

// methodAt names a method at a place.
func (a *analysis) methodAt(role Role, at sites.Site) Method {
	m := a.method(role, at.Slot)
	m.BCI, m.HasBCI = at.BCI, true
	return m
}

// chargedTo returns the application method that calls a method the most: the innermost application frame on stacks that end in the
// method or, without samples, in its contexts. False: there is no application frame.
func (a *analysis) chargedTo(slot int32) (Method, bool) {
	tree, metric := a.profile.Contexts, convert.Calls
	if a.metric == convert.Samples {
		tree, metric = a.profile.Stacks, convert.Samples
	}
	values := map[int32]int64{}
	for node, value := range metric.Records(a.profile) {
		if int32(a.profile.MethodSlot(tree.Node(node).Method)) != slot {
			continue
		}
		if app := a.innermost(tree, node); app != convert.NoFrame {
			values[app] += value
		}
	}
	top := hottest(values, 1)
	if len(top) == 0 {
		return Method{}, false
	}
	return a.method(ChargedTo, top[0]), true
}

// innermost returns the slot of the innermost application frame at a node or above it; NoFrame: none.
func (a *analysis) innermost(tree *iprof.Tree, node iprof.NodeID) int32 {
	for ; node != iprof.NoNode; node = tree.Node(node).Parent {
		if slot := a.profile.MethodSlot(tree.Node(node).Method); a.names.Kind(slot) == convert.Application {
			return int32(slot)
		}
	}
	return convert.NoFrame
}

func count(key string, n int64) Number      { return Number{key, table.IntCell(n)} }
func fraction(key string, x float64) Number { return Number{key, table.FloatCell(x)} }
