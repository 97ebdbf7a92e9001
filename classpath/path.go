package classpath

import (
	"container/list"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/work"
)

// A Path finds classes in the elements of a class path, or in a JDK. Its methods, except Close, are safe for concurrent use. Close
// it after use.
type Path struct {
	limits   Limits
	release  int
	sources  bool // it is a path of source files: see [Sources]
	elements []element
	inflated *recent
	allowed  *allowance

	mu       sync.Mutex
	problems []error
	texts    map[string]bool // deduplicates problems
	archives int
	kept     int64           // bytes of directories and indexes
	seen     map[string]bool // files and directories that are already elements
}

// An element is an element of a path. Files are named by their place below it: java/util/Map$Entry.class.
type element interface {
	read(file string) (content, error) // errNotHere: there is no such file
	names(add func(file string)) error // names of classes, in order; an error may follow some of them
	Close() error
}

// A content is a file that was read.
type content struct {
	data []byte
	file string // for errors
}

var (
	errNotHere    = errors.New("not here")
	errNotRegular = errors.New("neither a regular file nor a directory")
)

func newPath(o Options) *Path {
	return &Path{
		limits:   o.Limits.orDefaults(),
		release:  o.Release,
		inflated: &recent{most: maxRecent, content: map[*inflated]*list.Element{}},
		allowed:  &allowance{budget: work.New(0)},
		texts:    map[string]bool{},
		seen:     map[string]bool{},
	}
}

// count counts an archive or directory. It returns false if there are too many.
func (p *Path) count(name string) bool {
	p.mu.Lock()
	p.archives++
	n := p.archives
	p.mu.Unlock()
	if n == p.limits.Archives+1 {
		p.problem(&classfile.FormatError{File: name, Err: beyond(int64(n), int64(p.limits.Archives), "archives on the path")})
	}
	return n <= p.limits.Archives
}

// keep makes a jar one of the path, and counts its directory and index, which stay in memory. Compressed jars in a jar can have large
// ones that take little of it.
func (p *Path) keep(j *jar) error {
	a := j.archive
	if err := p.keepBytes(int64(len(a.directory) + indexCost*len(j.files))); err != nil {
		return a.fail(a.at, "", "%w", err)
	}
	return nil
}

// keepBytes counts bytes of directories. After those that are too many, it fails for any number.
func (p *Path) keepBytes(n int64) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.kept += n; p.kept > maxDirectory {
		return beyond(p.kept, maxDirectory, "bytes of directories on the path")
	}
	return nil
}

// problem records an error, once.
func (p *Path) problem(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if text := err.Error(); !p.texts[text] {
		p.texts[text] = true
		p.problems = append(p.problems, err)
	}
}

// Problems returns the errors, so far, of elements and manifests that were left out: jars in jars are opened when they are first searched for a
// class.
func (p *Path) Problems() []error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.problems)
}

// Class reads a class, such as java.util.Map$Entry, from the first element that has it. If none has it, the error is [ErrNotFound];
// if it is damaged, or the file has another class, a [*classfile.FormatError]. The path does not cache classes: each call reads the
// file.
func (p *Path) Class(name string) (*classfile.Class, error) {
	if strings.Contains(name, "/") {
		return nil, ErrNotFound // without the suffix of a hidden class
	}
	file := strings.ReplaceAll(name, ".", "/") + ".class"
	for _, e := range p.elements {
		c, err := e.read(file)
		if errors.Is(err, errNotHere) {
			continue
		}
		if err != nil {
			return nil, err
		}
		class, err := classfile.Parse(c.data)
		if damaged := (*classfile.FormatError)(nil); errors.As(err, &damaged) {
			damaged.File = c.file
		}
		if err != nil {
			return nil, err
		}
		if class.Name != name {
			if _, ok := e.(*dir); ok && strings.EqualFold(class.Name, name) {
				continue // the file system is not case-sensitive
			}
			return nil, c.checkName(class.Name, name)
		}
		class.File = c.file
		return class, nil
	}
	if d, root, ok := p.rootOf(file); ok {
		p.problem(&RootError{Dir: d.name, Root: root})
	}
	return nil, ErrNotFound
}

// rootOf returns a directory on the path that has a file, but is below the directory where its packages begin, and that one.
func (p *Path) rootOf(file string) (d *dir, root string, ok bool) {
	for _, e := range p.elements {
		if d, isDir := e.(*dir); isDir {
			if root, ok := d.rootOf(file); ok {
				return d, root, true
			}
		}
	}
	return nil, "", false
}

// Classes yields the names of all classes, without duplicates: element by element, and by name within an element. Reading them in
// this order is fastest. A module's module-info is left out.
func (p *Path) Classes() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, names := range p.classesIn(element.names) {
			for _, name := range names {
				if !yield(className(name)) {
					return
				}
			}
		}
	}
}

// classesIn yields each element with the files of its classes that no element before it has. List lists those of an element, as its
// names does.
func (p *Path) classesIn(list func(e element, add func(file string)) error) iter.Seq2[element, []string] {
	return func(yield func(element, []string) bool) {
		seen := map[string]bool{}
		for _, e := range p.elements {
			var names []string
			if err := list(e, func(file string) {
				if !seen[file] {
					seen[file] = true
					names = append(names, file)
				}
			}); err != nil {
				p.problem(err)
			}
			if !yield(e, names) {
				return
			}
		}
	}
}

// className returns the name of the class that belongs into a file: java/util/Map$Entry.class has java.util.Map$Entry.
func className(file string) string {
	return strings.ReplaceAll(strings.TrimSuffix(file, ".class"), "/", ".")
}

// checkName returns an error unless the class in a file is the one that belongs there.
func (c content) checkName(got, want string) error {
	if got == want {
		return nil
	}
	return &classfile.FormatError{File: c.file, Place: "head", Err: &MisplacedError{got, want}}
}

// Packages returns the names of all packages with classes, sorted. The unnamed package is "".
func (p *Path) Packages() []string {
	packages := map[string]bool{}
	for class := range p.Classes() {
		packages[class[:max(0, strings.LastIndexByte(class, '.'))]] = true
	}
	return slices.Sorted(maps.Keys(packages))
}

// Close closes the files of the path.
func (p *Path) Close() error {
	var first error
	for _, e := range p.elements {
		if err := e.Close(); first == nil {
			first = err
		}
	}
	return first
}
