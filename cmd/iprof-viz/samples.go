package main

import (
	"bytes"
	"io"
)

// hasSamples looks for the section of samples from the end of a plain iprof on, where profiles have it, and tells whether
// anything is in it. A reader of the whole has the last word.
func hasSamples(f io.ReaderAt, size int64) bool {
	const (
		key   = `"samplingProfiles"`
		space = " \t\r\n"
		ahead = 256 // bytes after the key that are looked at
	)
	var buf []byte
	// Most sections of samples are short.
	for end, block := size, int64(64<<10); end > 0; block = 1 << 20 {
		begin := max(0, end-block)
		if int64(len(buf)) < block+ahead {
			buf = make([]byte, block+ahead)
		}
		n, err := f.ReadAt(buf[:min(end-begin+ahead, size-begin)], begin)
		if err != nil && err != io.EOF {
			return false
		}
		if end == size && isSample(buf[:n]) {
			return true
		}
		// Forward, for that is twenty times as fast; the last one counts.
		found, some := false, false
		for text := buf[:n]; ; {
			_, behind, ok := bytes.Cut(text, []byte(key))
			if !ok {
				break
			}
			text = behind
			if value, isKey := bytes.CutPrefix(bytes.TrimLeft(text, space), []byte(":")); isKey { // and no name
				element, isArray := bytes.CutPrefix(bytes.TrimLeft(value, space), []byte("["))
				found, some = true, isArray && bytes.HasPrefix(bytes.TrimLeft(element, space), []byte("{"))
			}
		}
		if found {
			return some
		}
		end = begin
	}
	return false
}

// isSample reports whether the last of some records, as they are in a compact file, is a sample: one number at a BCI
// other than 0, which is where calls are counted.
func isSample(records []byte) bool {
	at := bytes.LastIndex(records, []byte(`{"ctx":"`))
	if at < 0 {
		return false
	}
	_, bci, _ := bytes.Cut(records[at+len(`{"ctx":"`):], []byte(":"))
	_, counts, ok := bytes.Cut(bci, []byte(`","records":[`))
	count, _, ended := bytes.Cut(counts, []byte("]"))
	return ok && ended && bci[0] >= '1' && bci[0] <= '9' && !bytes.ContainsAny(count, ", ")
}
