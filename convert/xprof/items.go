package xprof

import (
	"bytes"
	"slices"

	"github.com/iprof-viz/iprof-viz/internal/lines"
)

// An item is a line that looks like part of a block.
type item struct {
	kind    itemKind
	index   uint8 // the section of a title or total, or an index in specials
	elided  bool  // a total of more rows than are printed
	broken  bool  // joined from parts around program output
	tenths  int64 // tenths of a percent
	ticks   int64
	native  int64
	name    string // name of a row; empty: lost in program output
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

// items collects the items of a text.
//
// Program output may be inside a row and have several lines, some of them similar to rows. So the rest of a row completes each of
// the last beginnings, and closeBlock chooses the right one by its percentage.
type items struct {
	all     []item
	halves  []row // rows without a second number or title
	unnamed []int // indexes of rows without a text
}

// maxBroken is the maximum number of beginnings of rows that wait for their rest.
const maxBroken = 4

// add adds the item of a line, if it has one. Otherwise the line may have the rest of an earlier row.
func (it *items) add(line []byte, number, textual int) {
	place := item{line: number, textual: textual}
	if bytes.IndexByte(line, '%') >= 0 {
		r := parseRow(line)
		if r.form == halfRow || r.broken {
			it.halves = appendLast(it.halves, row{form: halfRow, tenths: r.tenths, ticks: r.ticks})
		}
		if r.form != noNumbers {
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
	case r.form == oneNumber && ok:
		place.kind, place.index = specialItem, uint8(s)
	case r.form != twoNumbers:
		return
	case !place.total(r.text):
		place.kind, place.name = rowItem, lines.String(r.text)
		if place.name == "" {
			it.unnamed = appendLast(it.unnamed, len(it.all))
		}
	}
	it.all = append(it.all, place)
}

// addRest completes rows with the rest in a line: everything after the first number, or only the text.
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

// addTotals makes totals of the rows without a text. If there are none, the text of the last row may be program output.
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

// cut removes items. It drops rows that wait for their rest, because a row is never split between blocks.
func (it *items) cut(from, to int) {
	it.all = slices.Delete(it.all, from, to)
	it.halves, it.unnamed = it.halves[:0], it.unnamed[:0]
}

// appendLast appends to a list and keeps its last maxBroken elements.
func appendLast[T any](list []T, last T) []T {
	if len(list) == maxBroken {
		copy(list, list[1:])
		list = list[:maxBroken-1]
	}
	return append(list, last)
}

// total turns a row into a total if its text says so; false: the row has a method.
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
