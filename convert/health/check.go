package health

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Finding is a result of a check of a profile.
type Finding struct {
	Severity Severity
	Kind     string // a name for programs, such as truncated; those of Doubt among them
	Place    string // in the file: conditionalProfiles[3].records (byte 3911204); "" for the whole file
	Count    int64  // number of cases; 0 if they cannot be counted
	Text     string // a sentence without its full stop
	Hint     string // a remedy, if one is likely to help
}

// Check returns the errors in a profile and the reasons to doubt it, the most severe first. A [Problem] is an error: the
// profile, or a large part of it, is useless.
func Check(p *iprof.Profile) []Finding {
	return Findings(p, NewInfo(p, convert.NewNames(p, convert.NameOptions{}), InfoOptions{Limit: 1}))
}

// Findings is Check for a profile that there is an Info of.
func Findings(p *iprof.Profile, in *Info) []Finding {
	var fs []Finding
	for _, d := range in.Doubts {
		if strings.HasPrefix(d.Hint, "-") { // a flag that check does not have
			d.Hint = ""
		}
		fs = append(fs, Finding{d.Severity, d.Kind, d.FirstPlace, d.Count, d.Text, d.Hint})
	}
	if n, first := listedTwice(p); n > 0 {
		fs = append(fs, Finding{Caution, "listed-twice", "", int64(n), fmt.Sprintf(
			"%s listed before under another id, the first being %s: native-image takes one of them", words.Count(int64(n), "method is", "methods are"), first), ""})
	}
	slices.SortStableFunc(fs, func(a, b Finding) int { return int(b.Severity) - int(a.Severity) })
	return fs
}

// Verdict sums up findings: "sane" or "usable, with care", with their numbers; if there are errors, their numbers alone.
func Verdict(findings []Finding) string {
	n := map[Severity]int64{}
	for _, f := range findings {
		n[f.Severity]++
	}
	var parts []string
	switch {
	case n[Problem] > 0:
	case n[Caution] > 0:
		parts = []string{"usable, with care"}
	default:
		parts = []string{"sane"}
	}
	for _, s := range []struct {
		severity  Severity
		one, more string
	}{{Problem, "error", "errors"}, {Caution, "warning", "warnings"}, {Note, "note", "notes"}} {
		if n := n[s.severity]; n > 0 {
			parts = append(parts, words.Count(n, s.one, s.more))
		}
	}
	return strings.Join(parts, ", ")
}

// Unjudged returns the things that checks of a profile cannot judge, in words. Compared says whether it was compared with code.
func Unjudged(p *iprof.Profile, compared bool) []string {
	var all, absent []string
	for _, m := range []convert.Metric{convert.Samples, convert.Calls, convert.Branches, convert.Receivers} {
		if p.Records(m.Section()) == 0 {
			absent = append(absent, m.String())
		}
	}
	if len(absent) > 0 {
		all = append(all, words.List(absent)+" (it has none)")
	}
	if !compared {
		all = append(all, "whether it fits the code (--classpath)")
	}
	return all
}

// listedTwice counts the methods with the same declaring type, name and signature as an earlier one. It also returns the first
// of them.
func listedTwice(p *iprof.Profile) (n int, first string) {
	names := make(map[string]int, p.Types.Len())
	number := func(id iprof.TypeID) int { // of the type's name
		name := convert.UnknownTypeName(id)
		if t, ok := p.Type(id); ok {
			name = t.Name
		}
		i, ok := names[name]
		if !ok {
			i = len(names)
			names[name] = i
		}
		return i
	}
	seen := make(map[string]bool, p.Methods.Len())
	var key []byte
	for _, m := range p.Methods.All() {
		key = append(append(key[:0], m.Name...), 0)
		for _, t := range append(m.Params, m.Declaring, m.Return) {
			key = binary.AppendUvarint(key, uint64(number(t)))
		}
		if seen[string(key)] {
			if n == 0 {
				first = convert.JVMSignature(p, m)
			}
			n++
		}
		seen[string(key)] = true
	}
	return n, first
}

// SalvageFinding describes the remaining part of a profile whose end is missing. The argument at is the error at the end of
// the file, nil if the file is complete.
func SalvageFinding(p *iprof.Profile, at *iprof.SyntaxError) Finding {
	if at == nil {
		return Finding{Severity: Note, Kind: "whole", Text: "the file is complete: there is nothing to salvage"}
	}
	records := 0
	var absent []string
	for _, s := range iprof.Sections {
		records += p.Records(s)
		if s == iprof.InstanceOf || s == iprof.Samples && p.Version.Major == 0 && p.Version.Minor < 4 {
			continue // few files have the section, or no file of that version
		}
		if !p.Has(s) {
			absent = append(absent, s.String())
		}
	}
	f := Finding{
		Severity: Caution, Kind: "truncated", Place: fmt.Sprintf("%s (byte %d)", at.Path, at.Offset), Count: int64(records),
		Text: fmt.Sprintf("the file ends here; %s kept, everything after it is lost", words.Count(int64(records), "complete record is", "complete records are")),
		Hint: "record it again if you can: code that a salvaged profile lacks counts as never run",
	}
	if at.Path == "" {
		f.Place = fmt.Sprintf("byte %d", at.Offset)
	}
	if len(absent) > 0 {
		f.Text += ", including all of " + words.List(absent)
	}
	return f
}
