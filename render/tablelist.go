package render

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// How many methods of a list people see; programs get all.
const (
	mostCallees = 3
	mostCallers = 5 // of a path that may have sixteen
)

// listWords words a list of methods for people: "Cart.add@9 < Shop.main@3 < … 2 more", "Cart.add, Cart.remove". It has no
// more than most, and their names as name has them.
func listWords(c table.Cell, kind table.ColumnKind, most int, name func(string) string) string {
	if kind == table.CallersColumn && len(c.List) == 0 {
		return "(root)"
	}
	var words []string
	for _, f := range c.List[:min(most, len(c.List))] {
		words = append(words, name(f.Method)+callSite(f.BCI))
	}
	if more := len(c.List) - len(words); more > 0 {
		words = append(words, moreListed(more))
	}
	return strings.Join(words, between(kind))
}

func moreListed(n int) string { return "… " + thousands(n) + " more" }

func between(kind table.ColumnKind) string {
	if kind == table.CallersColumn {
		return " < "
	}
	return ", "
}

// fitList words a list in a number of columns: as many of the first methods as can be told from one another, and one at
// least.
func fitList(c table.Cell, kind table.ColumnKind, width int) string {
	n := min(len(c.List), mostListed(kind))
	for ; n > 1; n-- {
		if width >= n*readableName+columnsOf(listWords(c, kind, n, func(string) string { return "" })) {
			break
		}
	}
	rest := ""
	if more := len(c.List) - n; more > 0 {
		if rest = between(kind) + moreListed(more); width-columnsOf(rest) < wideName {
			rest = " +" + thousands(more)
		}
	}
	var words []string
	left := width - columnsOf(rest) - (n-1)*len(between(kind))
	for i, f := range c.List[:n] {
		site := callSite(f.BCI)
		word := cutMethod(visible(f.Method), left/(n-i)-len(site)) + site
		left -= columnsOf(word)
		words = append(words, word)
	}
	return strings.Join(words, between(kind)) + rest
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

// mostListed is how many methods people see of a list in a column.
func mostListed(kind table.ColumnKind) int {
	if kind == table.CallersColumn {
		return mostCallers
	}
	return mostCallees
}
