package inlinetree

import (
	"bytes"
	"io"

	"github.com/iprof-viz/iprof-viz/convert/inlining"
)

// Writers are the functions that write trees in each format.
type Writers[T any] struct {
	JSON           func(w io.Writer, in T) error
	HTML           func(w io.Writer, in T, opts HTMLOptions) error
	Text, Markdown func(w io.Writer, in T, opts TextOptions) error
	FitText        func(w io.Writer, in T, opts TextOptions, holds func(text string) bool) error
}

// The writers of units, and of methods with the places where they are inlined.
var (
	OfUnits = Writers[*inlining.Trees]{JSON, HTML, Text, Markdown, FitText}
	OfInto  = Writers[*inlining.Into]{IntoJSON, IntoHTML, IntoText, IntoMarkdown, FitIntoText}
)

// A fitting writes trees as text with a note, to see whether a screen has room for it.
type fitting[T any] struct {
	head  func(in T) treeHead
	body  func(t *treeWriter, in T)
	holds func(text string) bool
}

func (f fitting[T]) write(w io.Writer, in T, note string, opts TextOptions) error {
	head := f.head(in)
	if note != "" {
		head.notes = append(head.notes, note)
	}
	return textTrees(w, head, opts, func(t *treeWriter) { f.body(t, in) })
}

func (f fitting[T]) fits(in T, note string, opts TextOptions) bool {
	var b bytes.Buffer
	opts.Color = false
	f.write(&b, in, note, opts) // a Buffer never fails
	return f.holds(b.String())
}

// fewer writes all of n trees, or as many as there is room for, with a note that more are to be had. It returns false if there is no room
// for the first one.
func (f fitting[T]) fewer(w io.Writer, in T, n int, first func(in T, n int) T, more string, opts TextOptions) (written bool, err error) {
	if f.fits(in, "", opts) {
		return true, f.write(w, in, "", opts)
	}
	for n--; n > 0; n-- {
		note := "shortened to fit the screen; " + more
		if of := first(in, n); f.fits(of, note, opts) {
			return true, f.write(w, of, note, opts)
		}
	}
	return false, nil
}
