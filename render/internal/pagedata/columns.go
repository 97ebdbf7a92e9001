package pagedata

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
)

// A Writer writes the data of a page: columns of numbers and texts, deflated (RFC 1951), in base 85. unpack.ts reads them. Errors
// are kept in the underlying writer, so only close reports one.
type Writer struct {
	*bufio.Writer
	deflate *deflater      // nil: in memory
	encode  io.WriteCloser // nil: in memory, or a column written beside others
	held    *bytes.Buffer  // everything written; nil: it goes elsewhere
}

func NewWriter(w io.Writer, level int) *Writer {
	c := &Writer{encode: &base85{w: w}}
	c.deflate = newDeflater(c.encode, level)
	c.Writer = bufio.NewWriterSize(c.deflate, 1<<16)
	return c
}

// BytesOfColumns returns columns before they are deflated.
func BytesOfColumns(write func(*Writer)) []byte {
	var b bytes.Buffer
	c := &Writer{Writer: bufio.NewWriter(&b), held: &b}
	write(c)
	c.Flush()
	return b.Bytes()
}

// Beside returns columns that are written at the same time as c, in one goroutine. They follow c when they are joined.
func (c *Writer) Beside(n int) []*Writer {
	columns := make([]*Writer, n)
	for i := range columns {
		one := &Writer{held: &bytes.Buffer{}}
		if c.deflate == nil {
			one.Writer = bufio.NewWriterSize(one.held, 1<<16)
		} else {
			one.deflate = c.deflate.beside(one.held)
			one.Writer = bufio.NewWriterSize(one.deflate, 1<<16)
		}
		columns[i] = one
	}
	return columns
}

// End starts to deflate the rest of a column from Beside.
func (c *Writer) End() {
	c.Flush()
	if c.deflate != nil {
		c.deflate.end()
	}
}

// Join appends columns from Beside.
func (c *Writer) Join(columns []*Writer) {
	var deflaters []*deflater
	for _, one := range columns {
		one.End()
		if c.deflate == nil {
			c.Write(one.held.Bytes())
		} else {
			deflaters = append(deflaters, one.deflate)
		}
	}
	if c.deflate != nil {
		c.Flush()
		c.deflate.join(deflaters)
	}
}

func (c *Writer) Close() error {
	if err := c.Flush(); err != nil {
		return err
	}
	if err := c.deflate.Close(); err != nil {
		return err
	}
	return c.encode.Close()
}

// Number writes seven bits per byte, lowest first; the eighth bit says that more follow.
func (c *Writer) Number(n uint64) {
	if n < 0x80 {
		c.WriteByte(byte(n))
		return
	}
	c.Write(binary.AppendUvarint(c.AvailableBuffer(), n))
}

// Text writes the length in bytes and the text.
func (c *Writer) Text(s string) {
	c.Number(uint64(len(s)))
	c.WriteString(s)
}
