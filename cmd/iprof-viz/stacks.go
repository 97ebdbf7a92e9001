package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// loadedStacks are those of an input: a profile with the names of its methods, or the tree of another tool's stacks.
type loadedStacks struct {
	name    string // for messages
	kind    contentKind
	profile *iprof.Profile
	names   *convert.Names // of profile, by nameStacks
	tree    *stacks.Tree
}

// stackOptions say how inputs with stacks are read.
type stackOptions struct {
	load       loadOptions
	from       contentKind // unknownKind: as the content tells
	sampleType string      // of a pprof profile; "": its default
}

// loadStacks reads whatever has stacks: a file, or iprofs to be added up.
func loadStacks(e *env, files []string, opts stackOptions) (*loadedStacks, error) {
	if len(files) > 1 {
		if opts.from == foldedText || opts.from == pprofFile {
			return nil, usage("", "only iprofs can be added up: %s is one PROFILE too many", printable(files[1]))
		}
		from, p, err := load(e, files, opts.load)
		return &loadedStacks{name: from.name, kind: iprofFile, profile: p}, err
	}
	in, err := openInput(e, files[0])
	if err != nil {
		return nil, err
	}
	defer in.file.Close()
	kind := cmp.Or(opts.from, sniff(in.head))
	var t *stacks.Tree
	switch kind {
	case pprofFile:
		t, err = pprof.Read(in.r, pprof.ReadOptions{SampleType: opts.sampleType, MaxInput: opts.load.maxInput})
	case foldedText:
		t, err = readFolded(in, cmp.Or(opts.load.maxInput, iprof.DefaultMaxInput))
	default:
		p, err := parse(in, opts.load, nil)
		return &loadedStacks{name: in.name, kind: iprofFile, profile: p}, err
	}
	if err != nil {
		f := inputFailure(in.name, err, in.head)
		switch {
		case errors.Is(err, folded.ErrDecimal):
			f.hint = `this converts them to whole thousandths: awk '{ $NF = sprintf("%.0f", 1000 * $NF) } 1'`
		case errors.Is(err, folded.ErrComment):
			f.hint = "grep -v '^#' removes them"
		}
		return nil, f
	}
	if t.Nodes[0].Total == 0 {
		return nil, &failure{status: statusInput, file: in.name, err: errors.New("it has no stacks")}
	}
	return &loadedStacks{name: in.name, kind: kind, tree: t}, nil
}

// readFolded reads folded stacks of so many bytes at the most, decompressed; negative: no limit.
func readFolded(in *input, most int64) (*stacks.Tree, error) {
	text, err := in.plain()
	if err != nil {
		return nil, err
	}
	if most < 0 {
		return folded.Read(text)
	}
	limited := &io.LimitedReader{R: text, N: most + 1}
	t, err := folded.Read(limited)
	if limited.N <= 0 {
		return nil, fmt.Errorf("%w (%d bytes)", iprof.ErrTooLarge, most)
	}
	return t, err
}

// nameStacks names methods alike in all that is compared: in two profiles together, in one as the other tool does.
func nameStacks(all []*loadedStacks, opts convert.NameOptions) {
	var profiles []*iprof.Profile
	var other *stacks.Tree
	for _, s := range all {
		if s.profile != nil {
			profiles = append(profiles, s.profile)
			continue
		}
		if opts.Normalize {
			s.tree = s.tree.Normalized()
		}
		other = s.tree
	}
	var names []*convert.Names
	if other != nil && len(profiles) == 1 {
		names = append(names, stacks.NewNamesLike(other, opts, profiles[0]))
	} else {
		names = convert.NewNames(opts, profiles...)
	}
	for _, s := range all {
		if s.profile != nil {
			s.names, names = names[0], names[1:]
		}
	}
}

// makeStackTree merges stacks. The notes hold with an error, too.
func makeStackTree(s *loadedStacks, opts stacks.Options) (*stacks.Tree, []note, error) {
	if s.profile != nil {
		return makeTree(s.profile, s.names, opts)
	}
	t := s.tree.Filtered(opts.Filter)
	notes, err := filterNotes(t.Unit, t.Metric, t.Tally, t.Unused)
	var f *failure
	if errors.As(err, &f) {
		f.empty = false // --names has no say in names of other tools
	}
	if opts.Reverse {
		t = t.Reversed()
	}
	return t, notes, err
}
