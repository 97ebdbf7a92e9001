package render

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// How many methods of a list people see; programs get all.
const (
	maxCallees = 3
	maxCallers = 5 // of a path that may have sixteen
)

// listText words a list of methods for people: "Cart.add@9 < Shop.main@3 < … 2 more", "Cart.add, Cart.remove". It has no
// more than most, and their names as name has them.
func listText(c table.Cell, kind table.ColumnKind, most int, name func(string) string) string {
	if kind == table.CallersColumn && len(c.List) == 0 {
		return "(root)"
	}
	var words []string
	for _, f := range c.List[:min(most, len(c.List))] {
		words = append(words, name(f.Method)+callSite(f.BCI))
	}
	if more := len(c.List) - len(words); more > 0 {
		words = append(words, moreText(more))
	}
	return strings.Join(words, listSeparator(kind))
}

func moreText(n int) string { return "… " + thousands(n) + " more" }

func listSeparator(kind table.ColumnKind) string {
	if kind == table.CallersColumn {
		return " < "
	}
	return ", "
}

// fitList words a list in a number of columns: as many of the first methods as can be told from one another, and one at
// least.
func fitList(c table.Cell, kind table.ColumnKind, width int) string {
	n := min(len(c.List), maxListed(kind))
	for ; n > 1; n-- {
		if width >= n*readableName+columnsOf(listText(c, kind, n, func(string) string { return "" })) {
			break
		}
	}
	rest := ""
	if more := len(c.List) - n; more > 0 {
		if rest = listSeparator(kind) + moreText(more); width-columnsOf(rest) < wideName {
			rest = " +" + thousands(more)
		}
	}
	var words []string
	left := width - columnsOf(rest) - (n-1)*len(listSeparator(kind))
	for i, f := range c.List[:n] {
		site := callSite(f.BCI)
		word := cutMethod(visible(f.Method), left/(n-i)-len(site)) + site
		left -= columnsOf(word)
		words = append(words, word)
	}
	return strings.Join(words, listSeparator(kind)) + rest
}

// callSite words where a caller calls: @9.
func callSite(bci table.Cell) string {
	switch {
	case bci.Kind != table.Int:
		return ""
	case bci.Int < 0:
		return " (" + atBCI(iprof.BCI(bci.Int)) + ")"
	}
	return atBCI(iprof.BCI(bci.Int))
}

// maxListed is how many methods people see of a list in a column.
func maxListed(kind table.ColumnKind) int {
	if kind == table.CallersColumn {
		return maxCallers
	}
	return maxCallees
}
