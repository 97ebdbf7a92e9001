package lcov

import (
	"bytes"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/code"
)

// Entries are known if a context has some, although others have no count.
func TestEntriesOfContexts(t *testing.T) {
	for _, c := range []struct {
		groups  []code.Counts
		entries int64
		known   bool
	}{
		{nil, 0, true},
		{[]code.Counts{{Entries: 3}, {Entries: 4}}, 7, true},
		{[]code.Counts{{Entries: 0}}, 0, true},
		{[]code.Counts{{Entries: 0, AtLeast: true}}, 0, false},
		{[]code.Counts{{Entries: 0}, {Entries: 1, AtLeast: true}}, 1, true},
	} {
		if entries, known := entriesOf(c.groups); entries != c.entries || known != c.known {
			t.Errorf("%+v: %d, %t", c.groups, entries, known)
		}
	}
}

// A switch may have one outcome.
func TestBranchOfOneOutcome(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, &Tracefile{Files: []File{{Path: "A.java", Branches: []Branch{{Line: 3, Outcomes: []code.Outcome{{Known: true, Count: 5}}}}}}}); err != nil {
		t.Fatal(err)
	}
	const want = "TN:\nSF:A.java\nFNF:0\nFNH:0\nBRDA:3,0,0,5\nBRF:1\nBRH:1\nLF:0\nLH:0\nend_of_record\n"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}
