package render

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"testing"
)

// TestDeflater: another inflater reads what was written, and the stream does not depend on processors or sizes of writes.
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
