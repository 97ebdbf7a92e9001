package main

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert/rewrite"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A stripCommand has the flags of strip.
type stripCommand struct {
	strip     rewrite.StripOptions
	unused    bool
	anonymize string // key files
	reveal    string
}

func (a *app) newStrip(cmd *stripCommand) *cobra.Command {
	c := &cobra.Command{
		Use:   "strip [flags] PROFILE... -o FILE",
		Short: "Take out of an iprof what others need not have",
		Long: `strip writes an iprof with less in it. Types and methods that nothing refers to
always go. What stays is as it was recorded: no count is changed, no context is
cut short. What is taken out is unknown then, which is not zero.

--keep and --drop take packages or classes, with all that is in them:
com.example has com.example.Shop and com.example.shop.Order, but not
com.examples.Shop. --keep leaves records about methods of these, with the
callers, whosever they are, that say where it was. --drop leaves nothing of
these: no record about their methods, none about what these called, none with
types of theirs. Types stay that the signatures of other methods name. If there
is no such package or class, nothing is written, and the exit status is 1.

--anonymize gives names pseudonyms, but for those that are known to be the JDK's
or native-image's; packages, nesting, overloads and overrides stay as such. The
same KEYFILE gives the same pseudonyms; it is made if it is not there, and
grows by the names that are new to it. Who has it can turn pseudonyms back
(--reveal): keep it, and keep it to yourself.`,
		Example: `  iprof-viz strip --unused -o small.iprof.gz app.iprof
  iprof-viz strip --drop com.example.secret --profiler -o rest.iprof app.iprof
  iprof-viz strip --anonymize private.key -o bug-report.iprof app.iprof
  iprof-viz strip --reveal private.key -o app.iprof bug-report.iprof`,
		Args: someProfiles,
		RunE: func(c *cobra.Command, args []string) error { return a.strip(cmd, args) },
	}
	a.outputFlags(c)
	fs := c.Flags()
	fs.BoolVar(&cmd.unused, "unused", false, "take out what nothing refers to, and no more")
	fs.StringSliceVar(&cmd.strip.Keep, "keep", nil, "keep only records about methods in this `PACKAGE` or class")
	fs.StringSliceVar(&cmd.strip.Drop, "drop", nil, "drop all that has to do with this `PACKAGE` or class")
	fs.BoolVar(&cmd.strip.Profiler, "profiler", false, "drop what the profiler counted of its own runtime")
	fs.StringVar(&cmd.anonymize, "anonymize", "", "replace names of the application by pseudonyms of this `KEYFILE`")
	fs.StringVar(&cmd.reveal, "reveal", "", "turn pseudonyms of this `KEYFILE` back into names")
	c.RegisterFlagCompletionFunc("keep", cobra.NoFileCompletions)
	c.RegisterFlagCompletionFunc("drop", cobra.NoFileCompletions)
	a.readFlags(c)
	return c
}

func (a *app) strip(cmd *stripCommand, files []string) error {
	if err := a.notForTerminal("small.iprof"); err != nil {
		return err
	}
	narrow := len(cmd.strip.Keep) > 0 || len(cmd.strip.Drop) > 0 || cmd.strip.Profiler
	switch {
	case !cmd.unused && !narrow && cmd.anonymize == "" && cmd.reveal == "":
		return usage("--unused takes out what nothing refers to", "what is to be taken out?")
	case cmd.unused && narrow:
		return usage("", "--unused takes out what nothing refers to and no more; --keep, --drop and --profiler do that, too")
	case cmd.anonymize != "" && cmd.reveal != "":
		return usage("", "either --anonymize or --reveal")
	case cmd.anonymize == "-" || cmd.reveal == "-":
		return usage("./- is a file of that name", "a key is kept in a file: - is none")
	}
	if err := a.spareKey(cmp.Or(cmd.anonymize, cmd.reveal)); err != nil {
		return err
	}
	in, p, err := a.profile(files)
	if err != nil {
		return err
	}
	if len(files) == 1 { // else it has been said
		a.warnOfSource(in, p)
	}
	records := 0
	for _, s := range iprof.Sections {
		records += p.Records(s)
	}
	if cmd.reveal != "" { // names have to be there to be kept or dropped
		if p, err = a.reveal(cmd.reveal, in, p); err != nil {
			return err
		}
	}
	for _, of := range []struct {
		flag     string
		packages []string
	}{{"--keep", cmd.strip.Keep}, {"--drop", cmd.strip.Drop}} {
		if none := rewrite.Unmatched(p, of.packages); len(none) > 0 { // a slip here gives away what was to go
			return &failure{status: statusCheck, file: in.name, err: fmt.Errorf("%s %s: there is no such class or package", of.flag, printable(strings.Join(none, ",")))}
		}
	}
	s := rewrite.Strip(p, cmd.strip)
	a.tellStripped(in, records, s)
	stripped := s.Profile
	if cmd.anonymize != "" {
		if stripped, err = a.anonymize(cmd.anonymize, in, stripped, p); err != nil {
			return err
		}
	}
	return a.writeIprof(stripped)
}

func (a *app) tellStripped(in *input, records int, s *rewrite.Stripped) {
	var sections []string
	gone := 0
	for i, n := range s.Records {
		if n > 0 {
			gone += n
			sections = append(sections, fmt.Sprintf("%d of %s", n, iprof.Sections[i]))
		}
	}
	if gone > 0 {
		a.note(in.name, "took out %d of %s: %s", gone, count(records, "record"), strings.Join(sections, ", "))
	}
	if s.Moved > 0 {
		a.note(in.name, "%s counted for the method that the profiler interrupted", count(s.Moved, "sampled stack"))
	}
	a.note(in.name, "took %s and %s out of the tables", count(s.Methods, "method"), count(s.Types, "type"))
	if gone == records && gone > 0 {
		a.note(in.name, "nothing is left")
	}
}

// keyHeader begins a key file. Behind it come the key and a line for each pseudonym: the pseudonym, a space and the name,
// quoted.
const keyHeader = "iprof-viz pseudonyms 1\n"

// anonymize gives the names of p, which is what is left of whole, pseudonyms.
func (a *app) anonymize(file string, in *input, p, whole *iprof.Profile) (*iprof.Profile, error) {
	key, names, err := readKey(file)
	fresh := errors.Is(err, fs.ErrNotExist)
	at := file
	if fresh {
		if at, err = behindLinks(file); err != nil {
			return nil, &failure{status: statusOutput, file: file, err: cause(err)}
		}
		key, names = make([]byte, 32), map[string]string{}
		rand.Read(key) // it never fails
	} else if err != nil {
		return nil, &failure{status: statusInput, file: file, err: cause(err)}
	}
	ps := rewrite.NewPseudonyms(key, names)
	anonymous, err := ps.Anonymize(p, whole)
	if err != nil {
		return nil, &failure{status: statusLimit, file: file, err: err}
	}
	// The key is there before what was made with it.
	added, err := writeKey(at, fresh, key, ps)
	if err != nil {
		return nil, &failure{status: statusOutput, file: file, err: cause(err)}
	}
	if err := a.spareKey(file); err != nil && fresh { // only now that it is there can it be told from the result
		os.Remove(at)
		return nil, err
	}
	a.note(in.name, "%d names are new in %s, which turns pseudonyms back: keep it, and keep it to yourself", added, printable(file))
	return anonymous, nil
}

func (a *app) reveal(file string, in *input, p *iprof.Profile) (*iprof.Profile, error) {
	key, names, err := readKey(file)
	if err != nil {
		f := &failure{status: statusInput, file: file, err: cause(err)}
		if errors.Is(err, fs.ErrNotExist) {
			f.err = errors.New("there is no such file")
		}
		return nil, f
	}
	revealed, n := rewrite.NewPseudonyms(key, names).Reveal(p)
	if n == 0 {
		return nil, &failure{status: statusCheck, file: in.name, err: fmt.Errorf("no name in it is a pseudonym of %s", printable(file))}
	}
	a.note(in.name, "turned %s back", count(n, "pseudonym"))
	return revealed, nil
}

// spareKey fails where the result would replace the key.
func (a *app) spareKey(file string) error {
	info, err := os.Stat(file)
	if err != nil {
		return nil // whoever opens it will say
	}
	return a.spare(file, info)
}

// readKey reads a key file. A last line without an end was being written when the program was killed; it does not count.
func readKey(file string) (key []byte, names map[string]string, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	bad := errors.New("it is no file of pseudonyms")
	lines, ok := strings.CutPrefix(string(text), keyHeader)
	if !ok {
		return nil, nil, bad
	}
	names = map[string]string{}
	for line := range strings.Lines(lines) {
		line, whole := strings.CutSuffix(line, "\n")
		word, rest, ok := strings.Cut(line, " ")
		switch {
		case !whole:
		case !ok:
			return nil, nil, bad
		case word == "key":
			if key, err = hex.DecodeString(rest); err != nil || len(key) < 16 {
				return nil, nil, bad
			}
		default:
			name, err := strconv.Unquote(rest)
			if err != nil {
				return nil, nil, bad
			}
			names[word] = name
		}
	}
	if key == nil {
		return nil, nil, bad
	}
	return key, names, nil
}

// writeKey makes a key file for its owner's eyes, or adds what is new to one. What is in it stays.
func writeKey(file string, fresh bool, key []byte, ps *rewrite.Pseudonyms) (added int, err error) {
	flags := os.O_RDWR | os.O_APPEND
	if fresh {
		flags |= os.O_CREATE | os.O_EXCL
	}
	f, err := os.OpenFile(file, flags, 0o600)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	b := bufio.NewWriter(f) // keeps the first error
	if fresh {
		fmt.Fprintf(b, "%skey %s\n", keyHeader, hex.EncodeToString(key))
	} else if err := wholeLines(f); err != nil {
		return 0, err
	}
	for pseudonym, name := range ps.Added {
		fmt.Fprintf(b, "%s %q\n", pseudonym, name)
		added++
	}
	if err := b.Flush(); err != nil {
		return added, err
	}
	return added, f.Close()
}

// wholeLines cuts a last line off that has no end.
func wholeLines(f *os.File) error {
	text, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	if end := bytes.LastIndexByte(text, '\n') + 1; end < len(text) {
		return f.Truncate(int64(end))
	}
	return nil
}
