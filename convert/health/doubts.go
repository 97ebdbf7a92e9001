package health

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// muchProfiler is the share of the profiler's own code from which it is a caution: it comes first in tables then.
const muchProfiler = 0.05

// doubts returns reasons not to take the numbers at face value.
func doubts(p *iprof.Profile, in *Info) []Doubt {
	var ds []Doubt
	doubt := func(kind string, s Severity, count int64, text string) *Doubt {
		ds = append(ds, Doubt{Kind: kind, Severity: s, Count: count, Text: text})
		return &ds[len(ds)-1]
	}

	counted := 0
	for _, s := range in.Sections {
		counted += s.Records
	}
	samples, calls := in.Section(convert.Samples), in.Section(convert.Calls)
	switch {
	case counted == 0:
		doubt("empty", Problem, 0, "nothing is recorded").Hint =
			"an image writes its profile when it exits normally: was it killed, or did it do no work?"
	case samples.Total == 0:
		d := doubt("no-samples", Note, 0, "there are no samples: nothing here shows where time is spent")
		if calls.Total > 0 {
			d.Hint = fmt.Sprintf("-m calls has %s", words.Count(int64(calls.Records), "record"))
		}
	default:
		if per := convert.Samples.PerSample(p); per > 0 && samples.Total >= per && samples.Total/per < convert.EnoughSamples {
			d := fewSamples(samples.Total / per)
			if calls.Total > 0 {
				d.Hint = fmt.Sprintf("-m calls has %s", words.Count(int64(calls.Records), "record"))
			}
			ds = append(ds, d)
		}
	}
	if samples.Records > 0 && samples.Records == counted && in.Source == nil {
		doubt("sampling-only", Note, int64(samples.Records), "there is nothing but samples: no call counts, branches or receiver types").Hint =
			"these come from an image built with --pgo-instrument"
	}

	noMethods, noTypes := false, false
	switch {
	case in.Methods.Listed == 0 && in.Methods.Referred > 0:
		doubt("stripped", Problem, int64(in.Methods.Referred), fmt.Sprintf(
			"the tables are stripped: %s referred to, none is listed; all names are unknown", words.Count(int64(in.Methods.Referred), "method is", "methods are"))).Hint =
			"use the file as the image wrote it"
		noMethods, noTypes = true, true
	case in.Types.Listed == 0 && in.Types.Referred > 0:
		doubt("stripped", Problem, int64(in.Types.Referred), fmt.Sprintf(
			"the table of types is stripped: %s referred to, none is listed; all classes are unknown", words.Count(int64(in.Types.Referred), "type is", "types are"))).Hint =
			"use the file as the image wrote it"
		noTypes = true
	}
	for _, t := range []struct {
		table TableInfo
		of    string
	}{{in.Methods, "method"}, {in.Types, "type"}} {
		if n := t.table.Unnamed; n > 0 {
			severity := Caution
			if 2*n > t.table.Referred {
				severity = Problem
			}
			doubt("stripped", severity, int64(n), fmt.Sprintf("%s of %s that %s referred to %s no name",
				words.Thousands(int64(n)), words.Count(int64(t.table.Referred), t.of), words.IsOrAre(int64(t.table.Referred)), words.HasOrHave(int64(n)))).Hint =
				"use the file as the image wrote it"
		}
	}
	for _, w := range p.Warnings {
		d := Doubt{Kind: string(w.Kind), Severity: Note, Count: w.Count, Text: w.Text}
		if w.Path != "" {
			d.FirstPlace = fmt.Sprintf("%s (byte %d)", w.Path, w.Offset)
		}
		switch w.Kind {
		case iprof.WarnDanglingMethod:
			if noMethods {
				continue
			}
			d.Severity = incompleteSeverity(in.Methods)
		case iprof.WarnDanglingType:
			if noTypes {
				continue
			}
			d.Severity = incompleteSeverity(in.Types)
		case iprof.WarnPackedCount:
			d.Severity = Problem
		case iprof.WarnLeafBCI:
			d.Severity = Caution
		}
		ds = append(ds, d)
	}

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
			doubt("saturated-"+m.metric.String(), Note, full, fmt.Sprintf("%s of %s %s %d types or more: the profiler stops there, so there may be others",
				words.Thousands(full), words.Count(int64(m.list.Len()), "site of "+m.sites, "sites of "+m.sites), words.HasOrHave(full), iprof.SaturatedTypes))
		}
	}
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
	if len(shares) > 0 {
		severity := Note
		if most >= muchProfiler {
			severity = Caution
		}
		doubt("profiler-runtime", severity, worst, "the profiler counted its own runtime: "+words.List(shares)).Hint = "tables and pictures leave it out: --view expert, their default"
	}
	sortDoubts(ds)
	return ds
}

// sortDoubts sorts doubts, the most severe first.
func sortDoubts(ds []Doubt) {
	slices.SortStableFunc(ds, func(a, b Doubt) int { return cmp.Compare(b.Severity, a.Severity) })
}

// fewSamples returns the doubt for a profile of n samples, which are few.
func fewSamples(n int64) Doubt {
	half := (n + 1) / 2
	low, high := convert.WilsonInterval(half, n)
	return Doubt{Kind: "few-samples", Severity: Caution, Count: n, Text: fmt.Sprintf("%s few: a share of %d of them has a 95%% interval of %.0f%% to %.0f%%",
		words.Count(n, "sample is", "samples are"), half, 100*low, 100*high)}
}

// incompleteSeverity returns the severity of an incomplete table: without most of its entries, the profile is useless.
func incompleteSeverity(t TableInfo) Severity {
	if 2*t.Unlisted > t.Referred {
		return Problem
	}
	return Caution
}
