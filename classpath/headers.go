package classpath

import (
	"errors"
	"iter"
	"runtime"
	"sync"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/background"
)

// Headers yields the headers of all classes, in the order of [Path.Classes], in a fraction of the time that [Path.Class] takes for
// each. An error is that of one class: others follow. Goroutines read some classes ahead.
func (p *Path) Headers() iter.Seq2[classfile.Header, error] {
	return func(yield func(classfile.Header, error) bool) {
		var read headerSource
		list := func(e element, add func(file string)) error {
			if i, ok := e.(*image); ok {
				var err error
				read, err = i.headers(add)
				return err
			}
			read = func(file string, _ []byte) (content, error) { return e.read(file) }
			return e.names(add)
		}
		for _, names := range p.classesIn(list) {
			if !readHeaders(read, names, yield) {
				return
			}
		}
	}
}

// A batch is headers that a goroutine reads together.
type batch struct {
	task    *background.Task
	headers [batchSize]classfile.Header
	errors  [batchSize]error
}

const batchSize = 32

// A headerSource reads a class file into a buffer, or into a new one, for its header: nothing keeps it.
type headerSource func(file string, buffer []byte) (content, error)

// readHeaders yields the headers of an element's classes. It returns false if no more are wanted.
func readHeaders(read headerSource, names []string, yield func(classfile.Header, error) bool) bool {
	buffers := sync.Pool{New: func() any { return new([]byte) }}
	start := func(names []string) *batch {
		b := &batch{}
		b.task = background.Go(func() {
			buffer := buffers.Get().(*[]byte)
			for i, file := range names {
				b.headers[i], *buffer, b.errors[i] = readHeader(file, read, *buffer)
			}
			buffers.Put(buffer)
		})
		return b
	}
	var ahead []*batch
	defer func() {
		for _, b := range ahead {
			b.task.Wait()
		}
	}()
	started := 0
	for at := 0; at < len(names); at += batchSize {
		for ; started < len(names) && len(ahead) < 2*runtime.GOMAXPROCS(0); started += batchSize {
			ahead = append(ahead, start(names[started:min(started+batchSize, len(names))]))
		}
		b := ahead[0]
		ahead = ahead[1:]
		b.task.Wait()
		for i := range names[at:min(at+batchSize, len(names))] {
			if !yield(b.headers[i], b.errors[i]) {
				return false
			}
		}
	}
	return true
}

// readHeader reads the header of the class in a file. It returns the buffer for the next one.
func readHeader(file string, read headerSource, buffer []byte) (classfile.Header, []byte, error) {
	c, err := read(file, buffer)
	if errors.Is(err, errNotHere) {
		err = ErrNotFound
	}
	if err != nil {
		return classfile.Header{}, buffer, err
	}
	h, err := classfile.ParseHeader(c.data)
	if damaged := (*classfile.FormatError)(nil); errors.As(err, &damaged) {
		damaged.File = c.file
	}
	if err == nil {
		err = c.checkName(h.Name, className(file))
	}
	if err != nil {
		return classfile.Header{}, c.data, err
	}
	return h, c.data, nil
}
