package xprof

import "math"

// A closing is a choice of items after a header whose ticks add up to the header's.
type closing struct {
	sections []span
	specials []int // indexes of items
	lost     int   // index of an item, or -1
	first    int   // index of the first item
	end      int   // index after the last item
	exact    bool  // each section has the ticks of its rows, or says that rows are elided
	rows     filter
}

// A span is a section: the rows from an item to its total.
type span struct {
	section     section
	from, total int
}

// A filter decides which rows of a block count.
type filter struct {
	percentages bool  // rows with the right percentage of active count; otherwise all rows without program output
	active      int64 // ticks of the header without the blocked ones
}

func (f filter) counts(i item) bool {
	if f.percentages {
		return fits(i.tenths, float64(i.ticks)+float64(i.native), f.active)
	}
	return !i.broken
}

// fits reports whether a percentage, in tenths, matches the share of ticks in a total. A half may be rounded up or down.
func fits(tenths int64, ticks float64, total int64) bool {
	of := float64(total)
	return total > 0 && math.Abs(float64(tenths)*of-1000*ticks) <= of*(0.5+1e-9)
}

// A mark is the index of an item, with the ticks of all rows before it.
type mark struct {
	item          int
	ticks, native int64
}

// closeBlock chooses items that add up to the ticks of their header. It ignores items that do not fit: those with a wrong
// percentage if percentages count, sections out of order, and totals below the sum of their rows. After the sum is reached,
// no item that fits may follow until the next block or the global summary.
func closeBlock(total int64, all []item, percentages bool) (closing, bool) {
	c := closing{lost: -1, first: -1, exact: true, rows: filter{percentages, total}}
	if total == 0 {
		return closeLost(c, all)
	}
	blocked := findBlocked(total, all)
	if percentages && blocked >= 0 {
		c.rows.active -= all[blocked].ticks
	}
	var (
		sum    int64
		ok     = true
		rows   mark // all rows so far
		last   mark // after the last section
		titles [sectionCount]mark
		list   = -1
		seen   [16]bool // by special
	)
	for at, i := range all {
		if sum == total && c.begins(i) {
			break
		}
		switch i.kind {
		case titleItem:
			titles[i.index] = mark{at + 1, rows.ticks, rows.native}
		case listItem:
			list = at
		case rowItem:
			if c.rows.counts(i) && i.name != "" {
				rows.ticks, ok = plus(rows.ticks, i.ticks, ok)
				rows.native, ok = plus(rows.native, i.native, ok)
			}
		case totalItem:
			s := section(i.index)
			from, titled := last, titles[s].item > last.item
			if titled {
				from = titles[s]
			}
			ticks, native := rows.ticks-from.ticks, rows.native-from.native
			if !c.rows.counts(i) || !c.follows(s) || ticks > i.ticks || native > i.native || i.ticks == 0 && i.native == 0 {
				continue
			}
			c.exact = c.exact && (i.elided || ticks == i.ticks && native == i.native)
			c.addSection(span{s, from.item, at}, all, titled)
			c.end = at + 1
			last = mark{at + 1, rows.ticks, rows.native}
			sum, ok = plus(sum, i.ticks, ok)
			sum, ok = plus(sum, i.native, ok)
		case specialItem:
			if !c.countsSpecial(i, at, blocked) || seen[i.index] {
				continue
			}
			seen[i.index] = true
			c.addSpecial(at, list)
			c.end = at + 1
			sum, ok = plus(sum, i.ticks, ok)
		}
		if !ok || sum > total {
			return closing{}, false
		}
	}
	if sum < total {
		return closing{}, false
	}
	c.lost = findLost(total, all[:c.first])
	return c, true
}

// begins reports whether an item begins another block or the global summary.
func (c *closing) begins(i item) bool {
	switch i.kind {
	case titleItem:
		return !c.follows(section(i.index))
	case listItem:
		return len(c.specials) > 0
	}
	return i.kind == globalItem
}

// closeLost closes a block that has only lost ticks, such as the block of a VM thread.
func closeLost(c closing, all []item) (closing, bool) {
	c.lost = findLost(0, all)
	c.first, c.end = c.lost, c.lost+1
	return c, c.lost >= 0
}

// findLost returns the index of the lost ticks, which are not part of the total; -1: none.
func findLost(total int64, all []item) int {
	for at := len(all) - 1; at >= 0; at-- {
		i := all[at]
		if i.kind == specialItem && specials[i.index].title == lostTitle && i.ticks <= math.MaxInt64-total &&
			fits(i.tenths, float64(i.ticks), total+i.ticks) {
			return at
		}
	}
	return -1
}

// findBlocked returns the index of the blocked ticks; -1: none.
func findBlocked(total int64, all []item) int {
	for at, i := range all {
		if i.kind == specialItem && specials[i.index].title == blockedTitle && i.ticks <= total &&
			fits(i.tenths, float64(i.ticks), total) {
			return at
		}
	}
	return -1
}

// follows reports whether a section may come after the previous ones.
func (c *closing) follows(s section) bool {
	return len(c.specials) == 0 && (len(c.sections) == 0 || c.sections[len(c.sections)-1].section < s)
}

func (c *closing) addSection(s span, all []item, titled bool) {
	c.sections = append(c.sections, s)
	if c.first >= 0 {
		return
	}
	if c.first = s.from - 1; titled {
		return
	}
	for c.first = s.from; all[c.first].kind != rowItem && c.first < s.total; c.first++ {
	}
}

func (c *closing) addSpecial(at, list int) {
	c.specials = append(c.specials, at)
	if c.first < 0 {
		c.first = at
		if list >= 0 {
			c.first = list
		}
	}
}

// countsSpecial reports whether ticks without a method count, given the index of the blocked ones.
func (c *closing) countsSpecial(i item, at, blocked int) bool {
	s := specials[i.index]
	switch {
	case s.frame == "" || i.ticks == 0:
		return false
	case c.rows.percentages && s.title == blockedTitle:
		return at == blocked
	}
	return c.rows.counts(i)
}

// plus adds two nonnegative sums; false if ok was false, or the sum exceeds 2^63-1.
func plus(a, b int64, ok bool) (int64, bool) {
	if a > math.MaxInt64-b {
		return 0, false
	}
	return a + b, ok
}
