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
	encode  io.WriteCloser // nil: in memory
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
