package gprofng

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// A Column is a metric of a call tree.
type Column struct {
	Title string // as printed, without "Attr." and the unit: "Total CPU", "Bytes Allocated"
	Unit  string // unit of its values: "ms" if seconds are printed, "bytes", "count"; "%" if it has only percentages
	Name  string // as in the option -metrics: "totalcpu"; empty if the text does not have it

	token int // index of its first number in a row
}

// ErrCollapsed means that runs of spaces in the text were collapsed.
var ErrCollapsed = errors.New("runs of spaces were collapsed, so the call tree's indentation is lost")

// A heading holds the lines between the title of a call tree and its first row, which are the titles of columns:
//
//	Attr. Total   Attr.      Name
//	CPU           Sync Wait
//	 sec.      %   sec.
type heading struct {
	lines []string
}

// headingLines is the number of lines that gprofng prints for the titles of columns.
const headingLines = 3

// add adds a line. Lines before the one that ends in Name are not part of the titles: comparisons of experiments have one.
func (h *heading) add(line []byte) {
	text := strings.TrimRight(string(line), " \t")
	if len(h.lines) == 0 && text != "Name" && !strings.HasSuffix(text, " Name") || len(h.lines) == headingLines {
		return
	}
	h.lines = append(h.lines, text)
}

// columns returns the columns for the numbers of the first row, which are below the titles.
func (h *heading) columns(first row) ([]Column, error) {
	if len(h.lines) == 0 {
		return nil, errors.New("the titles of columns are missing, or the last one is not Name")
	}
	starts := columnStarts(h.lines[0])
	if len(starts) < 2 {
		return nil, ErrCollapsed
	}
	var all []Column
	token := 0
	for i, start := range starts[:len(starts)-1] {
		c := h.column(start, starts[i+1])
		c.token = token
		for token < len(first.numbers) && (first.numbers[token].at < starts[i+1] || i == len(starts)-2) {
			token++
		}
		if token == c.token {
			return nil, fmt.Errorf("column %q has no values", c.Title)
		}
		if c.Unit == "%" && token > c.token+1 { // a value before the percentage
			c.Unit = countUnit(c.Title)
		}
		all = append(all, c)
	}
	return all, nil
}

// columnStarts returns where the columns of a line begin: the text of each is followed by at least two spaces.
func columnStarts(line string) []int {
	starts := []int{0}
	for i := 2; i < len(line); i++ {
		if line[i] != ' ' && line[i-1] == ' ' && line[i-2] == ' ' {
			starts = append(starts, i)
		}
	}
	return starts
}

// column joins the title of a column from its part of each line.
func (h *heading) column(start, end int) Column {
	var words []string
	for _, line := range h.lines {
		if start < len(line) {
			words = append(words, strings.Fields(line[start:min(end, len(line))])...)
		}
	}
	seconds, percent := slices.Contains(words, "sec."), slices.Contains(words, "%")
	words = slices.DeleteFunc(words, func(w string) bool { return w == "Attr." || w == "sec." || w == "%" })
	c := Column{Title: strings.Join(words, " ")}
	switch {
	case seconds:
		c.Unit = "ms"
	case percent:
		c.Unit = "%"
	default:
		c.Unit = countUnit(c.Title)
	}
	return c
}

// countUnit returns the unit of values that are not seconds.
func countUnit(title string) string {
	if slices.Contains(strings.Fields(title), "Bytes") {
		return "bytes"
	}
	return "count"
}

// parseMetrics reads the names of metrics, which stand above a call tree if the user chose them:
//
//	Current metrics: e.%totalcpu:e.sync:e+syncn:name
func parseMetrics(line []byte) ([]string, bool) {
	_, list, ok := bytes.Cut(line, []byte("Current metrics: "))
	if !ok {
		return nil, false
	}
	var names []string
	for _, m := range strings.Split(strings.TrimSpace(string(list)), ":") {
		if m == "name" || strings.Contains(m, "!") {
			continue
		}
		names = append(names, metricName(m))
	}
	return names, true
}

// metricName returns the name in a metric: user of e.%user, which shows the exclusive values, with percentages.
func metricName(metric string) string {
	if len(metric) > 2 && strings.IndexByte("eiad", metric[0]) >= 0 {
		if name := strings.TrimLeft(metric[1:], ".+%"); len(name) < len(metric)-1 {
			return name
		}
	}
	return metric
}

// String returns the title and the unit.
func (c Column) String() string { return fmt.Sprintf("%q (%s)", c.Title, c.Unit) }

// choose returns the index of the column with a name, 0 for "". The name is its title with or without the unit, the name of its
// metric, or a part of the title that no other column has. Case, spaces and punctuation are ignored.
func choose(all []Column, name string) (int, error) {
	if name == "" {
		return 0, nil
	}
	wanted := plain(name)
	for _, matches := range []func(c Column) bool{
		func(c Column) bool { return c.Name == metricName(name) || plain(c.Title) == wanted },
		func(c Column) bool { return c.Unit == "ms" && plain(c.Title+"sec") == wanted },
		func(c Column) bool { return wanted != "" && strings.Contains(plain(c.Title), wanted) },
	} {
		found := -1
		for i, c := range all {
			if !matches(c) {
				continue
			}
			if found >= 0 {
				return 0, fmt.Errorf("column %q may be %s or %s", name, all[found], c)
			}
			found = i
		}
		if found >= 0 {
			return found, nil
		}
	}
	var titles []string
	for _, c := range all {
		titles = append(titles, c.String())
	}
	return 0, fmt.Errorf("no column %q: the call tree has %s", name, strings.Join(titles, ", "))
}

// plain returns the letters and digits of a name, in lower case.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
