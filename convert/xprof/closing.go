package xprof

import "math"

// A closing is a choice of items after a header whose ticks add up to the header's.
type closing struct {
	sections []span
	specials []int // places of items
	lost     int   // place of an item, or -1
	first    int   // place of the first item
	end      int   // place after the last item
	exact    bool  // no section has more ticks than its rows, unless it says that rows are elided
	rows     filter
}

// A span is a section: the rows from an item to its total.
type span struct {
	section     section
	from, total int
}

// A filter decides which rows of a block count.
type filter struct {
	percentages bool  // those whose percentage of active fits; otherwise all without program output
	active      int64 // ticks of the header without those that were blocked
}

func (f filter) counts(i item) bool {
	if f.percentages {
		return fits(i.tenths, float64(i.ticks)+float64(i.native), f.active)
	}
	return !i.broken
}

// fits says whether a percentage, in tenths, is that of ticks in a total, rounded up or down where it lies between.
func fits(tenths int64, ticks float64, total int64) bool {
	of := float64(total)
	return total > 0 && math.Abs(float64(tenths)*of-1000*ticks) <= of*(0.5+1e-9)
}

// A mark is a place among items, and how many ticks the rows before it have.
type mark struct {
	item          int
	ticks, native int64
}

// closeBlock chooses items so that they add up to the ticks of their header. Items that do not fit are left out: those of
// another percentage if percentages count, sections out of order, and totals below the sum of their rows. Where the sum
// is reached, nothing that fits may follow until the next block or the global summary.
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

// begins says whether an item begins something else after the items so far: another block, or the global summary.
func (c *closing) begins(i item) bool {
	switch i.kind {
	case titleItem:
		return !c.follows(section(i.index))
	case listItem:
		return len(c.specials) > 0
	}
	return i.kind == globalItem
}

// closeLost closes a block of no ticks but lost ones, as of a VM thread.
func closeLost(c closing, all []item) (closing, bool) {
	c.lost = findLost(0, all)
	c.first, c.end = c.lost, c.lost+1
	return c, c.lost >= 0
}

// findLost returns the place of the ticks that a block says were lost, besides its total, or -1.
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

// findBlocked returns the place of the ticks that the thread was blocked, or -1.
func findBlocked(total int64, all []item) int {
	for at, i := range all {
		if i.kind == specialItem && specials[i.index].title == blockedTitle && i.ticks <= total &&
			fits(i.tenths, float64(i.ticks), total) {
			return at
		}
	}
	return -1
}

// follows says whether a section may come after those so far.
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

// countsSpecial says whether ticks without a method count, given the place of those that the thread was blocked.
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

// plus adds two sums that are not negative; false if ok was, or the sum does not fit.
func plus(a, b int64, ok bool) (int64, bool) {
	if a > math.MaxInt64-b {
		return 0, false
	}
	return a + b, ok
}
