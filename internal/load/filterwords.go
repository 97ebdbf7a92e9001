package load

import (
	"regexp"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/pattern"
)

// filterWords describes the view of a picture and its filters, as far as they differ from the default of pictures: "view app, focus
// HashMap". "" for none.
func filterWords(filter convert.FilterOptions) string {
	var all []string
	if view := filter.View.Words(); view != "" {
		all = append(all, view)
	}
	for _, f := range []struct {
		word    string
		pattern *regexp.Regexp
	}{{"focus", filter.Focus}, {"ignore", filter.Ignore}, {"hide", filter.Hide}, {"show from", filter.ShowFrom}} {
		if f.pattern != nil {
			all = append(all, f.word+" "+cutPatternText(pattern.Text(f.pattern)))
		}
	}
	return strings.Join(all, ", ")
}

// cutPatternText shortens a regular expression for a line that contains more.
func cutPatternText(expr string) string {
	const most = 40
	if text := []rune(expr); len(text) > most {
		return string(text[:most-1]) + "…"
	}
	return expr
}
