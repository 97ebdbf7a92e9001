package info

import (
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/truncation"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// muchProfiler is the share of the profiler's own code that triggers a caution: it is then first in tables.
const muchProfiler = 0.05

// caveatsOf returns reasons not to take the numbers of a profile at face value. The input is that of commands, after a blank; "": unknown.
func caveatsOf(p *iprof.Profile, in *Info, input string, names *convert.Names, conditionals func() *sites.Sites) []caveats.Caveat {
	all := slices.Concat(missingRecords(p, in, input), truncatedStacks(p), strippedTables(in), fileWarnings(p, in), saturatedSites(p), uncountedMethods(p, names, in, conditionals), profilerRuntime(in))
	caveats.Sort(all)
	return all
}

// missingRecords returns the caveats of a profile that has no records, no samples, few of them, or nothing else.
func missingRecords(p *iprof.Profile, in *Info, input string) (all []caveats.Caveat) {
	counted := 0
	for _, s := range in.Sections {
		counted += s.Records
	}
	samples, calls := in.Section(convert.Samples), in.Section(convert.Calls)
	callsInstead := ""
	if calls.Total > 0 {
		callsInstead = fmt.Sprintf("%s: iprof-viz top -m calls%s", words.Count(int64(calls.Records), "call count"), input)
	}
	switch {
	case counted == 0:
		all = append(all, caveats.Caveat{Kind: "empty", Severity: caveats.Problem, Text: "the profile is empty",
			Hint: caveats.EmptyHint})
	case samples.Total == 0:
		all = append(all, caveats.Caveat{Kind: "no-samples", Severity: caveats.Note, Text: "no samples: nothing here shows where time is spent", Hint: callsInstead})
	default:
		if per := convert.Samples.PerSample(p); per > 0 && samples.Total >= per && samples.Total/per < convert.EnoughSamples {
			all = append(all, fewSamples(samples.Total/per, convert.Samples.SampleNoun(convert.Samples.UnitIn(p), per), callsInstead))
		}
	}
	if samples.Records > 0 && samples.Records == counted && in.OtherTool == nil {
		all = append(all, caveats.Caveat{Kind: "sampling-only", Severity: caveats.Note, Count: int64(samples.Records),
			Text: "samples only: no call counts, branches or receiver types",
			Hint: "build the image with --pgo-instrument to get them"})
	}
	return all
}

// fewSamples returns the caveat of a profile with n samples, by their noun, too few to rely on.
func fewSamples(n int64, noun, hint string) caveats.Caveat {
	half := (n + 1) / 2
	low, high := convert.WilsonInterval(half, n)
	return caveats.Caveat{Kind: "few-samples", Severity: caveats.Caution, Count: n, Hint: hint, Text: fmt.Sprintf("%s few: a share of %d of them has a 95%% interval of %s",
		words.Count(n, words.Singular(noun)+" is", noun+" are"), half, words.RangePercent(low, high, 0))}
}

// truncatedStacks returns the caveat about stacks that the recorder cut.
func truncatedStacks(p *iprof.Profile) []caveats.Caveat {
	t := truncation.Of(p)
	switch {
	case t.Depth == 0:
		return nil
	case t.Recorded:
		hint := "record with a larger stack depth: -XX:FlightRecorderOptions=stackdepth=256"
		if p.Origin().Truncated == nil {
			hint = "record with a larger stack depth: GPROFNG_MAX_CALL_STACK_DEPTH=1024 gprofng collect app …"
		}
		return []caveats.Caveat{{Kind: "truncated-stacks", Severity: caveats.Caution, Count: t.Samples,
			Text: fmt.Sprintf("stacks are truncated at %d frames: the recorder marks those of %s of the samples; totals of methods further out lack them",
				t.Depth, words.Percent(t.DeepShare)), Hint: hint}}
	}
	return []caveats.Caveat{{Kind: "truncated-stacks", Severity: caveats.Caution, Count: t.Deep,
		Text: fmt.Sprintf("stacks are truncated at %d frames: %s of %s have exactly that many, with %d different outermost methods; totals of methods further out lack up to %s of the samples",
			t.Depth, words.Thousands(t.Deep), words.Count(t.Stacks, "stack"), t.Outermost, words.Percent(t.DeepShare)),
		Hint: "record with a larger stack depth"}}
}

// strippedTables returns the caveats about tables that lack all entries, or names.
func strippedTables(in *Info) (all []caveats.Caveat) {
	stripped := func(severity caveats.Severity, n int, text string) {
		all = append(all, caveats.Caveat{Kind: "stripped", Severity: severity, Count: int64(n), Text: text, Hint: "use the original, unstripped file"})
	}
	switch methods, types := in.Methods.Referred, in.Types.Referred; {
	case in.Methods.isStripped():
		stripped(caveats.Problem, methods, fmt.Sprintf("the tables are stripped: %s referred to, none is listed; all names are unknown",
			words.Count(int64(methods), "method is", "methods are")))
	case in.Types.isStripped():
		stripped(caveats.Problem, types, fmt.Sprintf("the table of types is stripped: %s referred to, none is listed; all classes are unknown",
			words.Count(int64(types), "type is", "types are")))
	}
	for _, t := range []struct {
		table TableInfo
		of    string
	}{{in.Methods, "method"}, {in.Types, "type"}} {
		if n := t.table.Unnamed; n > 0 {
			severity := caveats.Caution
			if 2*n > t.table.Referred {
				severity = caveats.Problem
			}
			stripped(severity, n, fmt.Sprintf("%s of %s that %s referred to %s no name",
				words.Thousands(int64(n)), words.Count(int64(t.table.Referred), t.of), words.IsOrAre(int64(t.table.Referred)), words.HasOrHave(int64(n))))
		}
	}
	return all
}

// isStripped reports whether the file lists nothing that its records refer to.
func (t TableInfo) isStripped() bool { return t.Listed == 0 && t.Referred > 0 }

// incompleteSeverity returns the severity of an incomplete table: without most of its entries, the profile is useless.
func (t TableInfo) incompleteSeverity() caveats.Severity {
	if 2*t.Unlisted > t.Referred {
		return caveats.Problem
	}
	return caveats.Caution
}

// fileWarnings returns the warnings of the reader of the file, except those about entries missing from tables that are empty.
func fileWarnings(p *iprof.Profile, in *Info) (all []caveats.Caveat) {
	for _, w := range p.Warnings {
		c := caveats.Caveat{Kind: string(w.Kind), Severity: caveats.Note, Count: w.Count, Text: w.Text}
		if w.Path != "" {
			c.Place = fmt.Sprintf("%s (byte %d)", w.Path, w.Offset)
		}
		switch w.Kind {
		case iprof.WarnDanglingMethod:
			if in.Methods.isStripped() {
				continue
			}
			c.Severity = in.Methods.incompleteSeverity()
		case iprof.WarnDanglingType:
			if in.Methods.isStripped() || in.Types.isStripped() {
				continue
			}
			c.Severity = in.Types.incompleteSeverity()
		case iprof.WarnPackedCount:
			c.Severity = caveats.Problem
		case iprof.WarnLeafBCI:
			c.Severity = caveats.Caution
		}
		all = append(all, c)
	}
	return all
}

// saturatedSites returns the caveats about sites with as many types as the profiler keeps.
func saturatedSites(p *iprof.Profile) (all []caveats.Caveat) {
	for _, m := range []struct {
		metric convert.Metric
		list   *iprof.List[iprof.TypeProfile]
		sites  string
	}{{convert.Receivers, &p.Receivers, "calls"}, {convert.InstanceOf, &p.InstanceOf, "instanceof"}} {
		full := int64(0)
		for _, r := range m.list.All() {
			types := 0
			for range p.TypeCounts(r) {
				types++
			}
			if types >= iprof.SaturatedTypes {
				full++
			}
		}
		if full > 0 {
			all = append(all, caveats.Caveat{Kind: "saturated-" + m.metric.String(), Severity: caveats.Note, Count: full,
				Text: fmt.Sprintf("%s of %s %s %d or more types, the profiler's limit: there may be others",
					words.Thousands(full), words.Count(int64(m.list.Len()), "record of "+m.sites, "records of "+m.sites), words.HasOrHave(full), iprof.SaturatedTypes)})
		}
	}
	return all
}

// ProfilerRuntime is the kind of the caveat of a profile in which the profiler counted itself.
const ProfilerRuntime = "profiler-runtime"

// profilerRuntime returns the caveat of a profile in which the profiler counted itself.
func profilerRuntime(in *Info) []caveats.Caveat {
	var shares []string
	most, worst := 0.0, int64(0)
	for _, c := range in.Code {
		if own := c.ByKind[convert.Profiler]; own > 0 {
			share := float64(own) / float64(c.Total)
			shares = append(shares, words.Percent(share)+" of the "+c.Metric.String())
			if share > most {
				most, worst = share, own
			}
		}
	}
	if len(shares) == 0 {
		return nil
	}
	severity := caveats.Note
	if most >= muchProfiler {
		severity = caveats.Caution
	}
	return []caveats.Caveat{{Kind: ProfilerRuntime, Severity: severity, Count: worst, Text: "the profiler counted its own code: " + words.List(shares),
		Hint: "tables and pictures leave it out; top -m calls --view machine shows it"}}
}
