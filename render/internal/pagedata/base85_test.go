package pagedata

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testpage"
)

// TestBase85: another decoder reads it, however long it is and however it was written, and it has nothing of markup.
func TestBase85(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		data := make([]byte, n+n/290*mostEncoded)
		for i := range data {
			data[i] = byte(r.Uint32())
			if n%3 == 0 {
				data[i] = byte(255 * (i / 5 % 2))
			}
		}
		var text bytes.Buffer
		e := &base85{w: &text}
		for rest := data; len(rest) > 0; {
			part := min(len(rest), 1+r.IntN(9+n*8))
			if wrote, err := e.Write(rest[:part]); wrote != part || err != nil {
				t.Fatal(wrote, err)
			}
			rest = rest[part:]
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
		if want := len(data)/4*5 + map[int]int{0: 0, 1: 2, 2: 3, 3: 4}[len(data)%4]; text.Len() != want || bytes.ContainsAny(text.Bytes(), "<&\"'\n") {
			t.Errorf("%d bytes are %d digits, want %d: %.40q", len(data), text.Len(), want, text.Bytes())
		}
		if got, err := io.ReadAll(testpage.Decoder(&text)); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes of %d, %v", len(got), len(data), err)
		}
	}
	full := errors.New("full")
	e := &base85{w: failing{full}}
	if _, err := e.Write(make([]byte, 2*mostEncoded)); err != full {
		t.Error(err)
	}
	if err := e.Close(); err != full {
		t.Error(err)
	}
}
