// Package ctxio has readers and writers that fail as soon as a context has ended.
package ctxio

import (
	"context"
	"io"
)

// Reader returns a reader of r that fails with the error of the context once it has ended.
func Reader(ctx context.Context, r io.ReadSeeker) io.ReadSeeker { return &reader{r, ctx} }

type reader struct {
	io.ReadSeeker
	ctx context.Context
}

func (r *reader) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.ReadSeeker.Read(b)
}

// Writer returns a writer to w that fails with the error of the context once it has ended.
func Writer(ctx context.Context, w io.Writer) io.Writer { return &writer{w, ctx} }

type writer struct {
	w   io.Writer
	ctx context.Context
}

func (w *writer) Write(b []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.w.Write(b)
}
