package page

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"github.com/klauspost/compress/flate"

	"github.com/iprof-viz/iprof-viz/render/internal/pagedata"
)

// How the numbers of a column are written. packed.ts has the same list.
const (
	plainNumbers  = iota // whole ones from 0 on
	signedNumbers        // whole ones: twice as large, and 1 more for negative ones
	steps                // from each to the next, signed; the first one from 0
	decimals             // digits as numbers of their own, and how many of them follow the point, a byte each
	doubles              // 64 bits, the lowest byte first
	methodNumbers        // of methods: their places in the part "methods"
	quotients            // of two columns that are known already, with exceptions
)

// How the strings of a column are written.
const (
	stringPlaces = iota // in the table
	methodNames         // those of the methods whose ids a column has, with exceptions
)

// Where the divisor of a quotient is.
const (
	sameObject = iota
	outerObject
	rootObject
	parentObject // in the same array: its index is the number "parent"
	divisors
)

// mostExact is the greatest whole number whose double and one more have no fraction in 53 bits.
const mostExact = 1 << 51

// A packer writes columns of JSON in few bytes. What follows from other columns it leaves out, after a check that it does.
type packer struct {
	*pagedata.Writer
	table   *pagedata.Strings
	methods map[float64]int // by id: places in the part "methods"
	names   []int32         // of these methods, as ids in table
	root    *packScope
	deflate *flate.Writer // to find out which of two ways takes less
	size    countingWriter
}

type countingWriter int

func (n *countingWriter) Write(b []byte) (int, error) {
	*n += countingWriter(len(b))
	return len(b), nil
}

// newPacker returns a packer for parts that refer to the methods of a part, or to none.
func newPacker(table *pagedata.Strings, methods *jsonColumn) *packer {
	p := &packer{table: table, methods: map[float64]int{}}
	if methods == nil {
		return p
	}
	all := methods.get("methods").items
	if all == nil || all.objects == 0 {
		return p
	}
	for i, id := range all.get("id").numbers {
		p.methods[id] = i
	}
	p.names = all.get("name").strings
	return p
}

// pack returns the bytes of a JSON text.
func (p *packer) pack(text *jsonColumn) []byte {
	return pagedata.BytesOfColumns(func(c *pagedata.Writer) {
		p.Writer = c
		p.root = nil
		p.column(text, packPlace{})
	})
}

// A packPlace is where a column comes from: a key of objects, the items of arrays that objects have, or the whole text.
type packPlace struct {
	scope  *packScope // nil: none, or arrays have other values, too
	key    string
	arrays *jsonColumn // nil: a key
}

// A packScope is a column of objects while its fields are written.
type packScope struct {
	of      *jsonColumn
	written []bool     // by field
	outer   *packScope // whose objects have arrays with these; nil: none
	owner   []int32    // by object: the index of the one in outer
	first   []int32    // by object: the index of the first one in its array
}

// values returns the numbers of a field by object, NaN where it is none; nil: it has none or is not written yet.
func (s *packScope) values(field int) []float64 {
	if !s.written[field] || len(s.of.fields[field].numbers) == 0 {
		return nil
	}
	return s.of.fields[field].aligned()
}

// column writes the kinds of the values at a place and then these, kind by kind.
func (p *packer) column(c *jsonColumn, at packPlace) {
	set := byte(0)
	for _, kind := range c.kinds {
		set |= 1 << kind
	}
	p.WriteByte(set)
	if set&(set-1) != 0 {
		for _, kind := range c.kinds {
			p.WriteByte(byte(kind))
		}
	}
	if set&(1<<numberValue) != 0 {
		p.numbers(c, at)
	}
	if set&(1<<stringValue) != 0 {
		p.strings(c, at)
	}
	if set&(1<<arrayValue) != 0 {
		p.wholeNumbers(doublesOf(c.lengths))
		p.column(c.items, packPlace{scope: at.scope, arrays: c})
	}
	if set&(1<<objectValue) != 0 {
		p.objects(c, at)
	}
}

func doublesOf(all []int32) []float64 {
	of := make([]float64, len(all))
	for i, n := range all {
		of[i] = float64(n)
	}
	return of
}

// objects writes keys, and the columns of all: those of ids first, as names follow from them.
func (p *packer) objects(c *jsonColumn, at packPlace) {
	s := &packScope{of: c, written: make([]bool, len(c.keys))}
	if at.arrays != nil && at.scope != nil && c.objects == len(c.kinds) {
		s.outer = at.scope
		s.findOwners(at.arrays)
	}
	if p.root == nil {
		p.root = s
	}
	p.Number(uint64(len(c.keys)))
	for _, key := range c.keys {
		p.Text(key)
	}
	for _, ids := range []bool{true, false} {
		for i, key := range c.keys {
			if isID(key) != ids {
				continue
			}
			field := c.fields[i]
			for len(field.kinds) < c.objects {
				field.kinds = append(field.kinds, absentValue)
			}
			p.column(field, packPlace{scope: s, key: key})
			s.written[i] = true
		}
	}
}

func isID(key string) bool { return key == "id" || strings.HasSuffix(key, "_id") }

func (s *packScope) findOwners(arrays *jsonColumn) {
	n, array := int32(0), 0
	for object, kind := range arrays.kinds {
		if kind != arrayValue {
			continue
		}
		first := n
		for range arrays.lengths[array] {
			s.owner, s.first = append(s.owner, int32(object)), append(s.first, first)
			n++
		}
		array++
	}
}

// numbers writes the numbers of a column.
func (p *packer) numbers(c *jsonColumn, at packPlace) {
	switch {
	case at.arrays == nil && isID(at.key) && p.methodNumbers(c.numbers):
	case areWhole(c.numbers):
		p.wholeNumbers(c.numbers)
	case at.arrays == nil && at.scope != nil && p.quotients(c, at):
	default:
		p.fractions(c.numbers)
	}
}

func areWhole(all []float64) bool {
	for _, x := range all {
		if !isWhole(x) {
			return false
		}
	}
	return true
}

func isWhole(x float64) bool { return x == math.Trunc(x) && math.Abs(x) < mostExact }

// methodNumbers writes ids as places in the list of methods if all are there.
func (p *packer) methodNumbers(ids []float64) bool {
	places := make([]float64, len(ids))
	for i, id := range ids {
		place, ok := p.methods[id]
		if !ok {
			return false
		}
		places[i] = float64(place)
	}
	p.WriteByte(methodNumbers)
	p.wholeNumbers(places)
	return true
}

// wholeNumbers writes whole numbers in the way that takes least.
func (p *packer) wholeNumbers(all []float64) {
	var ways [signedNumbers + 2][]byte
	negative := false
	for _, x := range all {
		negative = negative || x < 0
	}
	signed := func(b []byte, x float64) []byte {
		if x < 0 {
			return binary.AppendUvarint(b, 2*uint64(-x)+1)
		}
		return binary.AppendUvarint(b, 2*uint64(x))
	}
	first, before := plainNumbers, 0.0
	if negative {
		first = signedNumbers
	}
	for _, x := range all {
		if negative {
			ways[first] = signed(ways[first], x)
		} else {
			ways[first] = binary.AppendUvarint(ways[first], uint64(x))
		}
		ways[steps] = signed(ways[steps], x-before)
		before = x
	}
	way := first
	if p.deflated(ways[steps]) < p.deflated(ways[first]) {
		way = steps
	}
	p.WriteByte(byte(way))
	p.Write(ways[way])
}

// deflated returns about how many bytes are left of some in a page.
func (p *packer) deflated(b []byte) int {
	if len(b) < 256 { // nothing is certain
		return len(b)
	}
	p.size = 0
	if p.deflate == nil {
		p.deflate, _ = flate.NewWriter(&p.size, flate.BestSpeed) // fails at levels that are none only
	} else {
		p.deflate.Reset(&p.size)
	}
	p.deflate.Write(b)
	p.deflate.Close()
	return int(p.size)
}

// fractions writes numbers with six digits, all that a page has to show and to add up, or more for whole ones and those above a
// million.
func (p *packer) fractions(all []float64) {
	digits, after := make([]float64, len(all)), make([]byte, len(all))
	for i, x := range all {
		switch {
		case math.Abs(x) >= mostExact:
			p.doubles(all)
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
				p.doubles(all)
				return
			}
			digits[i], after[i] = float64(n), byte(-exponent)
		}
	}
	p.WriteByte(decimals)
	p.wholeNumbers(digits)
	p.Write(after)
}

func (p *packer) doubles(all []float64) {
	p.WriteByte(doubles)
	for _, x := range all {
		p.Write(binary.LittleEndian.AppendUint64(p.AvailableBuffer(), math.Float64bits(x)))
	}
}

// strings writes the strings of a column.
func (p *packer) strings(c *jsonColumn, at packPlace) {
	if at.arrays == nil && at.scope != nil && p.methodNames(c, at) {
		return
	}
	p.WriteByte(stringPlaces)
	p.places(c.strings)
}

func (p *packer) places(ids []int32) {
	places := make([]float64, len(ids))
	for i, id := range ids {
		places[i] = float64(p.table.Places[id])
	}
	p.wholeNumbers(places)
}

// methodNames writes which strings are not those of the methods that a column has the ids of.
func (p *packer) methodNames(c *jsonColumn, at packPlace) bool {
	key := at.key + "_id"
	if at.key == "method" {
		key = "id"
	}
	field, ok := at.scope.of.byKey[key]
	if !ok {
		return false
	}
	ids := at.scope.values(field)
	if ids == nil {
		return false
	}
	var others []float64
	var strings []int32
	n := 0
	for i, kind := range c.kinds {
		if kind != stringValue {
			continue
		}
		place, ok := p.methods[ids[i]]
		if !ok || p.names[place] != c.strings[n] {
			others, strings = append(others, float64(i)), append(strings, c.strings[n])
		}
		n++
	}
	if 2*len(others) > n {
		return false
	}
	p.WriteByte(methodNames)
	p.Number(uint64(field))
	p.Number(uint64(len(others)))
	p.wholeNumbers(others)
	p.places(strings)
	return true
}
