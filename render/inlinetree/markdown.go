package inlinetree

import (
	"bufio"
	"bytes"
	"io"
	"slices"

	"github.com/iprof-viz/iprof-viz/render/internal/markdown"
)

// markdownTrees writes a head, and trees in a code block with a fence that does not occur in them.
func markdownTrees(w io.Writer, head treeHead, opts TextOptions, trees func(t *treeWriter)) error {
	var text bytes.Buffer
	inner := bufio.NewWriter(&text) // never fails for a Buffer
	trees(newTreeWriter(inner, opts))
	inner.Flush()
	b := bufio.NewWriter(w) // keeps the first error
	markdown.Head(b, slices.Concat(head.full(), head.notes), nil)
	markdown.CodeBlock(b, text.Bytes())
	return b.Flush()
}
