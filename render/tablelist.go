package render

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Methods of a list in outputs for people. Those for programs have all.
const (
	maxCallees = 3
	maxCallers = 5 // of up to sixteen
)

// goodCaller is the number of columns that each of several methods in a cell should have.
const goodCaller = 24

// listText returns the first limit methods of a list: "Cart.add@9 < Shop.main@3 < … 2 more", "Cart.add, Cart.remove", with names
// as name returns them.
func listText(list []table.Frame, kind table.ColumnKind, limit int, name func(string) string) string {
	if kind == table.CallersColumn && len(list) == 0 {
		return "(root)"
	}
	var words []string
	for _, f := range list[:min(limit, len(list))] {
		words = append(words, name(f.Method)+callSite(f.BCI))
	}
	if more := len(list) - len(words); more > 0 {
		words = append(words, moreText(more))
	}
	return strings.Join(words, listSeparator(kind))
}

// shortMore is moreText where there is little room.
func shortMore(n int) string { return " +" + thousands(n) }

func moreText(n int) string { return "… " + thousands(n) + " more" }

func listSeparator(kind table.ColumnKind) string {
	if kind == table.CallersColumn {
		return " < "
	}
	return ", "
}

// fitList returns a list in a number of columns: as many methods as have room for readable names, but at least one.
func fitList(list []table.Frame, kind table.ColumnKind, width int) string {
	n := min(len(list), maxListed(kind))
	for ; n > 1; n-- {
		if width >= n*goodCaller+columnsOf(listText(list, kind, n, func(string) string { return "" })) {
			break
		}
	}
	rest := ""
	if more := len(list) - n; more > 0 {
		first := methodWidth(visible(list[0].Method) + callSite(list[0].BCI))
		if rest = listSeparator(kind) + moreText(more); width-columnsOf(rest) < max(goodCaller, first) {
			rest = shortMore(more)
		}
	}
	var words []string
	left := width - columnsOf(rest) - (n-1)*len(listSeparator(kind))
	for i, f := range list[:n] {
		site := callSite(f.BCI)
		word := fitMethod(visible(f.Method), left/(n-i)-len(site)) + site
		left -= columnsOf(word)
		words = append(words, word)
	}
	return strings.Join(words, listSeparator(kind)) + rest
}

// callSite returns the BCI after a caller: @9.
func callSite(bci table.Cell) string {
	switch {
	case bci.Kind != table.Int:
		return ""
	case bci.Int < 0:
		return " " + treeBCI(iprof.BCI(bci.Int))
	}
	return atBCI(iprof.BCI(bci.Int))
}

// maxListed returns the number of methods of a list in a column of this kind.
func maxListed(kind table.ColumnKind) int {
	if kind == table.CallersColumn {
		return maxCallers
	}
	return maxCallees
}
