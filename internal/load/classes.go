package load

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// ClassOptions locate classes and their sources.
type ClassOptions struct {
	ClassPath  string // as in java -cp; "": none
	JDK        string // a directory; "": $JAVA_HOME
	SourcePath string // "": none
}

// ClassPathFlags are the flags of every command that reads classes.
func ClassPathFlags(c *cobra.Command, to *ClassOptions) {
	fs := c.Flags()
	fs.StringVar(&to.ClassPath, "classpath", "", "class `PATH` of the program, in the syntax of java -cp")
	fs.StringVar(&to.JDK, "jdk", "", "JDK home `DIR`, for JDK classes (default: $JAVA_HOME)")
}

// ClassFlags are the flags of commands that show sources as well.
func ClassFlags(c *cobra.Command, to *ClassOptions) {
	ClassPathFlags(c, to)
	fs := c.Flags()
	fs.StringVar(&to.SourcePath, "source-path", "", "`PATH` of source directories and source jars")
}

// Arguments returns the flags that locate the classes.
func (o ClassOptions) Arguments() []string {
	var all []string
	if o.ClassPath != "" {
		all = append(all, "--classpath", o.ClassPath)
	}
	if o.JDK != "" {
		all = append(all, "--jdk", o.JDK)
	}
	return all
}

// Short returns the options with [ShortNames] of their paths.
func (o ClassOptions) Short() ClassOptions {
	short := func(list string) string {
		return strings.Join(ShortNames(filepath.SplitList(list)...), string(filepath.ListSeparator))
	}
	o.ClassPath, o.SourcePath, o.JDK = short(o.ClassPath), short(o.SourcePath), short(o.JDK)
	return o
}

// A ClassFinder finds classes and sources. It opens the JDK when one of its classes is requested.
type ClassFinder struct {
	Path    *classpath.Path    // nil: none
	given   string             // the path as the user named it; "": none
	sources *classpath.Sources // nil: none
	JDK     string             // "": none
	opening sync.Mutex         // guards the following
	library *classpath.Path    // nil: not opened yet, or not readable
	Failed  error              // opens it
	cache   classCache
}

// Open opens the class path, the sources and the JDK that the options name. The caller closes the result.
func (o ClassOptions) Open() (*ClassFinder, error) {
	return o.OpenAs("--classpath")
}

// OpenAs is Open for a class path that another flag names.
func (o ClassOptions) OpenAs(flag string) (*ClassFinder, error) {
	f := &ClassFinder{given: o.ClassPath, JDK: cmp.Or(o.JDK, os.Getenv("JAVA_HOME"))}
	var err error
	if o.ClassPath != "" {
		if f.Path, err = classpath.Open(o.ClassPath, classpath.Options{}); err != nil {
			return nil, o.bad(flag, o.ClassPath, err)
		}
	}
	if o.SourcePath != "" {
		if f.sources, err = classpath.OpenSources(o.SourcePath, classpath.Options{}); err != nil {
			f.Close()
			return nil, o.bad("--source-path", o.SourcePath, err)
		}
	}
	if o.JDK != "" {
		if err := classpath.CheckJDK(o.JDK); err != nil {
			f.Close()
			return nil, BadClasses("--jdk", err)
		}
	}
	return f, nil
}

// BadClasses is the failure for an unreadable class path, given by a flag.
func BadClasses(flag string, err error) *cli.Failure {
	f := &cli.Failure{Status: cli.StatusInput, File: flag, Err: err}
	if place := (*classfile.FormatError)(nil); errors.Is(err, classpath.ErrNotJar) && errors.As(err, &place) && profileName().MatchString(place.File) {
		f.Hint = "it is a profile by its name; --classpath takes jars and directories of classes"
	}
	return f
}

// bad is BadClasses for a list of files, with names beside a missing one that are similar.
func (ClassOptions) bad(flag, list string, err error) *cli.Failure {
	f := BadClasses(flag, err)
	if errors.Is(err, fs.ErrNotExist) {
		for _, name := range filepath.SplitList(list) {
			if f.Hint == "" && !cli.Exists(name) {
				near := nearFiles(name, regexp.MustCompile(`(?i)\.(jar|jmod|zip)$`))
				for i := range near {
					near[i] = cli.Printable(near[i])
				}
				f.Hint = cli.Suggest("", near)
			}
		}
	}
	return f
}

// OpenForLines opens classes for commands that can do without them: it returns nil unless the user says where they are.
func (o ClassOptions) OpenForLines() (*ClassFinder, error) {
	if o == (ClassOptions{}) {
		return nil, nil
	}
	if err := o.checkClasses(); err != nil {
		return nil, err
	}
	return o.Open()
}

// checkClasses fails if there are sources without classes, which have the line numbers.
func (o ClassOptions) checkClasses() error {
	if o.SourcePath != "" && o.ClassPath == "" && o.JDK == "" {
		return cli.Usage("--classpath takes jars and directories of classes", "--source-path also needs --classpath: line numbers come from class files")
	}
	return nil
}

// OpenForSources is OpenForLines for commands that read recordings as well, which have their own line numbers: sources alone will do. When
// the profile is read, CheckFor or TellSources say whether they do.
func (o ClassOptions) OpenForSources() (*ClassFinder, error) {
	if o == (ClassOptions{}) {
		return nil, nil
	}
	return o.Open()
}

// CheckFor fails if there are sources without classes, and a profile needs these for its line numbers.
func (o ClassOptions) CheckFor(p *iprof.Profile) error {
	if p.Origin().Lines {
		return nil
	}
	return o.checkClasses()
}

// TellSources is CheckFor for commands that show lines, and no source texts: it says so of a profile that has its own line numbers.
func (o ClassOptions) TellSources(e *cli.Env, l *Loaded) error {
	if err := o.CheckFor(l.Profile); err != nil {
		return err
	}
	if o.SourcePath != "" && l.Profile.Origin().Lines {
		e.Console.Tell(l.Name, cli.Notef("--source-path is not used: the profile has its own line numbers; iprof-viz list and iprof-viz report show their source"))
	}
	return nil
}

// NoLines is the failure of a flag that needs source lines, for a profile without any, if there are no class files either.
func NoLines(flag string) error {
	return cli.Usage("", "%s needs --classpath: class files have the line numbers", flag)
}

// Lines returns the source lines of a profile: its own or, if it has none, those of class files; nil without classes. Methods
// whose code is of another version have none, as far as the records that were read show that, see [Options.WithCode].
func (f *ClassFinder) Lines(p *iprof.Profile) *sourceline.Lines {
	switch {
	case p.Origin().Lines:
		return sourceline.Recorded(p)
	case f == nil:
		return nil
	}
	lines := sourceline.New(p, f.Finder(), f.Located())
	lines.Judge(f.Judge(p))
	return lines
}

// Judge returns the function that judges whether the methods of a class are of the version of the profile, see [fit.NewByClass].
func (f *ClassFinder) Judge(p *iprof.Profile) func(slots []int32) (changed, gone []int32) {
	return fit.NewByClass(p, nil, func() fit.Code { return fit.Code{Program: f.Path, JDK: f.OpenLibrary(), Class: f.read} })
}

// Located returns the function that finds sources and their paths; nil if none. Files in archives have no path that other
// programs could open.
func (f *ClassFinder) Located() code.SourceFinder {
	if f.sources == nil {
		return nil
	}
	return func(class *classfile.Class) ([]byte, string, error) {
		text, file, err := f.sources.Read(class)
		if _, gone := os.Stat(file); gone != nil {
			file = ""
		}
		return text, filepath.ToSlash(file), err
	}
}

// TellLines reports which classes and sources could not be read, how many methods have no lines because their class is missing, and that
// there are no sources.
func TellLines(e *cli.Env, file string, found *ClassFinder, lines *sourceline.Lines) {
	if found == nil {
		return
	}
	found.TellProblems(e, lines.Problems()...)
	TellMissing(e, file, found, lines)
	found.TellSourceless(e, file, lines)
}

// TellSourceless reports that --source-path has no source of any method with records. Lines needed so far may be of few methods, or of none.
func (f *ClassFinder) TellSourceless(e *cli.Env, file string, lines *sourceline.Lines) {
	if f.sources == nil || e.Console.IsQuiet() {
		return
	}
	lines.FindUntil(f.sources.Found)
	e.Console.Tell(file, f.SourceNotes()...)
}

// TellProblems warns about unreadable classes and sources, and other problems with them. Of classes below another directory than the one
// on the class path it says which that is, and names only the first.
func (f *ClassFinder) TellProblems(e *cli.Env, others ...error) {
	var roots []string
	problems := slices.DeleteFunc(append(f.Problems(), others...), func(err error) bool {
		root, ok := classpath.RootOf(err)
		if !ok || slices.Contains(roots, root) {
			return ok
		}
		roots = append(roots, root)
		return false
	})
	e.Console.WarnOf(problems...)
	for _, root := range roots {
		e.Console.Tell("", cli.Note{Text: "use --classpath " + words.ShellQuote(filepath.ToSlash(root)), Hint: true})
	}
}

// TellMissing reports, if requested lines are missing, how many methods with records have none because their class is missing or of another
// version, and whether a JDK would have some.
func TellMissing(e *cli.Env, file string, found *ClassFinder, lines *sourceline.Lines) {
	missing, _ := lines.Missing()
	if e.Console.IsQuiet() || len(missing)+len(lines.Changed())+len(lines.Gone()) == 0 {
		return
	}
	lines.FindAll() // as some rows lack lines, read the classes of all, so that every command says the same
	tellVersions(e, file, lines)
	missing, asked := lines.Missing()
	if len(missing) == 0 {
		return
	}
	text := fmt.Sprintf("%s of %s have no readable class file, so no line numbers", words.Thousands(int64(len(missing))), words.Count(int64(asked), "method"))
	library := 0
	for _, slot := range missing {
		if inJDK(lines.Class(slot)) {
			library++
		}
	}
	if found.JDK == "" && library > 0 {
		text += fmt.Sprintf("; --jdk DIR adds up to %s of them", words.Thousands(int64(library)))
	}
	e.Console.Tell(file, cli.Notef("%s", text))
	if hint := found.PlaceHint(true); hint != "" && len(missing) == asked {
		e.Console.Tell("", cli.Note{Text: hint, Hint: true})
	}
}

// tellVersions reports the methods whose code is of another version than the profile, and those that the code does not have.
func tellVersions(e *cli.Env, file string, lines *sourceline.Lines) {
	var parts []string
	if other := otherCode(lines); other != "" {
		parts = append(parts, other)
	}
	if gone := lines.Gone(); len(gone) > 0 {
		parts = append(parts, fmt.Sprintf("%s not in the class files, such as %s", words.Count(int64(len(gone)), "method"), cli.Printable(lines.Name(gone[0]))))
	}
	if len(parts) > 0 {
		e.Console.Tell(file, cli.Notef("%s: no line numbers", strings.Join(parts, "; ")))
	}
}

// otherCode says how many methods, of those whose lines were requested, have code of another version; "": none.
func otherCode(lines *sourceline.Lines) string {
	changed := lines.Changed()
	if len(changed) == 0 {
		return ""
	}
	return fmt.Sprintf("code of %s is of another version, such as %s", words.Count(int64(len(changed)), "method"), cli.Printable(lines.Name(changed[0])))
}

// Close closes everything that was opened. F may be nil.
func (f *ClassFinder) Close() {
	if f == nil {
		return
	}
	if f.Path != nil {
		f.Path.Close()
	}
	if f.sources != nil {
		f.sources.Close()
	}
	if f.library != nil {
		f.library.Close()
	}
}

// Finder returns the function that finds classes; nil if none.
func (f *ClassFinder) Finder() code.Finder {
	if f.Path == nil && f.JDK == "" {
		return nil
	}
	return f.class
}

// Headers yields the headers of all classes that Finder finds; of several with one name, Finder finds the first.
func (f *ClassFinder) Headers() iter.Seq2[classfile.Header, error] {
	return func(yield func(classfile.Header, error) bool) {
		if f.Path != nil {
			for h, err := range f.Path.Headers() {
				if !yield(h, err) {
					return
				}
			}
		}
		library := f.OpenLibrary()
		if library == nil {
			return
		}
		for h, err := range library.Headers() {
			if (err != nil || inJDK(h.Name)) && !yield(h, err) {
				return
			}
		}
	}
}

func (f *ClassFinder) class(name string) (*classfile.Class, error) {
	if f.Path != nil {
		class, err := f.read(f.Path, name)
		if err == nil || !errors.Is(err, classpath.ErrNotFound) {
			return class, err
		}
	}
	if f.JDK == "" || !inJDK(name) {
		return nil, classpath.ErrNotFound
	}
	library := f.OpenLibrary()
	if library == nil {
		return nil, classpath.ErrNotFound
	}
	return f.read(library, name)
}

// read returns a class of the class path or of the JDK. It is the same for lines as for the judge of versions, so that each class is read once.
func (f *ClassFinder) read(from *classpath.Path, name string) (*classfile.Class, error) {
	return f.cache.find(classKey{from, name}, from.Class)
}

// CallOptions returns how the call graph of a profile reads class files. F may be nil: not at all.
func (f *ClassFinder) CallOptions() calls.Options {
	if f == nil || f.Finder() == nil {
		return calls.Options{}
	}
	return calls.Options{Class: f.Finder(), Classes: hierarchy.New(f.Finder(), f.Headers)}
}

// Hints returns what the call graph of a profile, in the contexts that filters keep, tells about calls besides records. It is nil
// without classes. The graph is made when the first hints are asked for.
func (f *ClassFinder) Hints(p *iprof.Profile, names *convert.Names, filter convert.FilterOptions) code.Hints {
	opts := f.CallOptions()
	if opts.Class == nil {
		return nil
	}
	graph := sync.OnceValue(func() *calls.Graph {
		opts.Contexts = convert.Project(p, p.Contexts, names, filter)
		return calls.New(p, opts)
	})
	return func(slot int32) map[int]code.CallHint { return graph().Hints(slot) }
}

// OpenLibrary opens the JDK, once. It returns nil if none. It is safe for concurrent use: headers are read ahead.
func (f *ClassFinder) OpenLibrary() *classpath.Path {
	f.opening.Lock()
	defer f.opening.Unlock()
	if f.JDK != "" && f.library == nil && f.Failed == nil {
		f.library, f.Failed = classpath.OpenJDK(f.JDK, classpath.Options{})
	}
	return f.library
}

// inJDK reports whether a class may be a JDK class.
func inJDK(class string) bool {
	packages := []string{"java.", "javax.", "jdk.", "sun.", "com.sun.", "org.w3c.", "org.xml.", "org.ietf."}
	return slices.ContainsFunc(packages, func(prefix string) bool { return strings.HasPrefix(class, prefix) })
}

// Problems are the errors, so far, about unreadable classes and sources.
func (f *ClassFinder) Problems() []error {
	var all []error
	if f.Path != nil {
		all = append(all, f.Path.Problems()...)
	}
	if f.sources != nil {
		all = append(all, f.sources.Problems()...)
	}
	if f.library != nil {
		all = append(all, f.library.Problems()...)
	}
	if f.Failed != nil {
		all = append(all, f.Failed)
	}
	return all
}
