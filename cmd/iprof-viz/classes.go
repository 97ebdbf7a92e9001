package main

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// classOptions say where classes and their sources are.
type classOptions struct {
	classPath  string // as java -cp has it; "": none
	jdk        string // a directory; "": $JAVA_HOME
	sourcePath string // "": none
}

// classPathFlags are those of every command that reads classes.
func classPathFlags(c *cobra.Command, to *classOptions) {
	fs := c.Flags()
	fs.StringVar(&to.classPath, "classpath", "", "`PATH` of the program's classes, as java -cp has it")
	fs.StringVar(&to.jdk, "jdk", "", "`DIR` of the JDK, for its own classes (default: $JAVA_HOME)")
}

// classFlags are those of commands that show sources, too.
func classFlags(c *cobra.Command, to *classOptions) {
	classPathFlags(c, to)
	fs := c.Flags()
	fs.StringVar(&to.sourcePath, "source-path", "", "`PATH` of source directories and jars")
}

// A classFinder finds classes and sources. It opens the JDK when one of its classes is asked for.
type classFinder struct {
	path    *classfile.Path    // nil: none
	sources *classfile.Sources // nil: none
	jdk     string             // "": none
	library *classfile.Path    // nil: not opened yet, or not readable
	failed  error              // to open it
}

func (o classOptions) open() (*classFinder, error) {
	f := &classFinder{jdk: cmp.Or(o.jdk, os.Getenv("JAVA_HOME"))}
	var err error
	if o.classPath != "" {
		if f.path, err = classfile.Open(o.classPath, classfile.Options{}); err != nil {
			return nil, badClasses("--classpath", err)
		}
	}
	if o.sourcePath != "" {
		if f.sources, err = classfile.OpenSources(o.sourcePath, classfile.Options{}); err != nil {
			f.close()
			return nil, badClasses("--source-path", err)
		}
	}
	if o.jdk != "" {
		if _, err := os.Stat(o.jdk); err != nil {
			f.close()
			return nil, badClasses("--jdk", err)
		}
	}
	return f, nil
}

func badClasses(flag string, err error) error {
	return &failure{status: statusInput, file: flag, err: err}
}

// openForLines opens classes for commands that do without them: it returns nil unless the user says where they are.
func (o classOptions) openForLines() (*classFinder, error) {
	switch {
	case o.classPath != "" || o.jdk != "":
		return o.open()
	case o.sourcePath != "":
		return nil, usage("--classpath says where they are", "--source-path needs the classes, too: they have the line numbers")
	}
	return nil, nil
}

// lines returns the source lines of a profile; nil if there are no classes.
func (f *classFinder) lines(p *iprof.Profile) *sourceline.Lines {
	if f == nil {
		return nil
	}
	return sourceline.New(p, f.finder(), f.located())
}

// located returns the function that finds sources and their paths; nil if there are none. Files in archives have no path that other
// programs could open.
func (f *classFinder) located() code.SourceFinder {
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

// tellLines says which classes and sources could not be read, and how many methods have no lines for lack of a class.
func (e *env) tellLines(file string, found *classFinder, lines *sourceline.Lines) {
	if found == nil {
		return
	}
	for _, problem := range append(found.problems(), lines.Problems()...) {
		e.console.warn("", problem.Error())
	}
	if missing, asked := lines.Missing(); missing > 0 {
		e.console.tell(file, noteOf("no class could be read for %s of %s: no lines there", words.Thousands(int64(missing)), words.Count(int64(asked), "method")))
	}
}

func (f *classFinder) close() {
	if f == nil {
		return
	}
	if f.path != nil {
		f.path.Close()
	}
	if f.sources != nil {
		f.sources.Close()
	}
	if f.library != nil {
		f.library.Close()
	}
}

// finder returns the function that finds classes; nil if there are none.
func (f *classFinder) finder() code.Finder {
	if f.path == nil && f.jdk == "" {
		return nil
	}
	return f.class
}

func (f *classFinder) class(name string) (*classfile.Class, error) {
	if f.path != nil {
		class, err := f.path.Class(name)
		if err == nil || !errors.Is(err, classfile.ErrNotFound) {
			return class, err
		}
	}
	if f.jdk == "" || !inJDK(name) {
		return nil, classfile.ErrNotFound
	}
	library := f.openLibrary()
	if library == nil {
		return nil, classfile.ErrNotFound
	}
	return library.Class(name)
}

// openLibrary opens the JDK. It returns nil if there is none.
func (f *classFinder) openLibrary() *classfile.Path {
	if f.jdk != "" && f.library == nil && f.failed == nil {
		f.library, f.failed = classfile.OpenJDK(f.jdk, classfile.Options{})
	}
	return f.library
}

// inJDK reports whether a class may be one of the JDK's own.
func inJDK(class string) bool {
	for _, prefix := range []string{"java.", "javax.", "jdk.", "sun.", "com.sun.", "org.w3c.", "org.xml.", "org.ietf."} {
		if strings.HasPrefix(class, prefix) {
			return true
		}
	}
	return false
}

// problems are the errors of classes and sources that could not be read, so far.
func (f *classFinder) problems() []error {
	var all []error
	if f.path != nil {
		all = append(all, f.path.Problems()...)
	}
	if f.sources != nil {
		all = append(all, f.sources.Problems()...)
	}
	if f.library != nil {
		all = append(all, f.library.Problems()...)
	}
	if f.failed != nil {
		all = append(all, f.failed)
	}
	return all
}
