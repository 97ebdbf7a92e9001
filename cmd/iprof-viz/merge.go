package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert/rewrite"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// mergeOptions are the options of merge.
type mergeOptions struct {
	cli.IOOptions
	files, dirs []string // flag names of the vendor's tool
	stdin       []string // weights of standard input
	recursive   bool
	stripUnused bool
	equalWeight bool
	limit       int // number of profiles to report on
}

func newMerge(e *cli.Env, o *mergeOptions) *cobra.Command {
	o.limit = 10
	c := &cobra.Command{
		Use:   "merge [flags] PROFILE[:WEIGHT]... -o FILE",
		Short: "Merge profiles into one iprof for native-image",
		Long: `merge sums the counts of several profiles. As in native-image, methods match if
class, name and signature are equal; contexts match if all frames do. The order
of the profiles does not matter. The result is an iprof of version 1.0.0, or of
1.1.0 if it has records of instanceof; FILE is gzipped if its name ends in .gz.

A WEIGHT multiplies a profile's counts: short.iprof:10, long.iprof:0.25, or -:10
for standard input. A file with exactly that name takes precedence. A directory
stands for the .iprof and .iprof.gz files in it.

With --equal-weight, each run counts the same, however long it was: its counts
are scaled so that each run has the average number of method entries, or of
samples if one run has no entries. Weights apply in addition. Files are read
twice.

Fractions are added up exactly and rounded once, to the nearest integer, but no
count above 0 becomes 0. So equal counts remain equal. To be exact, sums are in
units of one over the common denominator of the weights, and must be less than
2^63. With weights in millionths, a section can have nine trillion counts;
weights with fewer digits allow more.

For each profile, merge logs the number of records and contexts, and how many
contexts are unique to it. With many profiles, it logs those with the most
unique contexts.

--input-file, --input-dir and --output-file are the names that GraalVM's own
native-image-configure merge-pgo-profiles uses; later versions call the tool
native-image-utils.`,
		Example: `  iprof-viz merge -o all.iprof monday.iprof tuesday.iprof
  iprof-viz merge -o weighted.iprof.gz startup.iprof:5 load.iprof
  iprof-viz merge --equal-weight -o mean.iprof short.iprof long.iprof
  iprof-viz merge -r --strip-unused -o all.iprof profiles/`,
		Args: cobra.ArbitraryArgs,
		RunE: running(e, o, runMerge),
	}
	cli.OutputFlag(c, &o.IOOptions)
	fs := c.Flags()
	fs.BoolVarP(&o.recursive, "recursive", "r", false, "also search subdirectories")
	fs.BoolVar(&o.equalWeight, "equal-weight", false, "make all runs equally long first, so that each counts the same")
	fs.BoolVar(&o.stripUnused, "strip-unused", false, "leave out unreferenced types and methods")
	cli.Bind(c, cli.NumberValue(&o.limit, "ROWS"), "limit", "n", "number of profiles to report on; 0: all")
	fs.StringArrayVar(&o.files, "input-file", nil, "one more `PROFILE`")
	fs.StringArrayVar(&o.dirs, "input-dir", nil, "one more `DIRECTORY` of profiles")
	cli.Bind(c, cli.FileValue(&o.Output), "output-file", "", "the same as --output")
	fs.StringArrayVarP(&o.stdin, "stdin-weight", ":", nil, "read standard input with this `WEIGHT`")
	fs.MarkHidden("stdin-weight") // -:10 is a PROFILE:WEIGHT, but looks like a flag to pflag
	cli.InputFlags(c, &o.IOOptions)
	return c
}

func runMerge(e *cli.Env, o mergeOptions, args []string) error {
	if err := e.Out.ForIprof("all.iprof"); err != nil {
		return err
	}
	parts, err := o.parts(args)
	if err != nil {
		return err
	}
	m, err := load.AddUp(e, parts, load.Options{MaxInput: o.MaxInput}, o.equalWeight)
	if err != nil {
		return err
	}
	e.Console.Tell("", slices.Concat(load.Repeated(e, load.FilesOf(parts), false, load.AddedEachTime), o.belowNotes(args), mergeNotes(m, o.limit))...)
	p := m.Profile
	if o.stripUnused {
		p = iprof.Canonical(p, true)
	}
	return e.Out.WriteIprof(p)
}

// parts finds the profiles that the arguments and flags name, in that order; those in a directory by name.
func (o mergeOptions) parts(args []string) ([]load.MergePart, error) {
	for _, weight := range o.stdin {
		args = append(args, "-:"+weight)
	}
	var all []load.MergePart
	addDir := func(dir string, weight rewrite.Weight) error {
		files, err := profilesIn(dir, o.recursive)
		for _, file := range files {
			all = append(all, load.MergePart{File: file, Weight: weight})
		}
		return err
	}
	for _, arg := range args {
		part, err := parsePart(arg)
		if err != nil {
			return nil, err
		}
		if info, err := os.Stat(part.File); part.File == "-" || err != nil || !info.IsDir() {
			all = append(all, part)
		} else if err := addDir(part.File, part.Weight); err != nil {
			return nil, err
		}
	}
	for _, file := range o.files {
		all = append(all, load.MergePart{File: file, Weight: rewrite.One})
	}
	for _, dir := range o.dirs {
		if err := addDir(dir, rewrite.One); err != nil {
			return nil, err
		}
	}
	if len(all) == 0 {
		return nil, cli.Usage(`name files or directories, or "-" for standard input`, "missing PROFILE")
	}
	files := load.FilesOf(all)
	if o.equalWeight && slices.Contains(files, "-") {
		return nil, cli.Usage("write it to a file first", "--equal-weight reads profiles twice, so none can be standard input")
	}
	return all, cli.OnlyOneStdin(files)
}

// belowNotes say which directories have profiles below them that are left out.
func (o mergeOptions) belowNotes(args []string) []cli.Note {
	if o.recursive {
		return nil
	}
	var notes []cli.Note
	tell := func(dir string) {
		if below := load.FileBelow(dir, ".iprof", ".iprof.gz"); below != "" {
			notes = append(notes, cli.Note{File: dir, Text: "profiles in subdirectories are left out, such as " + cli.Printable(below) + "; -r adds them"})
		}
	}
	for _, arg := range args {
		if part, err := parsePart(arg); err == nil && part.File != "-" {
			if info, err := os.Stat(part.File); err == nil && info.IsDir() {
				tell(part.File)
			}
		}
	}
	for _, dir := range o.dirs {
		tell(dir)
	}
	return notes
}

// parsePart parses PROFILE:WEIGHT. A file with exactly that name takes precedence.
func parsePart(arg string) (load.MergePart, error) {
	file, digits, ok := cli.CutWeight(arg)
	if _, err := os.Lstat(arg); err == nil || !ok {
		return load.MergePart{File: arg, Weight: rewrite.One}, nil
	}
	if strings.Trim(digits, "-+.0123456789") != "" && !cli.Exists(file) {
		return load.MergePart{File: arg, Weight: rewrite.One}, nil
	}
	weight, err := rewrite.ParseWeight(digits)
	if err != nil {
		return load.MergePart{}, cli.Usage(cli.Printable(file)+":10 means weight 10, :0.5 half", "%s: the weight %s is %v", cli.Printable(arg), cli.Printable(digits), err)
	}
	return load.MergePart{File: file, Weight: weight}, nil
}

// profilesIn lists the profiles of a directory by name.
func profilesIn(dir string, recursive bool) ([]string, error) {
	if cli.IsFile(dir) {
		return nil, &cli.Failure{Status: cli.StatusInput, File: dir, Err: errors.New("this is not a directory"), Hint: "--input-file takes a file"}
	}
	var files []string
	var below int                                            // number of directories that were not searched
	root := filepath.Clean(dir) + string(filepath.Separator) // a link to a directory is that directory
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if path != root && !recursive {
				below++
				return fs.SkipDir
			}
			return nil
		}
		if name := strings.TrimSuffix(entry.Name(), ".gz"); !strings.HasSuffix(name, ".iprof") {
			return nil
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() { // a link
			return nil
		}
		files = append(files, path)
		return nil
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &cli.Failure{Status: cli.StatusInput, File: dir, Err: errors.New("no such directory")}
	case err != nil:
		return nil, &cli.Failure{Status: cli.StatusInput, File: dir, Err: cli.Cause(err)}
	case len(files) == 0 && below > 0:
		return nil, &cli.Failure{Status: cli.StatusInput, File: dir, Err: errors.New("it contains no .iprof or .iprof.gz file"), Hint: "-r searches subdirectories"}
	case len(files) == 0:
		return nil, &cli.Failure{Status: cli.StatusInput, File: dir, Err: errors.New("it contains no .iprof or .iprof.gz file")}
	}
	return files, nil
}

// mergeNotes say how much came from which profile, and how much was in only one. If that takes more lines than limit (0:
// unlimited), they list the profiles with the most unique contexts.
func mergeNotes(m *rewrite.Merged, limit int) []cli.Note {
	shown := m.Inputs
	if limit > 0 && len(shown) > limit {
		shown = slices.Clone(shown)
		slices.SortStableFunc(shown, func(x, y rewrite.MergeInput) int { return cmp.Compare(y.InNoOther, x.InNoOther) })
		shown = shown[:limit]
	}
	var notes []cli.Note
	for _, in := range shown {
		records := 0
		for _, n := range in.Records {
			records += n
		}
		text := fmt.Sprintf("%s in %s", cli.Count(records, "record"), cli.Count(in.Contexts, "context"))
		if len(m.Inputs) > 1 {
			text += fmt.Sprintf(", %s of them only in this profile", words.Thousands(int64(in.InNoOther)))
		}
		if weight := m.WeightOf(in); weight != "1" {
			text += "; weight " + weight
		}
		notes = append(notes, cli.Note{File: in.Name, Text: text})
	}
	if rest := len(m.Inputs) - len(shown); rest > 0 {
		notes = append(notes, cli.Notef("and %d more; -n 0 shows all", rest))
	}
	alone := 0
	for _, in := range m.Inputs {
		alone += in.InNoOther
	}
	if n := len(m.Inputs); n > 1 {
		notes = append(notes, cli.Notef("%d profiles, %s: %s in all, %s in only one", n, cli.Count(m.Contexts, "context"),
			words.Thousands(int64(m.InAll)), words.Thousands(int64(alone))))
	}
	return notes
}
