package tables

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// Methods of a list in text and Markdown. CSV and JSON have all.
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
		words = append(words, name(f.Method)+places.CallSite(f.BCI))
	}
	if more := len(list) - len(words); more > 0 {
		words = append(words, numbers.MoreText(more))
	}
	return strings.Join(words, listSeparator(kind))
}

func listSeparator(kind table.ColumnKind) string {
	if kind == table.CallersColumn {
		return " < "
	}
	return ", "
}

// fitList shortens a list to a number of columns: as many methods as have room for readable names, but at least one.
func fitList(list []table.Frame, kind table.ColumnKind, width int, as fitname.Style) string {
	n := min(len(list), maxListed(kind))
	for ; n > 1; n-- {
		if width >= n*goodCaller+plaintext.Columns(listText(list, kind, n, func(string) string { return "" })) {
			break
		}
	}
	rest := ""
	if more := len(list) - n; more > 0 {
		first := fitname.MethodWidth(plaintext.Visible(list[0].Method) + places.CallSite(list[0].BCI))
		if rest = listSeparator(kind) + numbers.MoreText(more); width-plaintext.Columns(rest) < max(goodCaller, first) {
			rest = numbers.ShortMore(more)
		}
	}
	var words []string
	left := width - plaintext.Columns(rest) - (n-1)*len(listSeparator(kind))
	for i, f := range list[:n] {
		site := places.CallSite(f.BCI)
		word := as.Method(plaintext.Visible(f.Method), left/(n-i)-len(site)) + site
		left -= plaintext.Columns(word)
		words = append(words, word)
	}
	return strings.Join(words, listSeparator(kind)) + rest
}

// maxListed returns the maximum number of listed methods in a column of this kind.
func maxListed(kind table.ColumnKind) int {
	if kind == table.CallersColumn {
		return maxCallers
	}
	return maxCallees
}
