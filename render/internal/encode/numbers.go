package encode

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"github.com/klauspost/compress/flate"
)

// Encodings of numbers. shapes.ts has the same list.
const (
	plainNumbers  = iota // integers from 0 on
	signedNumbers        // zigzag integers: doubled, with 1 for the sign
	steps                // differences, signed; the first one from 0
	decimals             // digits as integers, and the number of digits after the point, one byte each
	doubles              // 64 bits, lowest byte first
	methodPlaces         // methods: places in the list of all
)

// mostExact is the largest integer whose double and one more fit exactly in 53 bits.
const mostExact = 1 << 51

// numbers writes numbers in one of the encodings.
func (w *writer) numbers(all []float64) {
	for _, x := range all {
		if !isWhole(x) {
			w.fractions(all)
			return
		}
	}
	w.wholeNumbers(all)
}

func isWhole(x float64) bool { return x == math.Trunc(x) && math.Abs(x) < mostExact }

// wholeNumbers writes integers in the shortest encoding.
func (w *writer) wholeNumbers(all []float64) {
	negative := false
	for _, x := range all {
		negative = negative || x < 0
	}
	first, before := plainNumbers, 0.0
	if negative {
		first = signedNumbers
	}
	plain, stepped := w.plain[:0], w.steps[:0]
	for _, x := range all {
		if negative {
			plain = appendSigned(plain, x)
		} else {
			plain = binary.AppendUvarint(plain, uint64(x))
		}
		stepped = appendSigned(stepped, x-before)
		before = x
	}
	w.plain, w.steps = plain, stepped
	if w.deflated(stepped) < w.deflated(plain) {
		first, plain = steps, stepped
	}
	w.WriteByte(byte(first))
	w.Write(plain)
}

func appendSigned(b []byte, x float64) []byte {
	if x < 0 {
		return binary.AppendUvarint(b, 2*uint64(-x)+1)
	}
	return binary.AppendUvarint(b, 2*uint64(x))
}

// deflated returns the approximate deflated size of bytes in a page.
func (w *writer) deflated(b []byte) int {
	if len(b) < 256 { // constant bytes
		return len(b)
	}
	w.size = 0
	if w.deflate == nil {
		w.deflate, _ = flate.NewWriter(&w.size, flate.BestSpeed) // fails only for invalid levels
	} else {
		w.deflate.Reset(&w.size)
	}
	w.deflate.Write(b)
	w.deflate.Close()
	return int(w.size)
}

// fractions writes numbers with six digits, as many as a page shows and adds up, or more for integers and numbers above a million.
func (w *writer) fractions(all []float64) {
	digits, after := make([]float64, len(all)), make([]byte, len(all))
	for i, x := range all {
		switch {
		case math.Abs(x) >= mostExact:
			w.doubles(all)
			return
		case isWhole(x):
			digits[i] = x
		case math.Abs(x) >= 1e6:
			digits[i] = math.Round(x)
		case math.Abs(x-1) < 1e-6: // nearly all is less than all, and a factor of nearly 1 is not 1
			digits[i], after[i] = 1e6+math.Copysign(1, x-1), 6
		default:
			var buffer [24]byte
			text := strconv.AppendFloat(buffer[:0], x, 'e', 5, 64) // -1.23456e-07
			e := bytes.IndexByte(text, 'e')
			exponent, _ := strconv.Atoi(string(text[e+1:]))
			n, _ := strconv.Atoi(strings.Replace(string(text[:e]), ".", "", 1))
			exponent -= 5
			for ; exponent < 0 && n%10 == 0; exponent++ {
				n /= 10
			}
			if exponent < -22 { // powers up to the 22nd are exact in JavaScript
				w.doubles(all)
				return
			}
			digits[i], after[i] = float64(n), byte(-exponent)
		}
	}
	w.WriteByte(decimals)
	w.wholeNumbers(digits)
	w.Write(after)
}

func (w *writer) doubles(all []float64) {
	w.WriteByte(doubles)
	for _, x := range all {
		w.Write(binary.LittleEndian.AppendUint64(w.AvailableBuffer(), math.Float64bits(x)))
	}
}
