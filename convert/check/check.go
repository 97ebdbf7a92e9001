// Package check reports whether a profile is complete and consistent, and judges its comparison with a program and with production.
package check

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Profile returns the errors in a profile and the caveats about it, most severe first. A [caveats.Problem] is an error: the
// profile, or a large part of it, is useless.
func Profile(p *iprof.Profile) []caveats.Caveat {
	return ProfileWithInfo(p, info.New(p, convert.NewNames(p, convert.NameOptions{}), info.Options{NoTop: true}))
}

// ProfileWithInfo is like Profile, but reuses an existing Info.
func ProfileWithInfo(p *iprof.Profile, in *info.Info) []caveats.Caveat {
	all := slices.Clone(in.Caveats)
	if n, first := listedTwice(p); n > 0 {
		all = append(all, caveats.Caveat{Severity: caveats.Caution, Kind: "listed-twice", Count: int64(n), Text: fmt.Sprintf(
			"%s listed more than once, with different ids (first: %s): native-image uses only one of them", words.Count(int64(n), "method is", "methods are"), first)})
	}
	if missing := missingSections(p); missing != nil {
		all = append(all, *missing)
	}
	caveats.Sort(all)
	return all
}

// MissingSection is the kind of the finding that a profile has no calls, or no branches, although it was instrumented.
const MissingSection = "missing-section"

// missingSections returns the caveat of a profile with instrumented counts, but none of calls or none of branches; nil: it has both, or
// neither, as a profile of samples alone. Any instrumented image has entered methods and run conditionals of the JDK before main, so such
// a file has lost them, as one that was cut and salvaged. Receivers, monitors and samples may be missing in whole files.
func missingSections(p *iprof.Profile) *caveats.Caveat {
	if !p.Origin().IsIprof() || !slices.ContainsFunc(iprof.Sections[:], func(s iprof.Section) bool { return s != iprof.Samples && p.Records(s) > 0 }) {
		return nil
	}
	var absent []string
	for _, m := range []convert.Metric{convert.Calls, convert.Branches} {
		if p.Records(m.Section()) == 0 {
			absent = append(absent, m.String())
		}
	}
	if absent == nil {
		return nil
	}
	return &caveats.Caveat{Severity: caveats.Caution, Kind: MissingSection, Count: int64(len(absent)),
		Text: "it has no " + words.List(absent) + ", which every instrumented image records: the file was cut or stripped",
		Hint: "re-record it if you can: code missing from a profile counts as never run"}
}

// Verdict sums up findings: their numbers, after "sane" if there is neither an error nor a warning. It does not say whether a profile with
// warnings is good enough: the criteria do, and may pass.
func Verdict(findings []caveats.Caveat) string {
	n := map[caveats.Severity]int64{}
	for _, f := range findings {
		n[f.Severity]++
	}
	var parts []string
	if n[caveats.Problem] == 0 && n[caveats.Caution] == 0 {
		parts = []string{"sane"}
	}
	for _, s := range []struct {
		severity  caveats.Severity
		one, more string
	}{{caveats.Problem, "error", "errors"}, {caveats.Caution, "warning", "warnings"}, {caveats.Note, "note", "notes"}} {
		if n := n[s.severity]; n > 0 {
			parts = append(parts, words.Count(n, s.one, s.more))
		}
	}
	return strings.Join(parts, ", ")
}

// Unjudged describes what a check of the profile cannot determine. Compared says whether the profile was compared with code.
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
	seed := maphash.MakeSeed() // a new one for each profile, so that no file can be made whose hashes are equal
	var names, seen convert.Keys
	seen.Reserve(p.Methods.Len())
	numbers := make([]int32, p.TypeSlots()) // of the types' names, by slot, plus 1; 0: not asked for
	number := func(id iprof.TypeID) int32 {
		if id == iprof.NoType {
			return 0
		}
		of := &numbers[p.TypeSlot(id)]
		if *of == 0 {
			t, listed := p.Type(id)
			if !listed {
				t.Name = convert.UnknownTypeName(id)
			}
			i, _ := names.Add(maphash.String(seed, t.Name))
			*of = i + 1
		}
		return *of
	}
	var key []byte
	for _, m := range p.Methods.All() {
		key = append(append(key[:0], m.Name...), 0)
		for _, t := range append(m.Params, m.Declaring, m.Return) {
			key = binary.AppendUvarint(key, uint64(number(t)))
		}
		if _, isNew := seen.Add(maphash.Bytes(seed, key)); isNew {
			continue
		}
		if n == 0 {
			first = convert.JVMSignature(p, m)
		}
		n++
	}
	return n, first
}

// Salvage describes the remaining part of a profile whose end is missing. The argument at is the error at the end of
// the file, nil if the file is complete.
func Salvage(p *iprof.Profile, at *iprof.SyntaxError) caveats.Caveat {
	if at == nil {
		return caveats.Caveat{Severity: caveats.Note, Kind: "whole", Text: "the file is complete: nothing to salvage"}
	}
	records := 0
	var absent []string
	for _, s := range iprof.Sections {
		records += p.Records(s)
		older := func(major, minor int) bool {
			return p.Version.Major < major || p.Version.Major == major && p.Version.Minor < minor
		}
		if s == iprof.InstanceOf && older(1, 1) || s == iprof.Samples && older(0, 4) {
			continue // no file of that version has this section
		}
		if !p.Has(s) {
			absent = append(absent, s.String())
		}
	}
	f := caveats.Caveat{
		Severity: caveats.Caution, Kind: "truncated", Place: fmt.Sprintf("%s (byte %d)", at.Path, at.Offset), Count: int64(records),
		Text: fmt.Sprintf("the file ends here; %s kept, everything after it is lost", words.Count(int64(records), "complete record is", "complete records are")),
		Hint: "re-record it if you can: code missing from a salvaged profile counts as never run",
	}
	if at.Path == "" {
		f.Place = fmt.Sprintf("byte %d", at.Offset)
	}
	if len(absent) > 0 {
		f.Text += "; nothing is left of " + words.List(absent) + ", which the file may have had"
	}
	return f
}
