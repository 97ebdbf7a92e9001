package classpath

import (
	"errors"
	"strings"
	"sync"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// Sources finds source files. Its methods, except Close, are safe for concurrent use. Close it after use.
type Sources struct {
	path *Path

	mu      sync.Mutex
	found   bool
	missing string // the first file that was not found
}

// OpenSources opens a list of directories and archives of source files, separated by [filepath.ListSeparator]: they contain the
// directories of packages, as in source jars and a JDK's src.zip. As for [Open], dir/* means all jars in a directory, and links
// must not lead out of a directory.
//
// OpenSources fails if no element can be read. If only some fail, the rest are used; see [Sources.Problems].
func OpenSources(path string, o Options) (*Sources, error) {
	p := newPath(o)
	p.sources = true
	p.addList(path)
	if _, err := p.opened(); err != nil {
		return nil, err
	}
	return &Sources{path: p}, nil
}

// Read returns the source file of a class and where it was found: the file that the class names, in the directory of its package.
// It returns [ErrNotFound] if none.
func (s *Sources) Read(class *classfile.Class) (text []byte, file string, err error) {
	name := SourceName(class)
	for _, e := range s.path.elements {
		c, err := e.read(name)
		if !errors.Is(err, errNotHere) {
			s.note("")
			return c.data, c.file, err
		}
	}
	s.note(name)
	return nil, "", ErrNotFound
}

// note remembers whether any file was found, and otherwise the first one that was not.
func (s *Sources) note(missing string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.found = s.found || missing == ""; s.missing == "" {
		s.missing = missing
	}
}

// Found reports whether any file has been found.
func (s *Sources) Found() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.found
}

// Unfound returns the first file that was looked for, as java/util/Map.java, if none has been found; "": one was, or none was looked for.
func (s *Sources) Unfound() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.found {
		return ""
	}
	return s.missing
}

// RootOf returns the directory that should be on the path, if a directory on the path is below it and has the file: src, for src/com/acme on
// the path, which has Main.java, and com/acme/Main.java.
func (s *Sources) RootOf(file string) (dir string, ok bool) {
	_, dir, ok = s.path.rootOf(file)
	return dir, ok
}

// SourceName returns the file of a class: java/util/Map.java. Without the attribute SourceFile it is derived from the outermost
// class.
func SourceName(class *classfile.Class) string {
	name := strings.ReplaceAll(class.Name, ".", "/")
	i := strings.LastIndexByte(name, '/') + 1
	file := class.SourceFile
	if file == "" {
		outer, _, _ := strings.Cut(name[i:], "$")
		file = outer + ".java"
	}
	return name[:i] + file
}

// Problems returns the errors of elements that were left out.
func (s *Sources) Problems() []error { return s.path.Problems() }

// Close closes the files.
func (s *Sources) Close() error { return s.path.Close() }
