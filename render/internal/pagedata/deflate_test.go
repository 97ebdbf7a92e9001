package pagedata

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testpage"
)

// TestDeflater: another inflater reads the same bytes, and the stream does not depend on processors or sizes of writes.
func TestDeflater(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	data := make([]byte, 5*deflatedPiece+12_345)
	for i := range data {
		data[i] = byte(r.IntN(20) * r.IntN(5))
	}
	for _, n := range []int{0, 1, deflatedPiece - 1, deflatedPiece, deflatedPiece + 1, len(data)} {
		alone := deflateOn(t, 1, data[:n], n+1)
		if got, err := io.ReadAll(flate.NewReader(bytes.NewReader(alone))); err != nil || !bytes.Equal(got, data[:n]) {
			t.Errorf("%d bytes: %d are inflated, %v", n, len(got), err)
		}
		if !bytes.Equal(deflateOn(t, 3, data[:n], 100_003), alone) {
			t.Errorf("%d bytes: processors or writes matter", n)
		}
	}
}

func deflateOn(t *testing.T, processors int, data []byte, step int) []byte {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
	var out bytes.Buffer
	d := newDeflater(&out, flate.DefaultCompression)
	for from := 0; from < len(data); from += step {
		if _, err := d.Write(data[from:min(from+step, len(data))]); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestDeflaterLeavesFewBytes: random numbers, of which flate's levels leave more than code words do, and repeated ones, of which they
// leave less, are written in the shorter way.
func TestDeflaterLeavesFewBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	random := make([]byte, 2*deflatedPiece)
	for i := range random {
		random[i] = byte(r.IntN(5) * r.IntN(5))
	}
	repeated := bytes.Repeat(random[:1000], len(random)/1000)
	for _, c := range []struct {
		name string
		data []byte
		most float64 // bits a byte
	}{
		// Of 25 pairs 9 have a product of 0, 3 one of 4, 2 one of 2, 3, 6, 8 and 12 each, 1 one of 1, 9 and 16 each. The
		// shortest code words have 75 bits for these 25: 3 bits a byte, and a little for each piece.
		{"random", random, 3.0 * 1.03},
		{"repeated", repeated, 0.2},
	} {
		if got := 8 * float64(len(deflateOn(t, 2, c.data, len(c.data)))) / float64(len(c.data)); got > c.most {
			t.Errorf("%s: %.3f bits a byte, want at most %.3f", c.name, got, c.most)
		}
	}
}

// TestColumnsBesideOthers: columns that are written at the same time follow each other, whether they are deflated or not.
func TestColumnsBesideOthers(t *testing.T) {
	write := func(c *Writer) {
		c.Text("first")
		columns := c.Beside(3)
		for i := range 2 * deflatedPiece {
			columns[0].WriteByte(byte(i * i))
			columns[2].Number(uint64(i))
		}
		c.Text("second")
		c.Join(columns)
		c.Text("last")
	}
	plain := BytesOfColumns(write)
	column := make([]byte, 2*deflatedPiece)
	for i := range column {
		column[i] = byte(i * i)
	}
	if !bytes.HasPrefix(plain, slices.Concat([]byte("\x05first\x06second"), column, []byte{0, 1, 2})) || !bytes.HasSuffix(plain, []byte("\x04last")) {
		t.Error("columns in memory are in another order")
	}
	var packed bytes.Buffer
	c := NewWriter(&packed, flate.DefaultCompression)
	write(c)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(flate.NewReader(testpage.Decoder(&packed)))
	if err != nil || !bytes.Equal(got, plain) {
		t.Errorf("%d bytes of %d, %v", len(got), len(plain), err)
	}
	full := errors.New("full")
	c = NewWriter(failing{full}, flate.DefaultCompression)
	write(c)
	if err := c.Close(); err != full {
		t.Errorf("close: %v", err)
	}
}

// TestDeflaterKeepsErrors: writes fail soon after the writer below has, and so does Close.
func TestDeflaterKeepsErrors(t *testing.T) {
	full := errors.New("full")
	d := newDeflater(failing{full}, flate.DefaultCompression)
	var err error
	pieces := 0
	for ; err == nil && pieces < 1000; pieces++ {
		_, err = d.Write(make([]byte, deflatedPiece))
	}
	if err != full || pieces > maxRunning+2 {
		t.Errorf("%v after %d pieces", err, pieces)
	}
	if err := d.Close(); err != full {
		t.Errorf("Close: %v", err)
	}
	if err := newDeflater(failing{full}, flate.DefaultCompression).Close(); err != full {
		t.Errorf("Close of nothing: %v", err)
	}
}

// failing is a writer that can write nothing.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
