package render

import (
	"bytes"
	"io"
	"runtime"

	"github.com/klauspost/compress/flate"

	"github.com/iprof-viz/iprof-viz/internal/background"
)

// deflatedPiece is how many bytes are deflated apart from others.
const deflatedPiece = 1 << 20

// maxRunning is how many pieces are deflated at once, on as many processors. Bytes are not made faster than four deflate them.
const maxRunning = 4

// A deflater deflates pieces of the bytes written to it while the next ones are made. Its output is one stream (RFC 1951), which
// depends on the bytes and the level alone.
type deflater struct {
	w       io.Writer
	level   int
	filling *piece
	running []*piece // in the order of the bytes
	free    []*piece
	err     error // the first one of w
}

// A piece is a part of the stream that needs no other one to be inflated.
type piece struct {
	data    []byte
	deflate *flate.Writer
	out     bytes.Buffer
	task    *background.Task
}

// newDeflater returns a deflater of a level that flate has.
func newDeflater(w io.Writer, level int) *deflater {
	d := &deflater{w: w, level: level}
	d.filling = d.newPiece()
	return d
}

func (d *deflater) newPiece() *piece {
	if n := len(d.free); n > 0 {
		p := d.free[n-1]
		d.free = d.free[:n-1]
		return p
	}
	p := &piece{}
	var err error
	if p.deflate, err = flate.NewWriter(&p.out, d.level); err != nil {
		panic(err) // no such level
	}
	return p
}

// Write keeps the first error of the writer below, which may be one of bytes that were written before.
func (d *deflater) Write(b []byte) (int, error) {
	written := 0
	for len(b) > 0 && d.err == nil {
		n := min(len(b), deflatedPiece-len(d.filling.data))
		d.filling.data = append(d.filling.data, b[:n]...)
		written += n
		b = b[n:]
		if len(d.filling.data) == deflatedPiece {
			d.start((*flate.Writer).Flush)
		}
	}
	return written, d.err
}

// Close ends the stream.
func (d *deflater) Close() error {
	if d.err != nil {
		return d.err
	}
	d.start((*flate.Writer).Close)
	for len(d.running) > 0 {
		d.finishFirst()
	}
	return d.err
}

// start deflates the piece that was filled, and waits for the oldest one if enough are running. A flushed piece ends with a whole
// byte.
func (d *deflater) start(end func(*flate.Writer) error) {
	p := d.filling
	p.task = background.Go(func() {
		p.deflate.Write(p.data) // a buffer has no errors
		end(p.deflate)
	})
	d.running = append(d.running, p)
	if len(d.running) > min(runtime.GOMAXPROCS(0), maxRunning) {
		d.finishFirst()
	}
	d.filling = d.newPiece()
}

func (d *deflater) finishFirst() {
	p := d.running[0]
	d.running = d.running[1:]
	p.task.Wait()
	if d.err == nil {
		_, d.err = d.w.Write(p.out.Bytes())
	}
	p.data = p.data[:0]
	p.out.Reset()
	p.deflate.Reset(&p.out)
	d.free = append(d.free, p)
}
