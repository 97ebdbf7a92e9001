package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert/rewrite"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A mergeCommand has the flags of merge.
type mergeCommand struct {
	files, dirs []string // the vendor's way to name profiles
	stdin       []string // weights of standard input
	recursive   bool
	stripUnused bool
	limit       int // how many profiles are told about
}

func (a *app) newMerge(cmd *mergeCommand) *cobra.Command {
	cmd.limit = 10
	c := &cobra.Command{
		Use:   "merge [flags] PROFILE[:WEIGHT]... -o FILE",
		Short: "Add profiles up and write an iprof for native-image",
		Long: `merge adds up the counts of several profiles. Methods are the same if class,
name and signature are, to the letter, as native-image matches them; contexts
are the same if all their frames are. The order of the profiles does not matter.
The result is an iprof of version 1.0.0, or of 1.1.0 if it has records of
instanceof; FILE is gzipped if its name ends in .gz.

A WEIGHT multiplies a profile's counts: short.iprof:10, or -:10 for standard
input. A file of that very name goes first. A directory stands for the .iprof and .iprof.gz files in it.

Standard error says what came from where, and what is in one profile only. Of
many it tells those that have the most that no other has.

--input-file, --input-dir and --output-file are what native-image-configure
merge-pgo-profiles calls them.`,
		Example: `  iprof-viz merge -o all.iprof monday.iprof tuesday.iprof
  iprof-viz merge -o weighted.iprof.gz startup.iprof:5 load.iprof
  iprof-viz merge -r --strip-unused -o all.iprof profiles/`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error { return a.merge(cmd, args) },
	}
	a.outputFlags(c)
	fs := c.Flags()
	fs.BoolVarP(&cmd.recursive, "recursive", "r", false, "look into directories below a directory, too")
	fs.BoolVar(&cmd.stripUnused, "strip-unused", false, "leave out types and methods that nothing refers to")
	bind(c, numberValue(&cmd.limit, "ROWS"), "limit", "n", "tell what came from that many profiles, 0: all")
	fs.StringArrayVar(&cmd.files, "input-file", nil, "one more `PROFILE`")
	fs.StringArrayVar(&cmd.dirs, "input-dir", nil, "one more `DIRECTORY` of profiles")
	bind(c, fileValue(&a.target.path), "output-file", "", "the same as --output")
	fs.StringArrayVarP(&cmd.stdin, "stdin-weight", ":", nil, "read standard input with this `WEIGHT`")
	fs.MarkHidden("stdin-weight") // -:10 is a PROFILE:WEIGHT, but looks like a flag to pflag
	a.readFlags(c)
	return c
}

func (a *app) merge(cmd *mergeCommand, args []string) error {
	if err := a.notForTerminal("all.iprof"); err != nil {
		return err
	}
	sources, err := cmd.sources(args)
	if err != nil {
		return err
	}
	m, err := a.mergeSources(sources)
	if err != nil {
		return err
	}
	a.tellMerged(m, cmd.limit)
	p := m.Profile
	if cmd.stripUnused {
		p = iprof.Canonical(p, true)
	}
	return a.writeIprof(p)
}

// sources finds the profiles that the arguments and flags name, in that order; those of a directory by their names.
func (cmd *mergeCommand) sources(args []string) ([]source, error) {
	for _, weight := range cmd.stdin {
		args = append(args, "-:"+weight)
	}
	var all []source
	for _, arg := range args {
		s, err := weighted(arg)
		if err != nil {
			return nil, err
		}
		if info, err := os.Stat(s.name); s.name == "-" || err != nil || !info.IsDir() {
			all = append(all, s)
			continue
		}
		files, err := profilesIn(s.name, cmd.recursive)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			all = append(all, source{file, s.weight})
		}
	}
	for _, file := range cmd.files {
		all = append(all, source{file, 1})
	}
	for _, dir := range cmd.dirs {
		files, err := profilesIn(dir, cmd.recursive)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			all = append(all, source{file, 1})
		}
	}
	if len(all) == 0 {
		return nil, usage(`name files or directories, or "-" for standard input`, "a PROFILE is missing")
	}
	var names []string
	for _, s := range all {
		names = append(names, s.name)
	}
	return all, onlyOneStdin(names)
}

// weighted takes PROFILE:WEIGHT apart. What exists under that very name is a profile.
func weighted(arg string) (source, error) {
	colon := strings.LastIndexByte(arg, ':')
	if _, err := os.Lstat(arg); err == nil || colon <= 0 {
		return source{arg, 1}, nil
	}
	digits := arg[colon+1:]
	if digits == "" || strings.Trim(digits, "-+.0123456789") != "" {
		return source{arg, 1}, nil
	}
	weight, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || weight < 1 {
		return source{}, usage("", "%s: the weight %s is not a whole number from 1 on", printable(arg), digits)
	}
	return source{arg[:colon], weight}, nil
}

// profilesIn lists the profiles of a directory in the order of their names.
func profilesIn(dir string, recursive bool) ([]string, error) {
	var files []string
	var below int // directories that were not looked into
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if path != dir && !recursive {
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
		return nil, &failure{status: statusInput, file: dir, err: errors.New("there is no such directory")}
	case err != nil:
		return nil, &failure{status: statusInput, file: dir, err: cause(err)}
	case len(files) == 0 && below > 0:
		return nil, &failure{status: statusInput, file: dir, err: errors.New("there is no .iprof or .iprof.gz in it"), hint: "-r looks into directories below"}
	case len(files) == 0:
		return nil, &failure{status: statusInput, file: dir, err: errors.New("there is no .iprof or .iprof.gz in it")}
	}
	return files, nil
}

// tellMerged says what came from where, and what was in one profile only. Where that takes more lines than limit, 0 being
// none, it tells of those that have the most of their own.
func (a *app) tellMerged(m *rewrite.Merged, limit int) {
	told := m.Inputs
	if limit > 0 && len(told) > limit {
		told = slices.Clone(told)
		slices.SortStableFunc(told, func(x, y rewrite.MergeInput) int { return cmp.Compare(y.Only, x.Only) })
		told = told[:limit]
	}
	for _, in := range told {
		records := 0
		for _, n := range in.Records {
			records += n
		}
		text := fmt.Sprintf("%s in %s", count(records, "record"), count(in.Contexts, "context"))
		if len(m.Inputs) > 1 {
			text += fmt.Sprintf(", %d of them in no other profile", in.Only)
		}
		if in.Weight != 1 {
			text += fmt.Sprintf("; counted %d times", in.Weight)
		}
		a.note(in.Name, "%s", text)
	}
	if rest := len(m.Inputs) - len(told); rest > 0 {
		a.note("", "and %d more; -n 0 tells of all", rest)
	}
	alone := 0
	for _, in := range m.Inputs {
		alone += in.Only
	}
	if n := len(m.Inputs); n > 1 {
		a.note("", "%d profiles have %s: %d in all of them, %d in one only", n, count(m.Contexts, "context"), m.Common, alone)
	}
}
