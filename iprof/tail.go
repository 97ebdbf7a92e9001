package iprof

import (
	"bytes"
	"io"
	"slices"
	"strconv"
)

// tailSizes are how much of a file's end is looked at: most often the first is enough, and an end that leaves it open
// takes the next.
var tailSizes = [...]int64{64 << 10, 1 << 20, 16 << 20}

// endsInSamples reports whether the samples at the end of a plain profile, where native-image writes them, have a total of
// at least enough. It is a guess from the text. The reader is where it was before, unless there is an error.
func endsInSamples(r io.ReadSeeker, enough int64) (bool, error) {
	start, err := r.Seek(0, io.SeekCurrent)
	if err != nil { // a pipe, say: Read says what is wrong, if anything is
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
	if _, err := r.Seek(start, io.SeekStart); err != nil {
		return false, &readError{err}
	}
	return found, nil
}

func readTail(r io.ReadSeeker, size int64) ([]byte, error) {
	if _, err := r.Seek(-size, io.SeekEnd); err != nil {
		return nil, err
	}
	text := make([]byte, size)
	_, err := io.ReadFull(r, text)
	return text, err
}

// samplesIn returns the total of the samples that the end of a profile is made of. more says that the text before may
// hold more of them, or one that is not whole here.
func samplesIn(text []byte) (total int64, more bool) {
	const (
		key    = `"samplingProfiles":[`
		head   = `{"ctx":"`
		middle = `","records":[`
		tail   = `]}`
	)
	// Names may have white space, but not what is looked at.
	text = slices.DeleteFunc(text, func(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' })
	var rest []byte
	sampled := false // rather than calls, which are counted at BCI 0 of the leaf
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
		if err != nil { // other records have several numbers, or none
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
