// Package report makes the parts of a report's page from profiles: the models of several commands, each limited to what a page
// shows.
package report

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/page"
)

// Make makes the parts of a report that a profile has records for, compared with a base unless that is nil. The names of both must
// be consistent.
func Make(now, base *load.Loaded, names []*convert.Names, opts Options) (*page.Parts, error) {
	r := &report{Options: opts, now: now, profile: now.Profile, names: names[0], base: newBaseline(base, names, opts.Pairing, opts.Change), parts: *page.NewParts(now.Profile)}
	if r.Checked.Code != nil {
		r.Code.Lines.Distrust(r.Checked.Code.MisfitSlots())
	}
	isIprof := now.Format == source.Iprof // stacks of other tools have no places in the bytecode
	first, others := []step{{"summary", r.addSummary}}, []step{{"samples", r.addSamples}, {"calls", r.addCalls}}
	if base != nil { // of a million contexts, either the comparison or the call graph takes hundreds of megabytes
		first, others = append(append(first, others...), step{"changes", r.addChanges}, step{"pictures of the changed call graph", r.addChangedGraphs}), nil
	}
	if isIprof { // sites take much memory, and come first, when the pictures have just begun to
		others = slices.Concat([]step{{"sites", r.addSites}}, others, []step{{"code", r.addCode}, {"verdict", r.addAgreement}, {"the optimized image", r.addOptimized}})
	}
	if now.Profile.Origin().Lines {
		others = append(others, step{"source lines", r.addRecorded})
	}
	others = append(others, step{"verdict", r.addVerdict})
	if isIprof {
		others = append(others, step{"inlining trees", r.addUnits})
	}
	err := r.run(first)
	if err == nil { // of the parts that need the call graph of counts, the pictures take most memory, and come before there are rows of others
		err = r.beside([]step{{"pictures of the call graph", r.addWays}, {"call graph", r.addCallGraph}, {"call sites", r.addSiteCalls}}, others)
	}
	r.graph = nil
	if err == nil { // both take much memory, and come after the call graph
		err = r.beside([]step{{"flame graphs", r.addTrees}}, []step{{"methods", r.addMethods}})
	}
	if err != nil {
		return nil, err
	}
	parts := r.parts // alone: the profile is not needed any more
	return &parts, nil
}

// A step makes a part of the page.
type step struct {
	part string
	add  func() error
}

// run takes steps in their order.
func (r *report) run(steps []step) error {
	for _, s := range steps {
		if err := r.working(s); err != nil {
			return err
		}
		if err := s.add(); err != nil {
			return err
		}
	}
	return nil
}

// working says that a step begins. It fails if the work is to end.
func (r *report) working(s step) error {
	if r.Working == nil {
		return nil
	}
	return r.Working("page: " + s.part)
}

// beside takes steps and, at the same time, others that do not need them. With class files or a log, which are read as parts ask for
// them, these come after the steps.
func (r *report) beside(steps, others []step) error {
	if r.Code.Classes != nil || r.Log != nil {
		return r.run(slices.Concat(steps, others))
	}
	return background.All(func() error { return r.run(steps) }, func() error {
		for _, s := range others { // of the two at a time, the part of the other is told
			if err := s.add(); err != nil {
				return err
			}
		}
		return nil
	})
}

func (r *report) addSummary() error {
	found := findings.Options{Input: r.Input, Fit: r.Misfit, ClassPath: r.Code.Arguments, Line: r.Code.Lines.Line, Code: r.Code.Lines.Code}
	r.holdSites()
	if r.Code.Classes != nil && r.now.Format == source.Iprof {
		found.Calls = r.callGraph()
		if r.Log != nil {
			found.Optimized, found.Log = r.image(), r.LogArguments
		}
	}
	r.info = info.New(r.profile, r.names, info.Options{Limit: listLimit, Findings: &found})
	if r.info.OtherTool != nil {
		r.info.AddOtherTool(r.now.Format.Name, r.now.Tables, r.now.Notes, r.now.Caveats)
	}
	r.parts.Info = page.NewInfo(r.info)
	r.parts.Input = &page.Input{Arguments: words.ShellLine(r.Input)}
	if len(r.info.Findings.List) > 0 {
		r.parts.Advice = page.NewAdvice(r.info.Findings.List)
	}
	return nil
}

// addMethods adds the names of methods.
func (r *report) addMethods() error {
	r.parts.Methods = page.NewMethods(r.profile, r.names)
	if r.Log != nil && r.now.Format == source.Iprof && r.profile.Total(iprof.Calls) > 0 {
		r.parts.Methods.AddCopies(r.profile, r.image().KnownCopies)
	}
	r.parts.Pack(&r.parts.Methods)
	return nil
}

// addCallGraph adds the calls in samples and, if calls were counted, those through hidden frames: the table of calls has the others.
func (r *report) addCallGraph() error {
	m := convert.Calls
	if r.profile.Total(iprof.Calls) == 0 {
		m = convert.Samples
	}
	if r.profile.Total(m.Section()) == 0 {
		return nil
	}
	g, err := r.newGraph(callgraph.Options{Metric: m, TableOnly: true, BesideCalls: true})
	if err == nil {
		r.parts.Graph = page.NewTable[page.Edge](g.Table(callLimit))
		r.parts.Pack(&r.parts.Graph)
	}
	r.series = nil // of no use for other parts
	return err
}

// addOptimized adds the inlining trees of the optimized image.
func (r *report) addOptimized() error {
	if r.Log == nil || r.profile.Total(iprof.Calls) == 0 {
		return nil
	}
	units, err := r.image().NewUnits(r.callGraph(), r.Code.Calls.Class)
	if err != nil {
		return err
	}
	opts := inlining.Options{Filter: r.Filter, Units: unitLimit, OfApp: appUnitLimit, MinShare: minShare, Image: units}
	if r.Code.LinesOf != nil {
		opts.Lines = r.Code.LinesOf(units.Profile)
	}
	trees, err := inlining.New(units.Profile, convert.NewNames(units.Profile, r.names.Options), opts)
	if err == nil {
		r.parts.Optimized = page.NewUnits(trees)
	}
	return err
}

// addUnits adds the inlining trees.
func (r *report) addUnits() error {
	if r.profile.Total(iprof.Calls) == 0 {
		return nil
	}
	trees, err := inlining.New(r.profile, r.names, inlining.Options{
		Filter: r.Filter, Units: unitLimit, OfApp: appUnitLimit, MinShare: minShare, Lines: r.Code.Lines,
	})
	if err == nil {
		r.parts.Inline = page.NewUnits(trees)
		r.parts.Pack(&r.parts.Inline)
	}
	return err
}
