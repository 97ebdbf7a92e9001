package main

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert/rewrite"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// stripOptions are the options of strip.
type stripOptions struct {
	cli.IOOptions
	strip     rewrite.StripOptions
	unused    bool
	anonymize string // key files
	reveal    string
}

func newStrip(e *cli.Env, o *stripOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "strip [flags] PROFILE... -o FILE",
		Short: "Reduce or anonymize an iprof",
		Long: `strip writes a reduced iprof. Unreferenced types and methods are always removed.
The rest stays as recorded: no count is changed and no context is cut short,
except that --profiler charges samples of the profiler's runtime to their
caller. Removed counts are unknown, which is not zero. One thing looks different
if the version of the file is below 1.0.0: there, all successors of a switch
that share a target have the total of that target. In the result, the first one
has this total and the others have 0.

--keep and --drop take packages or classes, with everything in them: com.example
includes com.example.Shop and com.example.shop.Order, but not com.examples.Shop.
They are names, not regular expressions, to prevent accidental matches. --keep
keeps only records about their methods, with all callers in the contexts of
these records. --drop removes all records about their methods, about methods
called by these, and with their types. The same holds for the stubs that
native-image generated to call these methods and named after them. Types in
signatures of other methods stay, as native-image knows the methods by them; a
warning names these types. If there is no such package or class, nothing is
written, and the exit status is 1.

--anonymize gives names pseudonyms, except those that are known to belong to the
JDK or native-image; packages, nesting, overloads and overrides stay visible.
The same KEYFILE gives the same pseudonyms; it is created if it does not exist,
and new names are added to it. Anyone who has it can restore the names
(--reveal): keep it, and keep it private.`,
		Example: `  iprof-viz strip --unused -o small.iprof.gz app.iprof
  iprof-viz strip --drop com.example.secret --profiler -o rest.iprof app.iprof
  iprof-viz strip --anonymize private.key -o bug-report.iprof app.iprof
  iprof-viz strip --reveal private.key -o app.iprof bug-report.iprof`,
		Args: cli.SomeProfiles,
		RunE: running(e, o, runStrip),
	}
	cli.OutputFlag(c, &o.IOOptions)
	fs := c.Flags()
	fs.BoolVar(&o.unused, "unused", false, "remove unreferenced types and methods, and nothing else")
	fs.StringSliceVar(&o.strip.Keep, "keep", nil, "keep only records about methods in this `PACKAGE` or class")
	fs.StringSliceVar(&o.strip.Drop, "drop", nil, "drop everything about this `PACKAGE` or class")
	fs.BoolVar(&o.strip.Profiler, "profiler", false, "drop the counts of the profiler's runtime")
	fs.StringVar(&o.anonymize, "anonymize", "", "replace names of the application by pseudonyms from this `KEYFILE`")
	fs.StringVar(&o.reveal, "reveal", "", "replace pseudonyms by their names from this `KEYFILE`")
	cli.Complete(c, "keep")
	cli.Complete(c, "drop")
	cli.InputFlags(c, &o.IOOptions)
	return c
}

func runStrip(e *cli.Env, o stripOptions, files []string) error {
	if err := e.Out.ForIprof("small.iprof"); err != nil {
		return err
	}
	if err := o.check(); err != nil {
		return err
	}
	if err := spareKey(e, cmp.Or(o.anonymize, o.reveal)); err != nil {
		return err
	}
	from, err := load.Load(e, files, load.Options{MaxInput: o.MaxInput, Needs: load.InliningContexts})
	if err != nil {
		return err
	}
	p := from.Profile
	if len(files) == 1 { // otherwise it has been reported
		e.Console.Tell(from.Name, load.PartWarnings(p)...)
	}
	records := 0
	for _, s := range iprof.Sections {
		records += p.Records(s)
	}
	if o.reveal != "" { // names must exist to be kept or dropped
		if p, err = reveal(e, o.reveal, from.Name, p); err != nil {
			return err
		}
	}
	if err := e.Working("stripping"); err != nil {
		return err
	}
	s, err := makeStripped(p, o.strip)
	if err != nil {
		return cli.InFile(from.Name, err)
	}
	if records > 0 && s.Removed() == records {
		return &cli.Failure{Status: cli.StatusCheck, File: from.Name, Err: errors.New("nothing is left")}
	}
	e.Console.Tell(from.Name, stripNotes(records, s)...)
	stripped := s.Profile
	if o.anonymize != "" {
		if stripped, err = anonymize(e, o.anonymize, from.Name, stripped, p); err != nil {
			return err
		}
	}
	warnOfLeftovers(e, from.Name, stripped, o.strip.Drop)
	return e.Out.WriteIprof(stripped)
}

// check fails if the options contradict each other, or request nothing.
func (o stripOptions) check() error {
	narrow := len(o.strip.Keep) > 0 || len(o.strip.Drop) > 0 || o.strip.Profiler
	switch {
	case !o.unused && !narrow && o.anonymize == "" && o.reveal == "":
		return cli.Usage("--unused removes unreferenced types and methods alone", "none of --keep, --drop, --profiler and --anonymize says what to remove")
	case o.unused && narrow:
		return cli.Usage("", "--unused cannot be used with --keep, --drop and --profiler, which include it")
	case o.anonymize != "" && o.reveal != "":
		return cli.Usage("", "use either --anonymize or --reveal, not both")
	case o.anonymize == "-" || o.reveal == "-":
		return cli.Usage("./- is a file of that name", "the key has to be in a file, not in -")
	}
	return nil
}

// makeStripped removes records from a profile. It fails if a package or class to keep or drop does not exist: a typo here could
// disclose a secret.
func makeStripped(p *iprof.Profile, opts rewrite.StripOptions) (*rewrite.Stripped, error) {
	for _, of := range []struct {
		flag     string
		packages []string
	}{{"--keep", opts.Keep}, {"--drop", opts.Drop}} {
		if none := rewrite.UnmatchedPackages(p, of.packages); len(none) > 0 {
			return nil, &cli.Failure{Status: cli.StatusCheck, Err: fmt.Errorf("%s %s: no such class or package", of.flag, cli.Printable(strings.Join(none, ","))), Hint: cli.Suggest("", rewrite.NearPackages(p, none))}
		}
	}
	return rewrite.Strip(p, opts), nil
}

// warnOfLeftovers names, even if the user wants no notes, what a stripped profile still has of dropped packages.
func warnOfLeftovers(e *cli.Env, name string, p *iprof.Profile, drop []string) {
	left := rewrite.Leftovers(p, drop)
	for i, l := range left {
		if i == maxLeftovers && len(left) > maxLeftovers+1 {
			e.Console.Warn(name, cli.Count(len(left)-i, "more name")+" of --drop left")
			return
		}
		text := cli.Printable(javaname.Type(l.Name)) + " is left"
		switch {
		case l.Methods > 1:
			text += fmt.Sprintf(" in the signatures of %s and %d more", cli.Printable(l.Method), l.Methods-1)
		case l.Methods == 1:
			text += " in the signature of " + cli.Printable(l.Method)
		}
		e.Console.Warn(name, text)
	}
}

// maxLeftovers is the maximum number of warnings of warnOfLeftovers, so that they fit on a screen.
const maxLeftovers = 10

// stripNotes count the removed parts of a profile with that many records.
func stripNotes(records int, s *rewrite.Stripped) []cli.Note {
	var notes []cli.Note
	var sections []string
	for i, n := range s.Records {
		if n > 0 {
			sections = append(sections, fmt.Sprintf("%s of %s", words.Thousands(int64(n)), iprof.Sections[i]))
		}
	}
	if gone := s.Removed(); gone > 0 {
		notes = append(notes, cli.Notef("removed %s of %s: %s", words.Thousands(int64(gone)), cli.Count(records, "record"), strings.Join(sections, ", ")))
	}
	if s.Moved > 0 {
		notes = append(notes, cli.Notef("%s counted for the method that the profiler interrupted", cli.Count(s.Moved, "sampled stack")))
	}
	notes = append(notes, cli.Notef("removed %s and %s from the tables", cli.Count(s.Methods, "method"), cli.Count(s.Types, "type")))
	return notes
}

// anonymize replaces the names of p, a part of whole, by pseudonyms. Name is what messages call the profile.
func anonymize(e *cli.Env, file, name string, p, whole *iprof.Profile) (*iprof.Profile, error) {
	k, err := load.ReadKey(file)
	fresh := errors.Is(err, fs.ErrNotExist)
	if fresh {
		k = &load.KeyFile{Key: make([]byte, 32), Names: map[string]string{}}
		rand.Read(k.Key) // it never fails
	} else if err != nil {
		return nil, keyFailure(file, err)
	}
	ps := rewrite.NewPseudonyms(k.Key, k.Names)
	anonymous, err := ps.Anonymize(p, whole)
	if err != nil {
		return nil, &cli.Failure{Status: cli.StatusLimit, File: file, Err: err}
	}
	// The key is written before the profile that needs it.
	added, err := k.Write(file, ps)
	if err != nil {
		f := &cli.Failure{Status: cli.StatusOutput, File: file, Err: cli.Cause(err)}
		if errors.Is(err, load.ErrLargeKey) {
			f.Status = cli.StatusLimit
		}
		return nil, f
	}
	if err := spareKey(e, file); err != nil && fresh { // only now that it exists can it be compared with the result
		if at, none := cli.FollowLinks(file); none == nil {
			os.Remove(at)
		}
		return nil, err
	}
	e.Console.Tell(name, cli.Notef("added %s to %s, which can reverse the pseudonyms: keep it private", cli.Count(added, "name"), cli.Printable(file)))
	return anonymous, nil
}

// reveal turns pseudonyms back into names.
func reveal(e *cli.Env, file, name string, p *iprof.Profile) (*iprof.Profile, error) {
	k, err := load.ReadKey(file)
	if err != nil {
		return nil, keyFailure(file, err)
	}
	revealed, n, err := rewrite.NewPseudonyms(k.Key, k.Names).Reveal(p)
	switch {
	case err != nil:
		return nil, &cli.Failure{Status: cli.StatusLimit, File: name, Err: err}
	case n == 0:
		return nil, &cli.Failure{Status: cli.StatusCheck, File: name, Err: fmt.Errorf("it contains no pseudonyms from %s", cli.Printable(file))}
	}
	e.Console.Tell(name, cli.Notef("restored %s", cli.Count(n, "pseudonym")))
	return revealed, nil
}

// keyFailure explains an error of reading a key file.
func keyFailure(file string, err error) *cli.Failure {
	f := &cli.Failure{Status: cli.StatusInput, File: file, Err: cli.Cause(err)}
	switch {
	case errors.Is(err, load.ErrLargeKey):
		f.Status = cli.StatusLimit
	case errors.Is(err, fs.ErrNotExist):
		f.Err = errors.New("no such file")
	}
	return f
}

// spareKey fails if the result would overwrite the key.
func spareKey(e *cli.Env, file string) error {
	info, err := os.Stat(file)
	if err != nil {
		return nil // opening it will report that
	}
	if info.IsDir() {
		return &cli.Failure{Status: cli.StatusInput, File: file, Err: errors.New("this is a directory"), Hint: "the key is a file in it, such as " + cli.Printable(filepath.Join(file, "private.key"))}
	}
	return e.Out.CheckInput(file, info)
}
