package iprof

import (
	"bytes"
	"io"
	"slices"
	"strconv"
)

// tailSizes are the numbers of bytes to read at the end of a file. The first is nearly always enough; if it is not, the next
// one is tried.
var tailSizes = [...]int64{64 << 10, 1 << 20, 16 << 20}

// endsInSamples reports whether the samples at the end of a plain profile, where native-image writes them, add up to at least
// enough. It guesses from the text, so the parser has the last word. It restores the reader's position.
func endsInSamples(r io.ReadSeeker, enough int64) (bool, error) {
	start, err := r.Seek(0, io.SeekCurrent)
	if err != nil { // for example a pipe
		return false, nil
	}
	end, err := r.Seek(0, io.SeekEnd)
	found := false
	for _, size := range tailSizes {
		if err != nil {
			break
		}
		size = min(size, end-start)
		var text []byte
		if text, err = readTail(r, size); err == nil {
			total, more := samplesIn(text)
			found = total >= enough
			if found || !more || size == end-start {
				break
			}
		}
	}
	_, err = r.Seek(start, io.SeekStart)
	return found, err
}

func readTail(r io.ReadSeeker, size int64) ([]byte, error) {
	if _, err := r.Seek(-size, io.SeekEnd); err != nil {
		return nil, err
	}
	text := make([]byte, size)
	_, err := io.ReadFull(r, text)
	return text, err
}

// samplesIn returns the total of the samples in the last part of a profile. more means that the text before it may hold
// more of them.
func samplesIn(text []byte) (total int64, more bool) {
	const (
		key    = `"samplingProfiles":[`
		head   = `{"ctx":"`
		middle = `","records":[`
		tail   = `]}`
	)
	// Indented profiles have white space between tokens. In names it does not matter here.
	text = slices.DeleteFunc(text, func(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' })
	var rest []byte
	sampled := false // call counts look the same, but always have BCI 0 in the leaf
	if at := bytes.LastIndex(text, []byte(key)); at >= 0 {
		rest, sampled = text[at+len(key):], true
	} else if at = bytes.Index(text, []byte(head)); at >= 0 {
		rest, more = text[at:], true
	}
	for {
		record, ok := bytes.CutPrefix(rest, []byte(head))
		context, values, whole := bytes.Cut(record, []byte(middle))
		if !ok || !whole {
			break
		}
		var value []byte
		if value, rest, whole = bytes.Cut(values, []byte(tail)); !whole {
			break
		}
		n, err := strconv.ParseInt(string(value), 10, 64)
		if err != nil { // records of other sections have any number of values
			return 0, false
		}
		if total += n; total < 0 {
			return 0, false
		}
		_, bci, _ := bytes.Cut(context, []byte{':'})
		sampled = sampled || !bytes.HasPrefix(bci, []byte("0<")) && string(bci) != "0"
		rest = bytes.TrimPrefix(rest, []byte{','})
	}
	if !sampled {
		return 0, more && total == 0
	}
	return total, more
}
