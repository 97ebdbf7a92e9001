package xprof

import (
	"bytes"
	"slices"

	"github.com/iprof-viz/iprof-viz/internal/lines"
)

// An item is a line that reads like one of a block.
type item struct {
	kind    itemKind
	index   uint8 // the section of a title or total, or which of specials
	elided  bool  // a total of more rows than are printed
	broken  bool  // put together around program output
	tenths  int64 // of a percent
	ticks   int64
	native  int64
	name    string // of a row; empty: lost in program output
	line    int
	textual int // number of its line in the transcript
}

type itemKind uint8

const (
	titleItem   itemKind = iota //   Interpreted + native   Method
	rowItem                     //  57.1%   172  +     0    com.example.Main.main
	totalItem                   //  63.8%   190  +     2    Total interpreted
	listItem                    //   Thread-local ticks:
	specialItem                 //   0.3%     1             Class loader
	globalItem                  // Global summary of 4.06 seconds:
)

// Items collects the items of a text.
//
// Program output may stand inside a row, and be more than a line, some like rows. So the rest of a row is taken for that
// of each of the last beginnings. Percentages tell them apart, in closeBlock.
type items struct {
	all     []item
	halves  []row // without any second figure or title
	unnamed []int // places of rows that have no text
}

// maxBroken is how many beginnings of rows wait for their rest.
const maxBroken = 4

// add adds the item of a line, if it has one. A line without any may have the rest of a row before.
func (it *items) add(line []byte, number, textual int) {
	place := item{line: number, textual: textual}
	if bytes.IndexByte(line, '%') >= 0 {
		r := parseRow(line)
		if r.form == halfRow || r.broken {
			it.halves = appendLast(it.halves, row{form: halfRow, tenths: r.tenths, ticks: r.ticks})
		}
		if r.form != noFigures {
			it.addRow(r, place)
			return
		}
	}
	s, isTitle := parseTitle(line)
	_, isGlobal := parseGlobal(line)
	switch {
	case isTitle:
		place.kind, place.index = titleItem, uint8(s)
	case isList(line):
		place.kind = listItem
	case isGlobal:
		place.kind = globalItem
	default:
		it.addRest(line, place)
		return
	}
	it.all = append(it.all, place)
}

// addRow adds a row, a total or ticks without a method.
func (it *items) addRow(r row, place item) {
	place.tenths, place.ticks, place.native, place.broken = r.tenths, r.ticks, r.native, r.broken
	switch s, ok := special(r.text); {
	case r.form == oneFigure && ok:
		place.kind, place.index = specialItem, uint8(s)
	case r.form != twoFigures:
		return
	case !place.total(r.text):
		place.kind, place.name = rowItem, lines.String(r.text)
		if place.name == "" {
			it.unnamed = appendLast(it.unnamed, len(it.all))
		}
	}
	it.all = append(it.all, place)
}

// addRest adds rows whose rest is in a line: all after the first figure, or the text alone.
func (it *items) addRest(line []byte, place item) {
	complete := false
	for _, r := range it.halves {
		if r.complete(line) {
			it.addRow(r, place)
			complete = true
		}
	}
	if complete {
		it.halves = it.halves[:0]
		return
	}

	var title item
	text := bytes.TrimLeft(trimRight(line), " \t")
	switch {
	case title.total(text):
		it.addTotals(title, place)
	case len(it.unnamed) > 0 && len(text) > 0 && isBlank(line[0]) && !bytes.ContainsAny(text, " \t"):
		for _, at := range it.unnamed {
			it.all[at].name, it.all[at].broken = lines.String(text), true
		}
		it.unnamed = it.unnamed[:0]
	}
}

// addTotals makes totals of the rows without a text. If there are none, the last row may have program output for a text.
func (it *items) addTotals(title, place item) {
	last := len(it.all) - 1
	if len(it.unnamed) == 0 && last >= 0 && it.all[last].kind == rowItem {
		it.all[last].name = ""
		it.unnamed = append(it.unnamed, last)
	}
	for _, at := range it.unnamed {
		total := it.all[at]
		total.kind, total.index, total.elided, total.broken = totalItem, title.index, title.elided, true
		total.line, total.textual = place.line, place.textual
		it.all = append(it.all, total)
	}
	it.unnamed = it.unnamed[:0]
}

// cut removes items. Rows that wait for their rest wait no longer: all of a row stands in one block.
func (it *items) cut(from, to int) {
	it.all = slices.Delete(it.all, from, to)
	it.halves, it.unnamed = it.halves[:0], it.unnamed[:0]
}

// appendLast appends to a list of at most maxBroken, the last ones.
func appendLast[T any](list []T, last T) []T {
	if len(list) == maxBroken {
		copy(list, list[1:])
		list = list[:maxBroken-1]
	}
	return append(list, last)
}

// total makes a row a total if its text says so; false: the row has a method.
func (i *item) total(text []byte) bool {
	for s, names := range sectionNames {
		if before, after, ok := bytes.Cut(text, []byte(names.total)); ok {
			after, i.elided = bytes.CutPrefix(after, []byte(" (including elided)"))
			i.kind, i.index, i.name = totalItem, uint8(s), ""
			i.broken = i.broken || len(before)+len(after) > 0
			return true
		}
	}
	return false
}
