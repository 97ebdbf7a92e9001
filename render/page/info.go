package page

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
)

// An Info is a summary of a profile.
type Info struct {
	// The version of the iprof's format; "": the profile is from another tool.
	Version string `page:"version"`
	// Frames that are no methods: threads, kinds of code (interpreted, compiled, stub) and states of the VM, which are its kind of code.
	States      int             `page:"states"`
	Findings    []Finding       `page:"findings"`
	Sections    []Section       `page:"sections"`
	Methods     MethodCounts    `page:"methods"`
	Contexts    *Contexts       `page:"contexts"`
	Stacks      *Contexts       `page:"stacks"`
	Application ApplicationInfo `page:"application"`
	Code        []CodeCounts    `page:"code"`
	Caveats     []Caveat        `page:"caveats"`
}

// A Section is a kind of record.
type Section struct {
	Metric  string               `page:"metric"`
	Unit    string               `page:"unit"`
	Present bool                 `page:"present"`
	Records records.Maybe[int]   `page:"records"`
	Total   records.Maybe[int64] `page:"total"`
}

// MethodCounts count the methods of a profile: in its table, and in its records.
type MethodCounts struct {
	Listed   int `page:"listed"`
	Referred int `page:"referred"`
	Unlisted int `page:"unlisted"`
}

// Contexts count inlining contexts, or sampled stacks.
type Contexts struct {
	Contexts int `page:"contexts"`
	Roots    int `page:"roots"`
}

// An ApplicationInfo is about the application's code.
type ApplicationInfo struct {
	Methods int               `page:"methods"`
	Metrics []ApplicationPart `page:"metrics"`
}

// An ApplicationPart is about either the samples or the calls.
type ApplicationPart struct {
	Metric string `page:"metric"`
	Total  int64  `page:"total"`
	// The base of shares: without the entries of the profiler's own runtime.
	Base  int64 `page:"base"`
	Value int64 `page:"value"`
	Own   int64 `page:"own"`
	// The number of methods with any.
	Counted int     `page:"counted"`
	Top     TopList `page:"top"`
}

// A TopList holds the methods with the largest values.
type TopList struct {
	Total int64    `page:"total"`
	Rows  []TopRow `page:"rows"`
}

// A TopRow is a method.
type TopRow struct {
	ID    iprof.MethodID `page:"id"`
	Name  string         `page:"name" nameof:"id"`
	Value int64          `page:"value"`
	// Without the code that it calls.
	Own records.Maybe[int64] `page:"own,optional"`
}

// CodeCounts divide the counts of a metric by kind of code.
type CodeCounts struct {
	Metric      string `page:"metric"`
	Total       int64  `page:"total"`
	Application int64  `page:"application"`
	Library     int64  `page:"library"`
	JDK         int64  `page:"jdk"`
	NativeImage int64  `page:"native_image"`
	Profiler    int64  `page:"profiler"`
	Unknown     int64  `page:"unknown"`
}

// A Caveat is a reason not to take numbers at face value.
type Caveat struct {
	Text string `page:"text"`
	Hint string `page:"hint,optional"`
}

// A Finding is a fact that a user can act on.
type Finding struct {
	// As in package findings.
	Kind    findings.Kind `page:"kind"`
	Title   string        `page:"title"`
	Subject string        `page:"subject,optional"`
	// The maximum that it can cost; null: unknown.
	Weight  *Weight       `page:"weight"`
	Methods []FoundMethod `page:"methods"`
	// A command that shows more.
	Command string `page:"command"`
	// The name of a section of the documentation.
	Link string `page:"link"`
}

// A Weight is the cost of a finding.
type Weight struct {
	Metric string `page:"metric"`
	Unit   string `page:"unit"`
	Value  int64  `page:"value"`
	Total  int64  `page:"total"`
	// Total has native-image's own code, too.
	OfAll bool    `page:"of_all"`
	Share float64 `page:"share"`
	// The source line that Value is of, in a method with other samples; 0: not of a line.
	Line int `page:"line"`
}

// A FoundMethod is a method that a finding names.
type FoundMethod struct {
	Role findings.Role            `page:"role" words:"about caller callee charged"`
	ID   iprof.MethodID           `page:"id"`
	Name string                   `page:"name" nameof:"id"`
	BCI  records.Maybe[iprof.BCI] `page:"bci,optional"`
}

// NewInfo returns an info for a page.
func NewInfo(in *info.Info) *Info {
	of := &Info{
		Version: in.Version.String(), States: len(in.Origin().States), Methods: MethodCounts{in.Methods.Listed, in.Methods.Referred, in.Methods.Unlisted},
		Contexts: contextsOf(in.Contexts), Stacks: contextsOf(in.Stacks), Application: ApplicationInfo{Methods: in.Application.Methods},
	}
	if in.OtherTool != nil {
		of.Version = ""
	}
	for _, s := range in.Sections {
		section := Section{s.Metric.String(), s.Metric.Unit(), s.Present, records.KnownIf(s.Records, s.Present), records.KnownIf(s.Total, s.Countable())}
		if in.OtherTool != nil && s.Metric == convert.Samples {
			section.Unit = in.OtherTool.Unit
		}
		of.Sections = append(of.Sections, section)
	}
	for _, m := range in.Application.Metrics {
		part := ApplicationPart{m.Metric.String(), m.Total, m.Base, m.Value, m.Own, m.Counted, TopList{Total: m.Top.Total}}
		for _, r := range m.Top.Rows {
			row := TopRow{ID: iprof.MethodID(r.ID), Name: r.Name, Value: r.Value}
			if r.Own != nil {
				row.Own = records.KnownIf(*r.Own, true)
			}
			part.Top.Rows = append(part.Top.Rows, row)
		}
		of.Application.Metrics = append(of.Application.Metrics, part)
	}
	for _, c := range in.Code {
		of.Code = append(of.Code, CodeCounts{
			c.Metric.String(), c.Total, c.ByKind[convert.Application], c.ByKind[convert.Library], c.ByKind[convert.JDK], c.ByKind[convert.NativeImage],
			c.ByKind[convert.Profiler], c.ByKind[convert.UnknownKind],
		})
	}
	for _, d := range in.Caveats {
		of.Caveats = append(of.Caveats, Caveat{d.Text, d.Hint})
	}
	if in.Findings != nil {
		for i := range in.Findings.List {
			of.Findings = append(of.Findings, findingOf(&in.Findings.List[i]))
		}
	}
	return of
}

func contextsOf(in *info.TreeInfo) *Contexts {
	if in == nil {
		return nil
	}
	return &Contexts{in.Contexts, in.Roots}
}

func findingOf(f *findings.Finding) Finding {
	of := Finding{Kind: f.Kind, Title: f.Title, Subject: f.Subject, Command: "iprof-viz " + words.ShellLine(f.Command), Link: f.Kind.Link()}
	if w := f.Weight; w != nil {
		of.Weight = &Weight{w.Metric.String(), w.Unit, w.Value, w.Of, w.OfAll, w.Share(), w.Line}
	}
	for _, m := range f.Methods {
		of.Methods = append(of.Methods, FoundMethod{m.Role, m.ID, m.Name, records.KnownIf(m.BCI, m.HasBCI)})
	}
	return of
}
