package health

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Finding is something that a check of a profile has found.
type Finding struct {
	Severity Severity
	Kind     string // a name for programs, such as truncated; those of Doubt among them
	Place    string // in the file: conditionalProfiles[3].records (byte 3911204); "" if it is about all of it
	Count    int64  // how often; 0 where that means nothing
	Text     string // a sentence without its full stop
	Hint     string // what to do, where one thing is likely to help
}

// Check looks for what is wrong with a profile, and for what is a reason to doubt it: the gravest first. A [Problem] is
// an error: the profile, or a good part of it, is of no use.
func Check(p *iprof.Profile) []Finding {
	var fs []Finding
	for _, d := range NewInfo(p, convert.NewNames(convert.NameOptions{}, p)[0], InfoOptions{Limit: 1}).Doubts {
		if strings.HasPrefix(d.Hint, "-") { // a flag of the commands that show numbers
			d.Hint = ""
		}
		fs = append(fs, Finding{d.Severity, d.Kind, d.First, d.Count, d.Text, d.Hint})
	}
	if n, first := listedTwice(p); n > 0 {
		fs = append(fs, Finding{Caution, "listed-twice", "", int64(n), fmt.Sprintf(
			"%s listed before under another id, the first being %s: native-image takes one of them", words.Plural(int64(n), "method is", "methods are"), first), ""})
	}
	slices.SortStableFunc(fs, func(a, b Finding) int { return int(b.Severity) - int(a.Severity) })
	return fs
}

// listedTwice counts the methods that are the same as one before, by declaring type, name and signature.
func listedTwice(p *iprof.Profile) (n int, first string) {
	seen := make(map[string]bool, p.Methods.Len())
	for _, m := range p.Methods.All() {
		s := convert.JVMSignature(p, m)
		if seen[s] {
			if n == 0 {
				first = s
			}
			n++
		}
		seen[s] = true
	}
	return n, first
}

// Salvaged words what is there, and what is not, of a profile whose end is missing. At says where the file ends; it is nil
// where the file is whole.
func Salvaged(p *iprof.Profile, at *iprof.SyntaxError) Finding {
	if at == nil {
		return Finding{Severity: Note, Kind: "whole", Text: "the file is whole: there is nothing to salvage"}
	}
	records := 0
	var absent []string
	for _, s := range iprof.Sections {
		records += p.Records(s)
		if s == iprof.InstanceOf || s == iprof.Samples && p.Version.Major == 0 && p.Version.Minor < 4 {
			continue // few files have it, or none of that version
		}
		if !p.Has(s) {
			absent = append(absent, s.String())
		}
	}
	f := Finding{
		Severity: Caution, Kind: "truncated", Place: fmt.Sprintf("%s (byte %d)", at.Path, at.Offset), Count: int64(records),
		Text: fmt.Sprintf("the file ends here; %s kept, what came behind is lost", words.Plural(int64(records), "whole record is", "whole records are")),
		Hint: "record it again if you can: code that a salvaged profile lacks counts as never run",
	}
	if at.Path == "" {
		f.Place = fmt.Sprintf("byte %d", at.Offset)
	}
	if len(absent) > 0 {
		f.Text += ", and all of " + words.List(absent)
	}
	return f
}
