// Package work limits the work that a file causes if few bytes expand to much: by references, shared prefixes, nesting, counts. A
// reader charges for what it is about to expand, and does not expand it if that is too much.
package work

import (
	"fmt"
	"math"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A Unit is a kind of work.
type Unit struct {
	name   string // for messages, in the plural
	perKiB int64  // allowed for each 1,024 bytes of the file
	few    int64  // allowed for any file, because it is cheap
}

// The units. Files of real programs need a small part of the allowance.
var (
	Frames   = Unit{"frames of stacks, with inlined functions", 8 << 10, 1 << 18} // real pprof profiles have less than three a byte
	Names    = Unit{"bytes of names", 16 << 10, 16 << 20}                         // written, hashed or compared
	Methods  = Unit{"methods", 128, 1 << 17}                                      // the gzipped profiles of native-image have one for 12 bytes
	Values   = Unit{"receiver types and successors", 4 << 10, 1 << 19}            // the gzipped profiles of native-image have one for 3 bytes
	Cells    = Unit{"cells in its table", 16 << 10, 4 << 20}                      // a site with a thousand types has as many rows
	Inflated = Unit{"decompressed bytes", 256 << 10, 64 << 20}                    // for each compressed one
	Contents = Unit{"bytes of tables of contents", 8 << 10, 16 << 20}             // of jars in jars, which compress to a fifth
)

// usualInput is the maximum size of an input up to which the units' budgets apply. A user who allows larger inputs raises the
// budget in proportion.
const usualInput = 256 << 20

// A Budget is the work that a file may cause.
type Budget struct {
	bytes int64 // of the file, so far
	times int64 // the units' budgets; math.MaxInt64: no limit
	spent map[Unit]int64
}

// New returns the budget of a file whose size is limited: 0 stands for the default limit, a negative number for none.
func New(maxInput int64) *Budget {
	b := &Budget{times: max(1, maxInput/usualInput), spent: map[Unit]int64{}}
	if maxInput < 0 {
		b.times = math.MaxInt64
	}
	return b
}

// Grow says that the file has more bytes.
func (b *Budget) Grow(bytes int64) { b.bytes += bytes }

// Charge announces additional work. The error is an [*Exceeded] if that is too much.
func (b *Budget) Charge(u Unit, n int64) error {
	spent := b.spent[u]
	if spent += min(n, math.MaxInt64-spent); spent > b.limit(u) {
		return &Exceeded{unit: u, Needed: spent, Limit: b.limit(u)}
	}
	b.spent[u] = spent
	return nil
}

// once returns how much a unit allows at the usual input limit.
func (b *Budget) once(u Unit) int64 { return u.few + u.perKiB*b.bytes>>10 }

func (b *Budget) limit(u Unit) int64 {
	if b.times > math.MaxInt64/b.once(u) {
		return math.MaxInt64
	}
	return b.times * b.once(u)
}

// An Exceeded is the error for too much work. Needed is not all that the file needs, where its parts are charged one by one.
type Exceeded struct {
	unit          Unit
	Needed, Limit int64
}

// Error returns the numbers.
func (e *Exceeded) Error() string {
	return fmt.Sprintf("it has at least %s %s; the limit is %s", words.Thousands(e.Needed), e.unit.name, words.Thousands(e.Limit))
}
