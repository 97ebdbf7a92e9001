package classpath

import (
	"bytes"
	"container/list"
	"io"
	"slices"
	"sync"
)

// A nestedJar is a jar in a jar. It is opened when it is first searched for a class, because most are not needed.
type nestedJar struct {
	open func() *jar // nil if it is damaged
}

// nest adds the nested jars of a jar to it.
func (p *Path) nest(j *jar, depth int) {
	a := j.archive
	defer func() { j.inside.next = j.nested }()
	for name, at := range a.names {
		if !isNested(name) {
			continue
		}
		if depth == p.limits.Nesting {
			p.problem(a.failEntry(a.entry(at), "%w", beyond(int64(depth)+1, int64(p.limits.Nesting), "jars within each other")))
			return
		}
		if !p.count(a.name) {
			return
		}
		j.nested = append(j.nested, &nestedJar{sync.OnceValue(func() *jar {
			inner, err := p.openNested(a, a.entry(at), depth)
			if err != nil {
				p.problem(err)
				return nil
			}
			return inner
		})})
	}
}

// openNested opens a jar in a jar. A stored one is read in place, a compressed one from memory.
func (p *Path) openNested(a *archive, e zipEntry, depth int) (*jar, error) {
	if err := p.keepBytes(0); err != nil {
		return nil, a.failEntry(e, "%w", err) // before it is decompressed
	}
	var data io.ReaderAt = &inflated{p.inflated, a, e}
	if e.method == stored && e.flags&encryptedFlag == 0 {
		at, err := a.section(e)
		if err != nil {
			return nil, err
		}
		e.size = e.compressed
		data = io.NewSectionReader(a.data, at, e.size)
	}
	inner, err := openArchive(data, e.size, a.name+"!"+printable(e.name), p.limits, p.allowed)
	if err != nil {
		return nil, err
	}
	j := newJar(inner, p.release, false, p.problem)
	if err := p.keep(j); err != nil {
		return nil, err
	}
	p.nest(j, depth+1)
	return j, nil
}

// An inside finds the files of nested jars, also of those nested in them, without a search of each jar for each file. It opens jars
// in order until one has the file.
type inside struct {
	mu    sync.Mutex
	next  []*nestedJar    // not yet opened, the next one first
	files map[string]*jar // the first jar that has each file
}

// find returns the first jar that has a file; nil if none has it.
func (in *inside) find(file string) *jar {
	in.mu.Lock()
	defer in.mu.Unlock()
	for in.files[file] == nil && len(in.next) > 0 {
		inner := in.next[0].open()
		in.next = in.next[1:]
		if inner == nil {
			continue
		}
		if in.files == nil {
			in.files = map[string]*jar{}
		}
		for name := range inner.files {
			if in.files[name] == nil {
				in.files[name] = inner
			}
		}
		in.next = append(slices.Clone(inner.nested), in.next...)
	}
	return in.files[file]
}

// inflated is the content of a compressed entry, for random access.
type inflated struct {
	recent  *recent
	archive *archive
	entry   zipEntry
}

func (s *inflated) ReadAt(b []byte, at int64) (int, error) {
	data, err := s.recent.get(s)
	if err != nil {
		return 0, err
	}
	return bytes.NewReader(data).ReadAt(b, at)
}

// maxRecent is the maximum number of bytes of decompressed jars kept in memory. A war of a hundred libraries has more, but
// consecutive classes are mostly in the same one.
const maxRecent = 32 << 20

// recent caches the most recently used contents, up to a number of bytes. The last one is kept even if it is larger.
type recent struct {
	most    int // bytes
	mu      sync.Mutex
	size    int
	order   list.List // of recentContent, most recently used first
	content map[*inflated]*list.Element
}

type recentContent struct {
	source *inflated
	data   []byte
}

func (r *recent) get(s *inflated) ([]byte, error) {
	r.mu.Lock()
	if e := r.content[s]; e != nil {
		r.order.MoveToFront(e)
		r.mu.Unlock()
		return e.Value.(recentContent).data, nil
	}
	r.mu.Unlock()
	// Without the lock: the archive itself may be such a content.
	data, err := s.archive.readEntry(s.entry, s.archive.limits.NestedSize)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.content[s] == nil {
		r.content[s] = r.order.PushFront(recentContent{s, data})
		r.size += len(data)
	}
	for r.size > r.most && r.order.Len() > 1 {
		last := r.order.Remove(r.order.Back()).(recentContent)
		delete(r.content, last.source)
		r.size -= len(last.data)
	}
	return data, nil
}
