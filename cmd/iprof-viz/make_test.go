package main

import (
	"errors"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// What commands show can be made without flags, files or a terminal, and is refused in the same words.
func TestMake(t *testing.T) {
	p := testprofile.Example("even-or-odd.iprof")
	names := convert.NewNames(p, convert.NameOptions{})
	nothing := convert.FilterOptions{Ignore: regexp.MustCompile(".")}
	for _, tt := range []struct {
		name    string
		make    func() ([]cli.Note, error)
		notes   int
		refusal string // "": none
		hint    string
	}{
		{"top", func() ([]cli.Note, error) {
			_, err := makeTop(p, names, rank.TopOptions{})
			return nil, err
		}, 0, "", ""},
		{"top of nothing", func() ([]cli.Note, error) {
			_, err := makeTop(p, names, rank.TopOptions{Metric: convert.InstanceOf})
			return nil, err
		}, 0, "it has no instanceof: format 1.1.0 added instanceofProfiles, and this file has 1.0.0: only a profile of a newer GraalVM may have them", "-m samples has 2 records"},
		{"peek", func() ([]cli.Note, error) {
			_, err := makePeek(p, names, regexp.MustCompile("printEvn$"), rank.PeekOptions{}, nil)
			return nil, err
		}, 0, `no method matches "printEvn$"`, "nearest: EvenOrOddLength.printEven, EvenOrOddLength.print, EvenOrOddLength.printOdd"},
		{"a tree", func() ([]cli.Note, error) {
			_, notes, err := load.MakeTree(stacks.Source{Profile: p}, names, stacks.Options{})
			return notes, err
		}, 1, "", ""},
		{"a tree of nothing", func() ([]cli.Note, error) {
			_, notes, err := load.MakeTree(stacks.Source{Profile: p}, names, stacks.Options{Metric: convert.Calls, Filter: nothing})
			return notes, err
		}, 0, "nothing left to show; hidden: 8 calls in 6 contexts (--ignore)", ""},
		{"a comparison", func() ([]cli.Note, error) {
			content := &source.File{Source: stacks.Source{Profile: p}, Format: source.Iprof}
			now := &load.Loaded{Origin: load.Origin{Name: "new.iprof"}, File: content}
			base := &load.Loaded{Origin: load.Origin{Name: "old.iprof"}, File: content}
			_, notes, err := makeFlame(now, base, []*convert.Names{names, names}, flameOptions{}, stacks.Options{Compared: true})
			return notes, err
		}, 1, "", ""},
		{"a graph", func() ([]cli.Note, error) {
			_, notes, err := makeGraph(p, names, callgraph.Options{})
			return notes, err
		}, 0, "", ""},
		{"inlining trees", func() ([]cli.Note, error) {
			_, err := makeInlining(p, names, inlining.Options{Filter: nothing})
			return nil, err
		}, 0, "nothing left to show; hidden: 8 method entries in 6 contexts (--ignore)", ""},
	} {
		notes, err := tt.make()
		var f *cli.Failure
		switch {
		case len(notes) != tt.notes:
			t.Errorf("%s: %d notes: %+v", tt.name, len(notes), notes)
		case tt.refusal == "" && err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case tt.refusal != "" && (!errors.As(err, &f) || f.Error() != tt.refusal || f.Hint != tt.hint):
			t.Errorf("%s: %#v", tt.name, err)
		}
	}
}
