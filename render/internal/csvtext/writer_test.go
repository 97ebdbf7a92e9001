package csvtext

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"
)

// Records are read back as they were, and are those of encoding/csv, but for quotes around fields with a semicolon or a tab, after which a
// spreadsheet that separates by them would see a formula.
func TestWriter(t *testing.T) {
	records := [][]string{
		{"p.A.m;=cmd|'/C calc'!A0", "500"}, {"a\t=1+1", ""}, {"a; b", "c"}, {"plain", "1,2", `say "x"`}, {"", ""}, {" space", "\u00a0", "two\nlines", "\r", `\.`, "é"},
	}
	var b strings.Builder
	w := NewWriter(&b)
	for _, r := range records {
		w.Write(r)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[int]string{0: `"p.A.m;=cmd|'/C calc'!A0",500`, 1: "\"a\t=1+1\",", 2: `"a; b",c`} {
		if got := strings.Split(b.String(), "\n")[line]; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	var theirs strings.Builder
	other := csv.NewWriter(&theirs)
	other.WriteAll(records[3:])
	if !strings.HasSuffix(b.String(), theirs.String()) {
		t.Errorf("%q, want %q at the end", b.String(), theirs.String())
	}
	for i, r := range records {
		reader := csv.NewReader(strings.NewReader(b.String()))
		reader.FieldsPerRecord = -1
		all, err := reader.ReadAll()
		if err != nil || len(all) != len(records) || i < 5 && !slices.Equal(all[i], r) { // of the last, the reader makes \r\n a line feed
			t.Fatalf("%q, want %q: %v", all, r, err)
		}
	}
}
