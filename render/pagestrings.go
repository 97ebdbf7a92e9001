package render

import (
	"bytes"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strconv"
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
		packed = append(packed, fractions.ReplaceAllFunc(compacted.Bytes(), roundFraction))
	}
	return shared, packed
}

// fractions are shares, frequencies and the like in compact JSON whose strings have been replaced. A page shows three digits of them.
var fractions = regexp.MustCompile(`[:,\[]-?[0-9]+\.[0-9]{4,}(?:[eE][-+]?[0-9]+)?`)

// roundFraction rounds a fraction to six digits, all that a page has to show and to add up. Counts have no fractions. Nearly all stays
// less than all, and a factor of nearly 1 is not 1.
func roundFraction(s []byte) []byte {
	x, err := strconv.ParseFloat(string(s[1:]), 64)
	if err != nil || math.Abs(x) >= 1e6 {
		return s
	}
	const unit = 1e-6
	if x != 1 && math.Abs(x-1) < unit {
		x = 1 + math.Copysign(unit, x-1)
		return strconv.AppendFloat(s[:1:1], x, 'g', 7, 64)
	}
	return strconv.AppendFloat(s[:1:1], x, 'g', 6, 64)
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
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
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
