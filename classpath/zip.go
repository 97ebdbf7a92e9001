package classpath

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"sync"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/work"
)

// An archive is a zip archive: a jar, war or jmod. Unlike archive/zip, it keeps the directory in the form of the file, so that a
// jar of thousands of classes opens in a fraction of the time and memory. The layout is defined in APPNOTE.TXT 6.3.10, sections
// 4.3.7 to 4.3.16.
type archive struct {
	name      string // for errors
	data      io.ReaderAt
	size      int64
	base      int64  // bytes before the archive, such as a launcher script
	directory string // the central directory
	at        int64  // its offset
	limits    Limits
	allowed   *allowance // of the path that has it
}

const (
	localHeader     = 30 // bytes, without name and extra field
	directoryHeader = 46 // bytes, without name, extra field and comment
	directoryEnd    = 22 // bytes, without comment
	directoryEnd64  = 56 // bytes
	locator64       = 20 // bytes

	maxDirectory = 256 << 20 // bytes, of all archives of a path, with the index of their files
	indexCost    = 128       // bytes of the index for each file, about

	localSignature     = "PK\x03\x04"
	directorySignature = "PK\x01\x02"
	endSignature       = "PK\x05\x06"
	end64Signature     = "PK\x06\x06"
	locator64Signature = "PK\x06\x07"
	stored, deflated   = 0, 8
	encryptedFlag      = 1
	unknownSize        = 1<<32 - 1 // the size is in the extra field
	extra64            = 1         // including the extra field
)

var le = binary.LittleEndian

// openArchive reads the directory of an archive.
func openArchive(data io.ReaderAt, size int64, name string, limits Limits, allowed *allowance) (*archive, error) {
	a := &archive{name: name, data: data, size: size, limits: limits, allowed: allowed}
	end, tail, err := a.findEnd()
	if err != nil {
		return nil, err
	}
	length, from := int64(le.Uint32(tail[12:])), int64(le.Uint32(tail[16:]))
	if length == unknownSize || from == unknownSize || le.Uint16(tail[10:]) == 1<<16-1 {
		if at, n, offset := a.findEnd64(end); at >= 0 {
			end, length, from = at, n, offset
		}
	}
	if length < 0 || length > end || from < 0 {
		return nil, a.fail(end, "", "%w: its directory has %d bytes, and %d are before its end", ErrNotJar, length, end)
	}
	if length > maxDirectory {
		return nil, a.fail(end, "", "%w", beyond(length, maxDirectory, "bytes of directory"))
	}
	if err := allowed.charge(work.Contents, length); err != nil {
		return nil, a.fail(end, "", "%w", err)
	}
	directory := make([]byte, length)
	a.at = end - length
	if err := a.read(directory, a.at); err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(directory, []byte(directorySignature)) && length > 0 && from <= end-length { // signed by another tool
		a.at = from
		if err := a.read(directory, a.at); err != nil {
			return nil, err
		}
	}
	if from > a.at {
		return nil, a.fail(a.at, "", "%w: its directory should be at byte %d", ErrNotJar, from)
	}
	a.base, a.directory = a.at-from, string(directory)
	return a, a.checkDirectory()
}

// findEnd returns the offset of the end of the directory and its first bytes. A comment of up to 65535 bytes may follow it.
func (a *archive) findEnd() (int64, []byte, error) {
	n := min(a.size, directoryEnd+1<<16)
	tail := make([]byte, n)
	if err := a.read(tail, a.size-n); err != nil {
		return 0, nil, err
	}
	for at := len(tail) - directoryEnd; at >= 0; at-- {
		if string(tail[at:at+4]) == endSignature && at+directoryEnd+int(le.Uint16(tail[at+20:])) <= len(tail) {
			return a.size - n + int64(at), tail[at:], nil
		}
	}
	return 0, nil, a.fail(0, "", "%w", ErrNotJar)
}

// findEnd64 returns the offset of the end of the directory of a large archive, and length and offset of the directory. The offset
// is -1 if none.
func (a *archive) findEnd64(end int64) (at, length, from int64) {
	locator := make([]byte, locator64)
	if end < locator64+directoryEnd64 || a.read(locator, end-locator64) != nil || string(locator[:4]) != locator64Signature {
		return -1, 0, 0
	}
	record := make([]byte, directoryEnd64)
	for _, at := range []int64{end - locator64 - directoryEnd64, int64(le.Uint64(locator[8:]))} {
		if at < 0 || at > end-directoryEnd64 {
			continue
		}
		if a.read(record, at) == nil && string(record[:4]) == end64Signature {
			return at, int64(le.Uint64(record[40:])), int64(le.Uint64(record[48:]))
		}
	}
	return -1, 0, 0
}

// checkDirectory checks that entries fill the directory, so that [archive.entry] cannot fail.
func (a *archive) checkDirectory() error {
	n := 0
	for at := 0; at < len(a.directory); n++ {
		rest := a.directory[at:]
		if len(rest) < directoryHeader || rest[:4] != directorySignature {
			return a.fail(a.at+int64(at), fmt.Sprintf("entry %d", n), "%w: no entry of the directory", ErrNotJar)
		}
		next := at + directoryHeader + le2(rest[28:]) + le2(rest[30:]) + le2(rest[32:])
		if next > len(a.directory) {
			return a.fail(a.at+int64(at), fmt.Sprintf("entry %d", n), "%w of the directory", classfile.ErrTruncated)
		}
		at = next
	}
	if n > a.limits.Entries {
		return a.fail(a.at, "", "%w", beyond(int64(n), int64(a.limits.Entries), "entries"))
	}
	return nil
}

func le2(s string) int   { return int(s[0]) | int(s[1])<<8 }
func le4(s string) int64 { return int64(le2(s)) | int64(le2(s[2:]))<<16 }
func le8(s string) int64 { return le4(s) | le4(s[4:])<<32 }

// names yields the name of each entry and its offset in the directory.
func (a *archive) names(yield func(name string, at int) bool) {
	for at := 0; at < len(a.directory); {
		rest := a.directory[at:]
		n := le2(rest[28:])
		if !yield(rest[directoryHeader:directoryHeader+n], at) {
			return
		}
		at += directoryHeader + n + le2(rest[30:]) + le2(rest[32:])
	}
}

// A zipEntry is an entry of the directory.
type zipEntry struct {
	name             string
	flags, method    int
	checksum         uint32
	size, compressed int64 // bytes
	header           int64 // offset of the local header
}

// entry returns the entry at an offset of the directory.
func (a *archive) entry(at int) zipEntry {
	h := a.directory[at:]
	name, extra := le2(h[28:]), le2(h[30:])
	e := zipEntry{
		name:       h[directoryHeader : directoryHeader+name],
		flags:      le2(h[8:]),
		method:     le2(h[10:]),
		checksum:   uint32(le4(h[16:])),
		compressed: le4(h[20:]),
		size:       le4(h[24:]),
		header:     le4(h[42:]),
	}
	h = h[directoryHeader+name:][:extra]
	for len(h) >= 4 {
		kind, n := le2(h), le2(h[2:])
		if h = h[4:]; n > len(h) {
			break
		}
		if kind == extra64 {
			large := h[:n]
			for _, v := range []*int64{&e.size, &e.compressed, &e.header} {
				if *v == unknownSize && len(large) >= 8 {
					*v, large = le8(large), large[8:]
				}
			}
		}
		h = h[n:]
	}
	return e
}

// section returns the place of the data of an entry.
func (a *archive) section(e zipEntry) (at int64, err error) {
	header := make([]byte, localHeader)
	for _, base := range []int64{a.base, 0} {
		if e.header < 0 || e.header > a.size-localHeader-base {
			continue
		}
		at := base + e.header
		if err := a.read(header, at); err != nil {
			return 0, err
		}
		if string(header[:4]) != localSignature {
			continue
		}
		at += localHeader + int64(le.Uint16(header[26:])) + int64(le.Uint16(header[28:]))
		if e.compressed < 0 || e.compressed > a.size-at {
			return 0, a.failEntry(e, "%w: %d bytes, and %d are left", classfile.ErrTruncated, e.compressed, a.size-at)
		}
		return at, nil
	}
	return 0, a.failEntry(e, "there is no entry")
}

var inflaters = sync.Pool{New: func() any { return flate.NewReader(strings.NewReader("")) }}

// readEntry returns the content of an entry of at most the given number of bytes.
func (a *archive) readEntry(e zipEntry, most int64) ([]byte, error) {
	if err := a.limits.checkSize(e.size, e.compressed, most); err != nil {
		return nil, a.failEntry(e, "%w", err)
	}
	if e.flags&encryptedFlag != 0 {
		return nil, a.failEntry(e, "the entry is encrypted")
	}
	at, err := a.section(e)
	if err != nil {
		return nil, err
	}
	if err := a.allowed.charge(work.Inflated, e.size); err != nil {
		return nil, a.failEntry(e, "%w", err)
	}
	content := make([]byte, e.size)
	switch e.method {
	case stored:
		if e.size != e.compressed {
			return nil, a.failEntry(e, "a stored entry of %d bytes takes %d", e.size, e.compressed)
		}
		if err := a.read(content, at); err != nil {
			return nil, err
		}
	case deflated:
		if err := inflate(content, io.NewSectionReader(a.data, at, e.compressed)); err != nil {
			return nil, a.failEntry(e, "%w", err)
		}
	default:
		return nil, a.failEntry(e, "unsupported compression method %d", e.method)
	}
	if sum := crc32.ChecksumIEEE(content); sum != e.checksum {
		return nil, a.failEntry(e, "the checksum is %08x, but the content has %08x", e.checksum, sum)
	}
	return content, nil
}

// inflate decompresses data, which must fill content exactly.
func inflate(content []byte, compressed io.Reader) error {
	z := inflaters.Get().(io.ReadCloser)
	defer inflaters.Put(z)
	if err := z.(flate.Resetter).Reset(compressed, nil); err != nil {
		return err
	}
	if n, err := io.ReadFull(z, content); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = fmt.Errorf("%w: %d bytes decompress to %d", classfile.ErrTruncated, len(content), n)
		}
		return err
	}
	if n, err := io.ReadFull(z, make([]byte, 1)); n > 0 || !errors.Is(err, io.EOF) {
		return fmt.Errorf("it decompresses to more than %d bytes: %w", len(content), classfile.ErrLimit)
	}
	return nil
}

// read reads bytes at an offset.
func (a *archive) read(b []byte, at int64) error {
	n, err := a.data.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	var placed *classfile.FormatError
	switch {
	case errors.As(err, &placed): // of the jar around this one, which has its entry
		return err
	case err == nil || errors.Is(err, io.EOF):
		err = classfile.ErrTruncated
	}
	return a.fail(at, "", "%w", err)
}

func (a *archive) fail(at int64, place, format string, args ...any) error {
	return &classfile.FormatError{File: a.name, Place: place, Offset: at, Err: fmt.Errorf(format, args...)}
}

// failEntry returns an error of an entry.
func (a *archive) failEntry(e zipEntry, format string, args ...any) error {
	at := a.size
	if e.header >= 0 && e.header < a.size-a.base {
		at = a.base + e.header
	}
	return &classfile.FormatError{File: a.name + "!" + printable(e.name), Offset: at, Err: fmt.Errorf(format, args...)}
}

// printable replaces control characters in the name of a file and shortens it to 200 bytes: names in archives may be malicious,
// and errors are printed to terminals.
func printable(name string) string {
	const most = 200
	if len(name) > most {
		name = "…" + name[len(name)-most:]
	}
	return escapeControls(strings.ToValidUTF8(name, "�"))
}

// escapeControls escapes control characters, so that a name stays on one line and cannot affect a terminal.
func escapeControls(s string) string {
	control := func(r rune) bool { return r < ' ' || r >= 0x7F && r < 0xA0 }
	if !strings.ContainsFunc(s, control) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if control(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
