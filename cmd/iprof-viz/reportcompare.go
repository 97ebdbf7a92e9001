package main

import (
	"errors"
	"io"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/render/page"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// A reportBase is the profile that a report compares with.
type reportBase struct {
	*load.Loaded
	names  *convert.Names
	pairs  *compare.Comparison
	frames *compare.Comparison // of stacks; nil for those of other tools
}

// newReportBase pairs the methods of a report's profile with those of its base, which may be nil: so is the result then.
func newReportBase(base *load.Loaded, names []*convert.Names, pairing compare.Options) *reportBase {
	if base == nil {
		return nil
	}
	b := &reportBase{Loaded: base, names: names[1], pairs: compare.New(names[1], names[0], pairing)}
	if base.Profile.Origin().IsIprof() && names[0].Profile.Origin().IsIprof() {
		b.frames = b.pairs
	}
	return b
}

// has reports whether there is a base with values of a metric.
func (b *reportBase) has(m convert.Metric) bool { return b != nil && b.Profile.Total(m.Section()) > 0 }

// compare returns the common tree of stacks and those of the base.
func (b *reportBase) compare(now *stacks.Tree, opts stacks.Options) (*stacks.Tree, error) {
	opts.Lines = nil // of the other profile
	before, err := b.NewTree(b.names, opts)
	if err != nil {
		return nil, err
	}
	t, err := stacks.Compare(now, before, b.frames)
	if err != nil {
		return nil, &cli.Failure{Status: cli.StatusInput, File: b.Name, Err: err, Hint: load.ChooseValues}
	}
	return t, nil
}

// diffCommand is the command that shows every change of a file since the base, as the report compares them.
func (o reportOptions) diffCommand(file string) []string {
	command := []string{"iprof-viz", "diff", "--exact"}
	if o.view != convert.ExpertView {
		command = append(command, "--view", o.view.String())
	}
	if o.pairing.NoRenames {
		command = append(command, "--no-renames")
	}
	return append(command, sameInput(o.names, o.sources, []string{o.base, file})...)
}

// parts returns the changes since the base, and the figures of its methods.
func (b *reportBase) parts(opts reportMaking) ([]page.Part, error) {
	filter, differing := opts.filter, diff.Options{Filter: opts.filter, Limit: reportRows}
	if b.frames == nil {
		differing.Sections = []diff.Section{diff.Samples} // there is nothing to compare the rest with
	}
	changes, err := makeDiff(b.pairs, differing)
	if err == nil && len(changes.Tables) == 0 && differing.Sections != nil {
		err = &cli.Failure{Status: cli.StatusInput, Err: errors.New("nothing to compare: one of the profiles has no samples")}
	}
	if err != nil {
		return nil, err
	}
	changes.Doubts = append(changes.Doubts, incomplete(opts.baseName, b.Profile)...)
	byMethod := map[convert.Metric][]diff.MethodChange{}
	var parts []page.Part
	add := func(part page.Part, err error) error {
		parts = append(parts, part)
		return err
	}
	for _, t := range changes.Tables {
		if t.Name != diff.Samples.String() && t.Name != diff.Calls.String() {
			continue
		}
		byMethod[t.Metric] = diff.Methods(b.pairs, t.Metric, differing)
		top, err := rank.Top(b.Profile, b.names, rank.TopOptions{Metric: t.Metric, Filter: filter, Limit: reportRows})
		if err == nil {
			err = add(tablePart("base.top."+t.Metric.String(), top))
		}
		if err != nil {
			return nil, err
		}
	}
	err = add(writtenPart("diff", func(w io.Writer) error {
		return tables.WriteSet(w, &changes.Set, tables.JSONFormat, tables.Options{})
	}))
	if err != nil {
		return nil, err
	}
	command := opts.diffCommand
	if changes.Small == 0 { // it shows no more than the page
		command = nil
	}
	err = add(writtenPart("base", page.Base{Name: opts.baseName, Command: command, Of: b.pairs, Changes: byMethod, Limit: reportRows}.Write))
	return parts, err
}
