package render

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"io"
)

// A columnWriter writes the data of a page: columns of numbers and texts, deflated (RFC 1951), in base64. unpack.ts reads them.
// Errors stay in the writer below, so only close reports one.
type columnWriter struct {
	*bufio.Writer
	deflate *deflater      // nil: in memory
	encode  io.WriteCloser // nil: in memory, or a column beside others
	held    *bytes.Buffer  // all that was written; nil: not a column beside others
}

func newColumnWriter(w io.Writer, level int) *columnWriter {
	c := &columnWriter{encode: base64.NewEncoder(base64.StdEncoding, w)}
	c.deflate = newDeflater(c.encode, level)
	c.Writer = bufio.NewWriterSize(c.deflate, 1<<16)
	return c
}

// bytesOfColumns returns columns as they are before they are deflated.
func bytesOfColumns(write func(*columnWriter)) []byte {
	var b bytes.Buffer
	c := &columnWriter{Writer: bufio.NewWriter(&b)}
	write(c)
	c.Flush()
	return b.Bytes()
}

// beside returns columns that are written at the same time as c, in one goroutine. They follow c when they are joined.
func (c *columnWriter) beside(n int) []*columnWriter {
	columns := make([]*columnWriter, n)
	for i := range columns {
		one := &columnWriter{held: &bytes.Buffer{}}
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

// end starts to deflate the rest of a column from beside.
func (c *columnWriter) end() {
	c.Flush()
	if c.deflate != nil {
		c.deflate.end()
	}
}

// join appends columns from beside.
func (c *columnWriter) join(columns []*columnWriter) {
	var deflaters []*deflater
	for _, one := range columns {
		one.end()
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

func (c *columnWriter) close() error {
	if err := c.Flush(); err != nil {
		return err
	}
	if err := c.deflate.Close(); err != nil {
		return err
	}
	return c.encode.Close()
}

// number writes seven bits a byte, the lowest first; the eighth bit says that more follow.
func (c *columnWriter) number(n uint64) {
	if n < 0x80 {
		c.WriteByte(byte(n))
		return
	}
	c.Write(binary.AppendUvarint(c.AvailableBuffer(), n))
}

// text writes the length in bytes and the text.
func (c *columnWriter) text(s string) {
	c.number(uint64(len(s)))
	c.WriteString(s)
}
