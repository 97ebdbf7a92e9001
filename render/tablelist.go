package render

import (
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
)

// How many methods of a list people see; programs get all.
const (
	mostCallees = 3
	mostCallers = 5 // of a path that may have sixteen
)

// listWords words a list of methods for people: "Cart.add@9 < Shop.main@3 < … 2 more", "Cart.add, Cart.remove". Names are as
// name has them.
func listWords(c convert.Cell, kind convert.ColumnKind, most int, name func(string) string) string {
	between := ", "
	if kind == convert.CallersColumn {
		between = " < "
		if len(c.List) == 0 {
			return "(root)"
		}
	}
	var words []string
	for i, f := range c.List {
		if i == most {
			words = append(words, fmt.Sprintf("… %s more", thousands(int64(len(c.List)-most))))
			break
		}
		words = append(words, name(f.Method)+callSite(f.BCI))
	}
	return strings.Join(words, between)
}

// callSite words where a caller calls: @9.
func callSite(bci convert.Cell) string {
	switch {
	case bci.Kind != convert.Int:
		return ""
	case bci.Int < 0:
		return " (" + bciName(bci.Int) + ")"
	}
	return bciName(bci.Int)
}

// mostListed is how many methods people see of a list in a column.
func mostListed(kind convert.ColumnKind) int {
	if kind == convert.CallersColumn {
		return mostCallers
	}
	return mostCallees
}

// isName reports whether a column holds names, of which text may leave out as much as it has to.
func isName(kind convert.ColumnKind) bool {
	return kind == convert.NameColumn || kind == convert.CalleesColumn || kind == convert.CallersColumn
}
