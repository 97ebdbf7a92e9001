package pagedata

import (
	"bytes"
	"io"
	"runtime"

	"github.com/klauspost/compress/flate"

	"github.com/iprof-viz/iprof-viz/internal/background"
)

// deflatedPiece is the number of bytes that are deflated independently.
const deflatedPiece = 1 << 20

// maxRunning is the maximum number of pieces that are deflated concurrently. The data is not produced faster than four processors
// deflate it.
const maxRunning = 4

// A deflater deflates pieces of the bytes written to it while the next ones are produced. Its output is one stream (RFC 1951),
// which depends only on the bytes and the level.
type deflater struct {
	w       io.Writer
	pieces  *pieces
	filling *piece
	running []*piece // in the order of the bytes
	err     error    // the first error of w
}

// pieces is a free list, used by a single goroutine.
type pieces struct {
	level int
	free  []*piece
}

// A piece is a part of the stream that can be inflated independently.
type piece struct {
	data    []byte
	deflate *flate.Writer // a writer with the level
	huffman *flate.Writer // a writer without matches
	out     bytes.Buffer
	task    *background.Task
}

// newDeflater returns a deflater with a level of package flate.
func newDeflater(w io.Writer, level int) *deflater {
	return (&deflater{pieces: &pieces{level: level}}).beside(w)
}

// beside returns another deflater with the same level. Both must be used in one goroutine.
func (d *deflater) beside(w io.Writer) *deflater {
	return &deflater{w: w, pieces: d.pieces, filling: d.pieces.take()}
}

func (f *pieces) take() *piece {
	if n := len(f.free); n > 0 {
		p := f.free[n-1]
		f.free = f.free[:n-1]
		return p
	}
	p := &piece{}
	p.deflate, p.huffman = mustDeflate(&p.out, f.level), mustDeflate(&p.out, flate.HuffmanOnly)
	return p
}

func mustDeflate(w io.Writer, level int) *flate.Writer {
	d, err := flate.NewWriter(w, level)
	if err != nil {
		panic(err) // invalid level
	}
	return d
}

func (f *pieces) put(p *piece) {
	p.data = p.data[:0]
	p.out.Reset()
	f.free = append(f.free, p)
}

// Write returns the first error of the underlying writer, possibly from earlier bytes.
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

// end starts to deflate all bytes so far, up to a whole byte.
func (d *deflater) end() {
	if len(d.filling.data) > 0 {
		d.start((*flate.Writer).Flush)
	}
}

// flush writes all bytes so far to the underlying writer.
func (d *deflater) flush() error {
	d.end()
	for len(d.running) > 0 {
		d.finishFirst()
	}
	return d.err
}

// join appends to its own stream the streams of deflaters beside this one, which end with that. They have been written to buffers.
func (d *deflater) join(others []*deflater) {
	d.flush()
	for _, o := range others {
		o.flush()
		if d.err == nil {
			_, d.err = d.w.Write(o.w.(*bytes.Buffer).Bytes())
		}
		d.pieces.put(o.filling)
	}
}

// Close ends the stream.
func (d *deflater) Close() error {
	if d.err != nil {
		return d.err
	}
	d.start((*flate.Writer).Close)
	return d.flush()
}

// start deflates the piece that was filled, and waits for the oldest one if enough are running. A flushed piece ends with a whole
// byte.
func (d *deflater) start(end func(*flate.Writer) error) {
	p := d.filling
	p.task = background.Go(func() {
		w := p.choose()
		w.Write(p.data) // a buffer has no errors
		end(w)
	})
	d.running = append(d.running, p)
	if len(d.running) > min(runtime.GOMAXPROCS(0), maxRunning) {
		d.finishFirst()
	}
	d.filling = d.pieces.take()
}

// triedBytes is how much of the beginning and of the middle of a piece is deflated in two ways.
const triedBytes = 16 << 10

// choose returns the writer that leaves fewer bytes of parts of a piece. Columns of random numbers have few matches, which take
// long to find, and Huffman codes alone leave fewer bytes.
func (p *piece) choose() *flate.Writer {
	byLevel, byHuffman := p.tried(p.deflate), p.tried(p.huffman)
	if byHuffman < byLevel {
		return p.huffman
	}
	return p.deflate
}

// tried returns how many bytes a writer leaves of parts of a piece, and resets the writer. Short pieces have no parts.
func (p *piece) tried(w *flate.Writer) int {
	size := 0
	if half := len(p.data) / 2; half >= triedBytes {
		for _, part := range [][]byte{p.data[:triedBytes], p.data[half : half+triedBytes]} {
			w.Reset(&p.out)
			w.Write(part)
			w.Flush()
			size += p.out.Len()
			p.out.Reset()
		}
	}
	w.Reset(&p.out)
	return size
}

func (d *deflater) finishFirst() {
	p := d.running[0]
	d.running = d.running[1:]
	p.task.Wait()
	if d.err == nil {
		_, d.err = d.w.Write(p.out.Bytes())
	}
	d.pieces.put(p)
}
