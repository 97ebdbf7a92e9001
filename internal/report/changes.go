package report

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/changes"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/page"
)

// A baseline is the profile that a report compares with.
type baseline struct {
	*load.Loaded
	names  *convert.Names
	pairs  *compare.Comparison
	frames *compare.Comparison // for stacks; nil for other tools'
	change stacks.ChangeOf
}

// newBaseline pairs the methods of a report's profile with its base's. Without a base, both it and the result are nil.
func newBaseline(base *load.Loaded, names []*convert.Names, pairing compare.Options, change stacks.ChangeOf) *baseline {
	if base == nil {
		return nil
	}
	b := &baseline{Loaded: base, names: names[1], pairs: compare.New(names[1], names[0], pairing), change: change}
	if base.Profile.Origin().IsIprof() && names[0].Profile.Origin().IsIprof() {
		b.frames = b.pairs
	}
	return b
}

// has reports whether there is a base with values of a metric.
func (b *baseline) has(m convert.Metric) bool { return b != nil && b.Profile.Total(m.Section()) > 0 }

// compare returns the common tree of stacks and the base's stacks.
func (b *baseline) compare(now *stacks.Tree, opts stacks.Options) (*stacks.Tree, error) {
	opts.Lines, opts.Optimized = nil, nil // of the other profile
	before, err := b.NewTree(b.names, opts)
	if err != nil {
		return nil, err
	}
	t, err := stacks.CompareBy(now, before, b.frames, b.change)
	if err != nil {
		return nil, b.incomparable(err)
	}
	return t, nil
}

// incomparable is the failure of values that count other things than the base's.
func (b *baseline) incomparable(err error) error {
	return &cli.Failure{Status: cli.StatusInput, File: b.Name, Err: err, Hint: load.ChooseValues}
}

// addChanges adds the changes since the base, and the numbers of its methods.
func (r *report) addChanges() error {
	if r.base == nil {
		return nil
	}
	if m := convert.Samples; r.base.has(m) && r.profile.Total(m.Section()) > 0 {
		if err := convert.CheckUnits(m.UnitIn(r.profile), m.UnitIn(r.base.Profile)); err != nil {
			return r.base.incomparable(err)
		}
	}
	opts := diff.Options{Filter: r.Filter, Limit: rowLimit}
	if r.base.frames == nil {
		opts.Sections = []diff.Section{diff.Samples} // there is nothing to compare the rest with
	}
	changed, err := changes.New(r.base.pairs, opts)
	if err != nil {
		return err
	}
	changed.Caveats = append(changed.Caveats, changes.Incomplete(r.BaseName, r.base.Profile)...)
	for _, n := range changes.Anonymous([2]string{r.BaseName, "this profile"}, [2]*iprof.Profile{r.base.Profile, r.profile}) {
		changed.Caveats = slices.Insert(changed.Caveats, 0, n.File+": "+n.Text)
	}
	byMethod := map[convert.Metric][]diff.MethodChange{}
	for _, t := range changed.Tables {
		if t.Name != diff.Samples.String() && t.Name != diff.Calls.String() {
			continue
		}
		byMethod[t.Metric] = diff.Methods(r.base.pairs, t.Metric, opts)
		top, err := rank.Top(r.base.Profile, r.base.names, rank.TopOptions{Metric: t.Metric, Filter: r.Filter, Limit: rowLimit})
		if err != nil {
			return err
		}
		if t.Metric == convert.Samples {
			r.parts.BaseTopSamples = page.NewTable[page.SampleRow](top)
		} else {
			r.parts.BaseTopCalls = page.NewTable[page.CallRow](top)
		}
	}
	var totals *table.Table
	if byMethod[convert.Samples] != nil {
		ofTotals := opts
		ofTotals.Totals, ofTotals.Sections = true, []diff.Section{diff.Samples}
		totals = diff.New(r.base.pairs, ofTotals).Tables[0]
	}
	r.parts.Diff = page.NewDifference(changed, totals)
	command := r.DiffCommand
	if changed.Small == 0 { // it shows no more than the page
		command = nil
	}
	r.parts.Base = page.NewBase(page.Base{Name: r.BaseName, Command: command, Of: r.base.pairs, Changes: byMethod, Limit: rowLimit})
	return nil
}
