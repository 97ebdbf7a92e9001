package classpath

import (
	"errors"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// Sources finds source files. Its methods, except Close, are safe for concurrent use. Close it after use.
type Sources struct{ path *Path }

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
	return &Sources{p}, nil
}

// Read returns the source file of a class and where it was found: the file that the class names, in the directory of its package.
// It returns [ErrNotFound] if none.
func (s *Sources) Read(class *classfile.Class) (text []byte, file string, err error) {
	name := sourceName(class)
	for _, e := range s.path.elements {
		c, err := e.read(name)
		if !errors.Is(err, errNotHere) {
			return c.data, c.file, err
		}
	}
	return nil, "", ErrNotFound
}

// sourceName returns the file of a class: java/util/Map.java. Without the attribute SourceFile it is derived from the outermost
// class.
func sourceName(class *classfile.Class) string {
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
