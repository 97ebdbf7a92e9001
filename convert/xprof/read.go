package xprof

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/lines"
)

// Frames that the text does not name.
const (
	UnnamedThread = "<unnamed thread>" // a thread with an empty name
	NativeFrame   = "<native>"         // native code called by the method
	ElidedFrame   = "<elided>"         // methods of a section that the profile does not list
)

// IsState reports whether a frame of a stack, counted from 0 at the root, is no method but the thread, how it ran, or code of the VM:
// HotSpot prints methods with their class, and its own code among the compiled methods as ExceptionBlob.
func IsState(frame int, name string) bool {
	const outer = 2
	return frame < outer || !strings.ContainsAny(name, ".<")
}

// ErrNoBlock is the error for a text without any block whose rows add up.
var ErrNoBlock = errors.New("no -Xprof profile whose rows add up to its ticks")

// Options are the options of Read.
type Options struct {
	// MaxRows is the maximum number of rows of a block. It limits the memory for program output that looks like rows: a header with
	// more rows after it has no block. 0 means DefaultMaxRows.
	MaxRows int
}

// DefaultMaxRows is the default of Options.MaxRows. HotSpot prints 25 rows per section by default.
const DefaultMaxRows = 1 << 20

// Read reads all blocks of a text whose numbers add up, and calls add for each stack, root first, with its ticks:
//
//	main;interpreted;java.util.zip.ZipFile.open            in the method itself
//	main;interpreted;java.util.zip.ZipFile.open;<native>   in native code that it called
//	main;interpreted;<elided>                              in a total, but not in its rows
//	main;Blocked                                           no method: blocked, class loader, compilation, …
//
// The ticks of a thread add up to its header's. Each row is a stack, so methods with the same printed name, such as overloads, are
// several stacks with equal frames. The slice is only valid during the call. Read stops if add returns an error.
//
// The text may have any other output of a program, see the package comment. Errors are [*lines.Error], or wrap ErrNoBlock.
func Read(r io.Reader, opts Options, add func(stack []string, value int64) error) (*Summary, error) {
	if opts.MaxRows <= 0 {
		opts.MaxRows = DefaultMaxRows
	}
	rd := reader{opts: opts, add: add}
	in := lines.NewReader(r, maxLine)
	for {
		text, err := in.Next()
		switch {
		case err == io.EOF:
			return rd.finish()
		case errors.Is(err, lines.ErrTooLong):
			rd.sum.Ignored.LongLines++
			continue
		case err != nil:
			return nil, err
		}
		if err := rd.line(text, in.Line()); err != nil {
			return nil, err
		}
	}
}

// A reader reads a text.
type reader struct {
	opts   Options
	add    func([]string, int64) error
	open   open
	global globalReader
	sum    Summary
	stack  []string // scratch for add
}

func (r *reader) line(text []byte, number int) error {
	if h, ok := parseHeader(text); ok {
		if err := r.settle(); err != nil {
			return err
		}
		r.global.stop()
		h.line = number
		r.open.push(h, text)
		return nil
	}
	if elapsed, ok := parseGlobal(text); ok {
		r.global.start(elapsed)
	} else {
		r.global.add(text)
	}
	r.open.add(text, number)
	if len(r.open.items.all) > r.opts.MaxRows {
		return r.settle()
	}
	return nil
}

// settle writes all blocks that close. It keeps the last few headers without a block, because their blocks may continue after
// a line in the form of a header.
func (r *reader) settle() error {
	r.open.checkRows()
	for {
		at, block, ok := r.open.choose()
		if !ok {
			break
		}
		if err := r.write(r.open.heads[at], block); err != nil {
			return err
		}
		r.open.remove(at, block)
	}
	for r.open.isCrowded() {
		r.drop()
	}
	return nil
}

// drop gives up the oldest header.
func (r *reader) drop() {
	h := r.open.heads[0]
	if h.hasRows {
		name := r.open.text.threadName(h.header, h.textual, r.open.items.all[h.item].textual, false)
		r.sum.Blocks = append(r.sum.Blocks, Block{Line: h.line, Thread: name, Elapsed: h.elapsed, Ticks: h.ticks})
	} else {
		r.sum.Ignored.Headers++
	}
	r.open.dropOldest()
}

// write calls add for the stacks of a block.
func (r *reader) write(h openHeader, c closing) error {
	items := r.open.items.all[h.item:]
	b := Block{Line: h.line, Elapsed: h.elapsed, Ticks: h.ticks, Closes: true}
	nameEnd := items[c.first].textual
	if c.lost >= 0 {
		b.Lost = items[c.lost].ticks
		nameEnd = items[c.lost].textual
	}
	b.Thread = r.open.text.threadName(h.header, h.textual, nameEnd, c.lost >= 0)
	if b.Ticks > math.MaxInt64-r.sum.Ticks || b.Lost > math.MaxInt64-r.sum.Lost {
		return &lines.Error{Line: h.line, Err: fmt.Errorf("%d ticks take the sum past 2^63-1", max(b.Ticks, b.Lost))}
	}
	r.sum.Ticks += b.Ticks
	r.sum.Lost += b.Lost
	thread := cmp.Or(b.Thread, UnnamedThread)
	for _, s := range c.sections {
		missing, err := r.writeSection(thread, items, s, c.rows)
		if err != nil {
			return err
		}
		b.Missing += missing
	}
	for _, at := range c.specials {
		if err := r.emit(items[at], items[at].ticks, thread, specials[items[at].index].frame); err != nil {
			return err
		}
	}
	r.sum.Blocks = append(r.sum.Blocks, b)
	return nil
}

// writeSection calls add for the stacks of a section. It returns the ticks of <elided> if the section does not say that it
// elides rows.
func (r *reader) writeSection(thread string, items []item, s span, rows filter) (missing int64, err error) {
	section, total := sectionNames[s.section].frame, items[s.total]
	ticks, native := total.ticks, total.native
	for _, i := range items[s.from:s.total] {
		if i.kind != rowItem || i.name == "" || !rows.counts(i) {
			continue
		}
		ticks -= i.ticks
		native -= i.native
		if err := r.emit(i, i.ticks, thread, section, i.name); err != nil {
			return 0, err
		}
		if err := r.emit(i, i.native, thread, section, i.name, NativeFrame); err != nil {
			return 0, err
		}
	}
	if err := r.emit(total, ticks, thread, section, ElidedFrame); err != nil {
		return 0, err
	}
	if err := r.emit(total, native, thread, section, ElidedFrame, NativeFrame); err != nil {
		return 0, err
	}
	if total.elided {
		return 0, nil
	}
	return ticks + native, nil
}

// emit calls add for a stack, if it has ticks.
func (r *reader) emit(i item, ticks int64, stack ...string) error {
	if ticks == 0 {
		return nil
	}
	r.stack = append(r.stack[:0], stack...)
	if err := r.add(r.stack, ticks); err != nil {
		return &lines.Error{Line: i.line, Err: err}
	}
	return nil
}

// finish handles the rest after the last line.
func (r *reader) finish() (*Summary, error) {
	if err := r.settle(); err != nil {
		return nil, err
	}
	for len(r.open.heads) > 0 {
		r.drop()
	}
	r.global.stop()
	slices.SortStableFunc(r.sum.Blocks, func(a, b Block) int { return a.Line - b.Line })
	closes := func(b Block) bool { return b.Closes }
	if !slices.ContainsFunc(r.sum.Blocks, closes) {
		return nil, r.noBlock()
	}
	r.sum.Global = r.global.last
	r.sum.note()
	return &r.sum, nil
}

// noBlock returns the error for a text without a profile.
func (r *reader) noBlock() error {
	switch {
	case len(r.sum.Blocks) > 0:
		return fmt.Errorf("%w: %s", ErrNoBlock, listBlocks(r.sum.Blocks))
	case r.sum.Ignored.Headers > 0:
		return fmt.Errorf("%w: no rows follow the line %q", ErrNoBlock, headerStart+" …")
	}
	return fmt.Errorf("%w: no line reads %q", ErrNoBlock, headerStart+" 1.00 secs (1 total ticks): main")
}
