// Package report makes the parts of a report's page from profiles: the models of several commands, each limited to what a page
// shows.
package report

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/page"
)

// Make makes the parts of a report that a profile has records for, compared with a base unless that is nil. The names of both must
// be consistent.
func Make(now, base *load.Loaded, names []*convert.Names, opts Options) (*page.Parts, error) {
	r := &report{Options: opts, now: now, profile: now.Profile, names: names[0], base: newBaseline(base, names, opts.Pairing)}
	if r.Checked.Code != nil {
		r.Code.Lines.Distrust(r.Checked.Code.ChangedSlots())
	}
	type step struct {
		part string
		add  func() error
	}
	// Comparisons come before parts that need the call graph of counts, and names and flame graphs after them: of a million contexts, either takes
	// hundreds of megabytes. Of the parts that need it, ways take most memory, and come before there are rows of others.
	steps := []step{{"summary", r.addSummary}, {"samples", r.addSamples}, {"calls", r.addCalls}, {"changes", r.addChanges}, {"ways", r.addWays},
		{"call graph", r.addCallGraph}, {"call sites", r.addSiteCalls}}
	if now.Format == source.Iprof { // stacks of other tools have no places in the bytecode
		steps = append(steps, step{"code", r.addCode}, step{"verdict", r.addAgreement}, step{"the optimized image", r.addOptimized}, step{"verdict", r.releaseGraph},
			step{"verdict", r.addVerdict}, step{"sites", r.addSites}, step{"inlining trees", r.addUnits})
	} else {
		steps = append(steps, step{"verdict", r.releaseGraph}, step{"verdict", r.addVerdict})
	}
	steps = append(steps, step{"methods", r.addMethods}, step{"flame graphs", r.addTrees})
	for _, s := range steps {
		if r.Working != nil {
			r.Working("page: " + s.part)
		}
		if err := s.add(); err != nil {
			return nil, err
		}
	}
	parts := r.parts // alone: the profile is not needed any more
	return &parts, nil
}

// releaseGraph gives back the memory of the call graph, which nothing needs from here on.
func (r *report) releaseGraph() error {
	r.graph = nil
	return nil
}

func (r *report) addSummary() error {
	found := findings.Options{Input: r.Input, Fit: r.Misfit, ClassPath: r.Code.Arguments}
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
	}
	return err
}
