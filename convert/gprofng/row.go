package gprofng

import (
	"bytes"
	"errors"
	"fmt"
	"math"
)

// A row is a line of a call tree.
type row struct {
	numbers []number
	column  int // column of the function
	name    []byte
}

// A number is a value in a row.
type number struct {
	at   int
	text []byte
}

// branch precedes the name of each function.
const branch = "+-"

// parse reads a row of a call tree into r; false: the line is not a row.
//
//	1.041  65.84  0.           |    +-hash
func (r *row) parse(line []byte) bool {
	r.numbers = r.numbers[:0]
	for at := 0; at < len(line); {
		switch c := line[at]; {
		case c == ' ':
			at++
		case c == '|' || bytes.HasPrefix(line[at:], []byte(branch)):
			return len(r.numbers) > 0 && r.parseBranch(line, at)
		case c == '+' || c == '-' || '0' <= c && c <= '9':
			end := at
			for end < len(line) && line[end] != ' ' {
				end++
			}
			r.numbers = append(r.numbers, number{at, line[at:end]})
			at = end
		default:
			return false
		}
	}
	return false
}

// parseBranch reads the bars of callers and the name, starting at an index in a row.
func (r *row) parseBranch(line []byte, at int) bool {
	for at < len(line) && (line[at] == ' ' || line[at] == '|') {
		at++
	}
	name, ok := bytes.CutPrefix(line[at:], []byte(branch))
	r.column, r.name = at, name
	return ok
}

// parseValue reads a number: seconds with up to 3 decimals as milliseconds, other values unchanged.
func parseValue(text []byte, unit string) (int64, error) {
	digits := bytes.TrimPrefix(text, []byte("+"))
	scale, point := 0, -1
	if unit == "ms" {
		scale = 3
	}
	var n int64
	decimals := 0
	for i, c := range digits {
		switch {
		case (c == '.' || c == ',') && point < 0 && i > 0:
			point = i
			continue
		case c < '0' || c > '9':
			return 0, notValue(text)
		case point >= 0:
			if decimals++; decimals > scale {
				return 0, fmt.Errorf("%q has more than %d decimals", text, scale)
			}
		}
		digit := int64(c - '0')
		if n > (math.MaxInt64-digit)/10 {
			return 0, fmt.Errorf("%q does not fit in 63 bits", text)
		}
		n = n*10 + digit
	}
	if len(digits) == 0 || scale == 0 && point >= 0 && decimals == 0 && n > 0 {
		return 0, notValue(text)
	}
	for ; decimals < scale; decimals++ {
		if n > math.MaxInt64/10 {
			return 0, fmt.Errorf("%q does not fit in 63 bits", text)
		}
		n *= 10
	}
	return n, nil
}

func notValue(text []byte) error {
	if bytes.HasPrefix(text, []byte("-")) {
		return errors.New("a value is negative: is this a comparison of experiments?")
	}
	return fmt.Errorf("%q is not a value", text)
}
