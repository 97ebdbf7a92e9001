package classpath

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// Sources finds source files. Its methods, except Close, are safe for concurrent use. Close it after use.
type Sources struct {
	path *Path

	mu      sync.Mutex
	found   bool
	missing string           // the first file that was not found
	judged  map[string]bool  // classes whose last line has been compared with the end of their file
	other   map[string]error // by file: it is of another version than its classes
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
// It returns [ErrNotFound] if none, and [ErrOtherVersion] if a class that was read from the file has lines beyond its end.
func (s *Sources) Read(class *classfile.Class) (text []byte, file string, err error) {
	name := SourceName(class)
	for _, e := range s.path.elements {
		c, err := e.read(name)
		if !errors.Is(err, errNotHere) {
			s.note("")
			if err == nil {
				err = s.judge(class, c)
			}
			if err != nil {
				return nil, c.file, err
			}
			return c.data, c.file, nil
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

// judge compares the last line of a class with the end of its source file. The result holds for all classes of the file.
func (s *Sources) judge(class *classfile.Class, source content) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.other[source.file]; err != nil || s.judged[class.Name] {
		return err
	}
	if s.judged == nil {
		s.judged, s.other = map[string]bool{}, map[string]error{}
	}
	s.judged[class.Name] = true
	if last, end := class.LastLine(), countLines(source.data); last > end {
		s.other[source.file] = fmt.Errorf("%s: not used: it has %s, and class %s has code up to line %s, so %w",
			source.file, words.Count(int64(end), "line"), class.Name, words.Thousands(int64(last)), ErrOtherVersion)
	}
	return s.other[source.file]
}

// countLines returns the number of lines of a text, as compilers count them.
func countLines(text []byte) int {
	n := bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r")) - bytes.Count(text, []byte("\r\n"))
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) && !bytes.HasSuffix(text, []byte("\r")) {
		n++
	}
	return n
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
