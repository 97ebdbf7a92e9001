package gprofng

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A Summary describes a call tree without its stacks.
type Summary struct {
	Line    int // of its title
	Columns []Column
	Column  int   // index in Columns of the one that was read
	Total   int64 // of <Total>, in the unit of the column

	// Missing is the number of functions that the indentation announces and the tree lacks, because the option -limit cuts a tree
	// without any mark. The values of missing functions count for their callers.
	Missing int

	Notes    []string // one sentence each, without a period
	Warnings []string // of the collector, about the experiment, as the text has them
}

// Unit returns the unit of all values: "ms", "bytes" or "count".
func (s *Summary) Unit() string { return s.Columns[s.Column].Unit }

// note adds notes on a tree that does not add up.
func (s *Summary) note(t *tree, moreTrees int) {
	add := func(format string, args ...any) { s.Notes = append(s.Notes, fmt.Sprintf(format, args...)) }
	unit := s.Unit()
	if s.Missing > 0 {
		add("the call tree is cut, as by -limit: %s missing, and their values count for their callers",
			count(s.Missing, "announced function is", "announced functions are"))
	}
	if t.rest > 0 {
		add("the call tree does not add up: %s has %s, which is %s more than its callees; the rest has no stack",
			totalName, words.Thousands(s.Total), words.CountOf(t.rest, unit))
	}
	if e := t.excess; e.functions > 0 {
		add("inconsistent call tree: the callees of %s more than their caller, first in line %d, by %s",
			count(e.functions, "function have", "functions have"), e.line, words.CountOf(e.by, unit))
	}
	if moreTrees > 0 {
		add("%s ignored: only one is read", count(moreTrees, "more call tree was", "more call trees were"))
	}
}

func count(n int, one, many string) string {
	return words.Count(int64(n), one, many)
}
