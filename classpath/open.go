package classpath

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// Open opens a class path with the syntax of java -cp: directories and archives, separated by [filepath.ListSeparator]; dir/* is
// all jars in a directory, by name; an empty element is the current directory; the Class-Path in the manifest of a jar adds more
// jars after it, as long as they are below its directory. In addition to jars, it accepts wars, jmods and the run-time image of a
// JDK, and jars in BOOT-INF/lib and WEB-INF/lib belong to the path, after the classes in BOOT-INF/classes and WEB-INF/classes.
//
// Open fails if no element can be read. If only some fail, the rest are used; see [Path.Problems].
func Open(path string, o Options) (*Path, error) {
	p := newPath(o)
	p.addList(path)
	return p.opened()
}

// addList adds the elements of a list.
func (p *Path) addList(path string) {
	names := filepath.SplitList(path)
	if len(names) == 0 {
		names = []string{"."}
	}
	for _, name := range names {
		name = cmp.Or(name, ".")
		if dir, star := strings.CutSuffix(name, "*"); star && (dir == "" || os.IsPathSeparator(dir[len(dir)-1])) {
			p.addAll(filepath.Clean(dir), ".jar")
		} else {
			p.add(name)
		}
	}
}

// opened returns the path, or the first problem if there is nothing else in it.
func (p *Path) opened() (*Path, error) {
	if len(p.elements) == 0 && len(p.problems) > 0 {
		return nil, p.problems[0]
	}
	return p, nil
}

// add adds a file or directory named by the user: links are followed.
func (p *Path) add(name string) {
	p.addFrom(name, name, os.Stat, os.Open, os.OpenRoot)
}

// addBelow adds a file or directory below a directory: links are followed as long as they stay in it.
func (p *Path) addBelow(root *os.Root, name string) {
	p.addFrom(filepath.Join(root.Name(), name), name, root.Stat, root.Open, root.OpenRoot)
}

func (p *Path) addFrom(full, name string, stat func(string) (fs.FileInfo, error), open func(string) (*os.File, error), openDir func(string) (*os.Root, error)) {
	clean := filepath.Clean(full)
	if p.seen[clean] || !p.count(full) {
		return
	}
	p.seen[clean] = true
	info, err := stat(name)
	switch {
	case err != nil:
		p.problem(placed(full, err))
	case info.IsDir():
		root, err := openDir(name)
		if err != nil {
			p.problem(placed(full, err))
			return
		}
		whole, _ := filepath.Abs(full)
		p.elements = append(p.elements, &dir{root, full, filepath.ToSlash(whole), p.limits})
	case !info.Mode().IsRegular():
		p.problem(fmt.Errorf("%s: %w", full, errNotRegular))
	default:
		f, err := open(name)
		if err != nil {
			p.problem(placed(full, err))
			return
		}
		m, err := p.addArchive(f, info.Size(), full, f.Close)
		if err != nil {
			p.problem(err)
			f.Close()
			return
		}
		p.addClassPath(m.classPath, full)
	}
}

// placed returns an error of the operating system without the name of its call.
func placed(name string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// addAll adds the files with an extension in a directory, by name.
func (p *Path) addAll(dir, ext string) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		p.problem(placed(dir, err))
		return
	}
	defer root.Close()
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		p.problem(placed(dir, err))
	}
	for _, e := range entries {
		if strings.EqualFold(filepath.Ext(e.Name()), ext) {
			p.addBelow(root, e.Name())
		}
	}
}

// addArchive adds an archive or a run-time image, and returns its manifest.
func (p *Path) addArchive(data io.ReaderAt, size int64, name string, close func() error) (manifest, error) {
	magic := make([]byte, 4)
	if _, err := data.ReadAt(magic, 0); err != nil && !errors.Is(err, io.EOF) {
		return manifest{}, placed(name, err)
	}
	switch string(magic) {
	case "\xCA\xFE\xDA\xDA", "\xDA\xDA\xFE\xCA":
		p.allowed.grow(size)
		i, err := openImage(data, size, name, p.limits, p.allowed)
		if err != nil {
			return manifest{}, err
		}
		i.close = close
		p.elements = append(p.elements, i)
		return manifest{}, nil
	case "\xCA\xFE\xBA\xBE":
		return manifest{}, &classfile.FormatError{File: name, Err: fmt.Errorf("%w but a class file: a class path has the directory of its packages", ErrNotJar)}
	}
	p.allowed.grow(size)
	a, err := openArchive(data, size, name, p.limits, p.allowed)
	if err != nil {
		return manifest{}, err
	}
	var j *jar
	if p.sources {
		j = newSourceJar(a)
	} else {
		j = newJar(a, p.release, string(magic) == "JM\x01\x00", p.problem)
		p.nest(j, 0)
	}
	if err := p.keep(j); err != nil {
		return manifest{}, err
	}
	j.close = close
	p.elements = append(p.elements, j)
	return j.manifest, nil
}

// addClassPath adds the Class-Path of a manifest. Like java, it ignores files that do not exist: many jars name some. Unlike java,
// it ignores those that are not below the directory of the jar, because only the jar names them.
func (p *Path) addClassPath(urls []string, jar string) {
	if len(urls) == 0 {
		return
	}
	root, err := os.OpenRoot(filepath.Dir(jar))
	if err != nil {
		p.problem(placed(jar, err))
		return
	}
	defer root.Close()
	var outside []string
	for _, u := range urls {
		name, err := url.PathUnescape(u)
		if err != nil || name == "." || name == "./" {
			continue
		}
		if name = filepath.FromSlash(name); !filepath.IsLocal(name) || strings.Contains(u, ":") {
			outside = append(outside, u)
			continue
		}
		if _, err := root.Stat(name); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		p.addBelow(root, filepath.Clean(name))
	}
	if len(outside) > 0 {
		more := ""
		if n := len(outside) - 1; n > 0 {
			more = fmt.Sprintf(" (and %d more)", n)
		}
		p.problem(&classfile.FormatError{File: jar, Place: "Class-Path of the manifest", Err: fmt.Errorf("%s%s %w", words.QuoteShort(outside[0], longName), more, ErrOutside)})
	}
}
