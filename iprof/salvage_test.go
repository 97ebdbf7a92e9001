package iprof_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestSalvageEverywhere cuts a profile at every byte and counts the records that are whole by reading the text before
// the cut with encoding/json's tokens.
func TestSalvageEverywhere(t *testing.T) {
	data := testfile.Read(t, "../testdata/even-or-odd.iprof")
	data = bytes.TrimSpace(data)
	salvaged := 0
	for end := range data {
		want := wholeElements(data[:end])
		p, cut, err := iprof.Salvage(bytes.NewReader(data[:end]), iprof.Options{})
		if want["version"] == 0 {
			if err == nil {
				t.Errorf("%d bytes: no version, but no error", end)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%d bytes: %v", end, err)
		}
		salvaged++
		if !errors.Is(cut, iprof.ErrTruncated) || cut.Offset != int64(end) {
			t.Errorf("%d bytes: %v", end, cut)
		}
		got := map[string]int{"types": p.Types.Len(), "methods": p.Methods.Len()}
		for _, s := range iprof.Sections {
			got[s.String()] = p.Records(s)
			if s == iprof.Monitors && len(p.Monitors) > 0 {
				got[s.String()] = 1
			}
		}
		for section, n := range got {
			if n != want[section] {
				t.Errorf("%d bytes: %d of %s, want %d", end, n, section, want[section])
			}
		}
	}
	if salvaged < len(data)/2 {
		t.Errorf("salvaged at %d of %d places", salvaged, len(data))
	}
}

// wholeElements counts the elements of each section that are whole.
func wholeElements(text []byte) map[string]int {
	n := map[string]int{}
	d := json.NewDecoder(bytes.NewReader(text))
	depth, section := 0, ""
	for expectKey := true; ; {
		token, err := d.Token()
		if err != nil {
			return n
		}
		switch v := token.(type) {
		case json.Delim:
			switch v {
			case '{', '[':
				depth++
			default:
				depth--
				if depth == 2 && v == '}' {
					n[section]++
				}
			}
			expectKey = depth == 1
		case string:
			if depth == 1 && expectKey {
				section, expectKey = v, false
			} else if depth == 1 {
				n[section]++
				expectKey = true
			}
		}
	}
}

func TestSalvageOfWhole(t *testing.T) {
	data := testfile.Read(t, "../testdata/even-or-odd.iprof")
	p, cut, err := iprof.Salvage(bytes.NewReader(data), iprof.Options{})
	if err != nil || cut != nil {
		t.Fatal(cut, err)
	}
	q, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(written(t, p), written(t, q)) {
		t.Error("a whole profile is salvaged otherwise than read")
	}
}

// TestSalvageNothing: only the end may be missing.
func TestSalvageNothing(t *testing.T) {
	for _, text := range []string{
		"", `{`, `{"types":[`, `{"version":"1.0.0","types":[],}`, `{"version":"1.0.0","types":[{"id":-7,"name":"A"`,
		`{"version":"2.0.0"`, `{"version":"1.0.0","types":[],"methods":[]} x`, `{"version":"1.0.0","types":[]}`,
	} {
		p, cut, err := iprof.Salvage(strings.NewReader(text), iprof.Options{})
		if _, want := iprof.Parse(strings.NewReader(text), iprof.Options{}); p != nil || err == nil || err.Error() != want.Error() {
			t.Errorf("%q: %v, %v, %v, want %v", text, p, cut, err, want)
		}
	}
}

func TestSalvageGzip(t *testing.T) {
	data := testfile.Read(t, "../testdata/shop.iprof")
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(data)
	z.Close()
	p, cut, err := iprof.Salvage(bytes.NewReader(b.Bytes()[:b.Len()*3/4]), iprof.Options{})
	if err != nil || cut == nil || p.Types.Len() == 0 {
		t.Fatalf("%v, %v, %v", p, cut, err)
	}
}
