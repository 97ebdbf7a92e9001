// Package promises compares interfaces that users rely on (flags, columns, keys of JSON, exported names) with committed listings of
// them, for tests: docs/compatibility.md says which promise each listing stands for.
package promises

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// gone begins a line of a listing that stands for something that was removed on purpose.
const gone = "removed: "

// A Listing is the committed listing of one interface.
type Listing struct {
	ModuleDir string
	Name      string // of the file in testdata/api
	Update    bool   // add lines that are new
	// Superseded reports whether a line is of an older version, which promises nothing any more; nil: none is.
	Superseded func(line string) bool
}

// Check compares one interface, a line for each thing in it, with its listing. Every line of
// the interface has to be listed; an update adds those that are new. Nothing listed may be missing:
// it is removed only if its line in the listing begins with "removed: " and the line is also in CHANGELOG.md.
func (l Listing) Check(t *testing.T, lines []string) {
	t.Helper()
	file := filepath.Join(l.ModuleDir, "testdata", "api", l.Name)
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // the first listing of an interface is made by an update
		t.Fatal(err)
	}
	changelog, err := os.ReadFile(filepath.Join(l.ModuleDir, "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	listing := strings.FieldsFunc(string(text), func(c rune) bool { return c == '\n' })
	if l.Superseded != nil {
		listing = slices.DeleteFunc(listing, l.Superseded)
	}
	listing, faults := compare(listing, lines, string(changelog), l.Update)
	for _, fault := range faults {
		t.Errorf("testdata/api/%s: %s", l.Name, fault)
	}
	if l.Update {
		if err := os.WriteFile(file, []byte(strings.Join(listing, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// compare returns the listing with the lines that are new, and the faults. With update, new lines are no fault.
func compare(listing, lines []string, changelog string, update bool) (updated, faults []string) {
	current, listed := set(lines), set(listing)
	for _, line := range listing {
		removed, ok := strings.CutPrefix(line, gone)
		switch {
		case !ok && !current[line]:
			faults = append(faults, fmt.Sprintf("%q is gone, and users may rely on it. Bring it back; or, if a new version is meant to drop it, "+
				"begin its line with %q and describe it in CHANGELOG.md, with this line: docs/compatibility.md", line, gone))
		case ok && current[removed]:
			faults = append(faults, fmt.Sprintf("%q is there: its line must not begin with %q", removed, gone))
		case ok && !strings.Contains(changelog, removed):
			faults = append(faults, fmt.Sprintf("CHANGELOG.md does not say that %q was removed", removed))
		}
	}
	updated = listing
	for _, line := range lines {
		switch {
		case listed[line] || listed[gone+line]:
		case update:
			updated = append(updated, line)
		default:
			faults = append(faults, fmt.Sprintf("%q is new: make update adds it, and then it has to stay", line))
		}
	}
	slices.SortFunc(updated, func(a, b string) int {
		return strings.Compare(strings.TrimPrefix(a, gone), strings.TrimPrefix(b, gone))
	})
	return slices.Compact(updated), faults
}

func set(lines []string) map[string]bool {
	s := make(map[string]bool, len(lines))
	for _, line := range lines {
		s[line] = true
	}
	return s
}
