package render

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
)

// shareStrings takes the strings that JSON texts have more than once, as values and not as keys, into a sorted list. In the texts
// they become "@" and their place in the list, in base 36. So do strings that begin with "@". Names are in every table of a report:
// together they would be most of it.
func shareStrings(texts [][]byte) (shared []string, packed [][]byte) {
	count := map[string]int{} // by string as it is in the text
	for _, text := range texts {
		for token := range stringValues(text) {
			count[string(text[token.start:token.end])]++
		}
	}
	placed := map[string]string{} // by string as it is in the text: what takes its place
	values := map[string]string{}
	for token, n := range count {
		const worthIt = 5 // with its quotes
		var s string
		if err := json.Unmarshal([]byte(token), &s); err != nil {
			panic(err) // we have written it
		}
		if n > 1 && len(token) > worthIt || len(s) > 0 && s[0] == '@' {
			values[token] = s
			shared = append(shared, s)
		}
	}
	slices.Sort(shared)
	shared = slices.Compact(shared)
	for token, s := range values {
		at, _ := slices.BinarySearch(shared, s)
		placed[token] = `"@` + strconv.FormatInt(int64(at), 36) + `"`
	}
	for _, text := range texts {
		var b bytes.Buffer
		from := 0
		for token := range stringValues(text) {
			if place, ok := placed[string(text[token.start:token.end])]; ok {
				b.Write(text[from:token.start])
				b.WriteString(place)
				from = token.end
			}
		}
		b.Write(text[from:])
		var compacted bytes.Buffer
		if err := json.Compact(&compacted, b.Bytes()); err != nil {
			panic(err) // we have written it
		}
		packed = append(packed, roundFractions(compacted.Bytes()))
	}
	return shared, packed
}

// roundFractions rounds the fractions in a compact JSON text, such as shares and frequencies.
func roundFractions(text []byte) []byte {
	rounded := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		start := i
		switch c := text[i]; {
		case c == '"':
			i = stringEnd(text, i)
			rounded = append(rounded, text[start:i]...)
		case c == '-' || '0' <= c && c <= '9':
			for i < len(text) && strings.IndexByte("+-.0123456789Ee", text[i]) >= 0 {
				i++
			}
			rounded = appendRounded(rounded, text[start:i])
		default:
			rounded = append(rounded, c)
			i++
		}
	}
	return rounded
}

// appendRounded appends a number. A fraction has six digits, all that a page has to show and to add up, but those of few digits stay.
// Nearly all stays less than all, and a factor of nearly 1 is not 1. Counts have no fractions.
func appendRounded(to, number []byte) []byte {
	const few = 3 // decimals
	point := bytes.IndexByte(number, '.')
	if point < 0 || len(number)-point-1 <= few {
		return append(to, number...)
	}
	x, err := strconv.ParseFloat(string(number), 64)
	if err != nil || math.Abs(x) >= 1e6 {
		return append(to, number...)
	}
	const unit = 1e-6
	if x != 1 && math.Abs(x-1) < unit {
		return strconv.AppendFloat(to, 1+math.Copysign(unit, x-1), 'g', 7, 64)
	}
	return strconv.AppendFloat(to, x, 'g', 6, 64)
}

// stringEnd returns the index after a string of JSON that begins at another.
func stringEnd(text []byte, start int) int {
	for i := start + 1; ; i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
}

// A jsonToken is the place of a string in a JSON text, with its quotes.
type jsonToken struct{ start, end int }

// stringValues iterates over the strings of a valid JSON text that are no keys.
func stringValues(text []byte) func(yield func(jsonToken) bool) {
	return func(yield func(jsonToken) bool) {
		for i := 0; i < len(text); i++ {
			if text[i] != '"' {
				continue
			}
			start := i
			i = stringEnd(text, i) - 1
			after := i + 1
			for after < len(text) && (text[after] == ' ' || text[after] == '\n') {
				after++
			}
			if after < len(text) && text[after] == ':' {
				continue
			}
			if !yield(jsonToken{start, i + 1}) {
				return
			}
		}
	}
}
