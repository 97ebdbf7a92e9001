package classpath

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/internal/work"
)

// A compressed resource of a run-time image, jlink --compress, has a header for each compression:
//
//	magic                4 bytes: CAFEFAFA
//	compressed size      8 bytes, of the data after the header
//	uncompressed size    8 bytes
//	name, configuration  4 bytes each: offsets of strings
//	last                 1 byte: whether the data is no longer compressed
const (
	compressedHeader = 29 // bytes
	compressedMagic  = 0xCAFEFAFA
	maxCompressions  = 4
)

// decompress reverses all compressions of a resource.
func (i *image) decompress(data []byte, most int64) ([]byte, error) {
	for n := 0; ; n++ {
		if len(data) < compressedHeader || i.order.Uint32(data) != compressedMagic {
			return data, nil
		}
		if n == maxCompressions {
			return nil, beyond(maxCompressions+1, maxCompressions, "compressions")
		}
		compressed, full := i.order.Uint64(data[4:]), i.order.Uint64(data[12:])
		body := data[compressedHeader:]
		if compressed > uint64(len(body)) {
			return nil, fmt.Errorf("%w: %d compressed bytes, and %d are left", classfile.ErrTruncated, compressed, len(body))
		}
		body = body[:compressed]
		if err := i.limits.checkSize(int64(min(full, 1<<62)), int64(len(body)), most); err != nil {
			return nil, err
		}
		if err := i.allowed.charge(work.Inflated, int64(full)); err != nil {
			return nil, err
		}
		name, err := i.text(uint64(i.order.Uint32(data[20:])))
		if err != nil {
			return nil, err
		}
		switch name {
		case "zip":
			data, err = unzip(body, int(full))
		case "compact-cp":
			data, err = i.expandConstants(body, int(full))
		default:
			err = fmt.Errorf("unknown compression %s", words.QuoteShort(name, longName))
		}
		if err != nil {
			return nil, err
		}
	}
}

func unzip(data []byte, size int) ([]byte, error) {
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	full := make([]byte, size)
	if _, err := io.ReadFull(z, full); err != nil {
		return nil, fmt.Errorf("%w: %w", classfile.ErrTruncated, err)
	}
	return full, nil
}

// The tags that replace a Utf8 in a class whose constants are in the strings of the image.
const (
	sharedText       = 23 // the number of a string
	sharedDescriptor = 25 // the number of a string with an L for each class; then the number of bytes and, for each L, the numbers of package and name
)

const utf8Tag, longTag, doubleTag = 1, 5, 6

// constantSizes is the number of bytes after the tag of each kind of constant (JVMS 4.4). A Utf8 also has its text.
var constantSizes = [...]int{1: 2, 3: 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 15: 3, 2, 4, 4, 2, 2}

var errShared = errors.New("damaged constants")

// expandConstants puts the strings of the image back into a class.
func (i *image) expandConstants(data []byte, size int) ([]byte, error) {
	in := &shared{data: data, image: i}
	out := bytes.NewBuffer(make([]byte, 0, size))
	in.copy(out, 8)
	head := in.bytes(2)
	if in.err != nil {
		return nil, in.err
	}
	out.Write(head)
	for n, k := int(head[0])<<8|int(head[1]), 1; k < n && in.err == nil; k++ {
		b := in.bytes(1)
		if in.err != nil {
			break
		}
		text := func(s []byte) {
			if len(s) > 0xFFFF {
				in.err = beyond(int64(len(s)), 0xFFFF, "bytes of a constant")
				return
			}
			out.Write([]byte{utf8Tag, byte(len(s) >> 8), byte(len(s))})
			out.Write(s)
		}
		switch t := b[0]; {
		case t == sharedText:
			text([]byte(in.text()))
		case t == sharedDescriptor:
			text(in.descriptor())
		case int(t) < len(constantSizes) && constantSizes[t] > 0:
			out.WriteByte(t)
			if t == utf8Tag {
				length := in.bytes(2)
				if in.err == nil {
					out.Write(length)
					in.copy(out, int(length[0])<<8|int(length[1]))
				}
				continue
			}
			in.copy(out, constantSizes[t])
			if t == longTag || t == doubleTag {
				k++
			}
		default:
			in.err = fmt.Errorf("%w: unknown tag %d", errShared, t)
		}
		if out.Len() > size {
			in.err = fmt.Errorf("%w: they are larger than the class", errShared)
		}
	}
	if in.err != nil {
		return nil, in.err
	}
	in.copy(out, len(in.data))
	return out.Bytes(), in.err
}

// shared reads constants that refer to strings of the image. The first error is kept.
type shared struct {
	data  []byte
	image *image
	err   error
}

func (s *shared) bytes(n int) []byte {
	if s.err == nil && n > len(s.data) {
		s.err = fmt.Errorf("%w: %w", errShared, classfile.ErrTruncated)
	}
	if s.err != nil {
		return nil
	}
	b := s.data[:n]
	s.data = s.data[n:]
	return b
}

func (s *shared) copy(out *bytes.Buffer, n int) { out.Write(s.bytes(n)) }

// number reads a number: four bytes or, if the highest bit is set, as many as the next two bits say; the first byte then has five
// bits of the number.
func (s *shared) number() int {
	first := s.bytes(1)
	if s.err != nil {
		return 0
	}
	n, value := 4, int(first[0])
	if first[0]&0x80 != 0 {
		n, value = int(first[0]>>5&3), int(first[0]&0x1F)
	}
	for _, b := range s.bytes(max(0, n-1)) {
		value = value<<8 | int(b)
	}
	return value
}

// text reads a string by its number.
func (s *shared) text() string {
	n := s.number()
	if s.err != nil {
		return ""
	}
	t, err := s.image.text(uint64(n))
	if err != nil {
		s.err = err
	}
	return t
}

// descriptor reads a descriptor or signature, whose classes are separate strings.
func (s *shared) descriptor() []byte {
	form := s.text()
	names := &shared{data: s.bytes(s.number()), image: s.image}
	var full []byte
	for k := range len(form) {
		full = append(full, form[k])
		if form[k] != 'L' || len(names.data) == 0 {
			continue
		}
		if pkg := names.text(); pkg != "" {
			full = append(append(full, pkg...), '/')
		}
		full = append(full, names.text()...)
		if names.err != nil || len(full) > 0xFFFF {
			break
		}
	}
	if s.err == nil {
		s.err = names.err
	}
	return full
}
