package page

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// Checks are the results of check.
type Checks struct {
	// The profile, followed by the base if there is one.
	Files []Checked `page:"files"`
}

// A Checked is the verdict about a profile.
type Checked struct {
	// The name of the file.
	File string `page:"file"`
	// For example: 1 warning, and its scope.
	Verdict  string         `page:"verdict"`
	Findings []CheckFinding `page:"findings"`
	// Those with a value or a threshold.
	Criteria []Criterion `page:"criteria"`
	// The comparison with the code of its program.
	Fit      *Fit      `page:"fit,optional"`
	Coverage *Coverage `page:"coverage,optional"`
	// The comparison with production samples.
	Production *TitledTable[ProductionRow] `page:"production,optional"`
}

// A Criterion is a question about the quality of a profile.
type Criterion struct {
	Name string `page:"name"`
	// Without a threshold, not judged.
	Status string `page:"status" words:"not_judged pass fail"`
	// Its value, and its threshold if it has one.
	Text string `page:"text"`
}

// A CheckFinding is an error in a profile or a caveat about it.
type CheckFinding struct {
	Severity string `page:"severity" words:"note warning error"`
	Kind     string `page:"kind"`
	Text     string `page:"text"`
	Hint     string `page:"hint,optional"`
}

// A Fit says how well a profile fits the code of its program.
type Fit struct {
	Unit      string          `page:"unit"`
	Total     int64           `page:"total"`
	Program   FitSum          `page:"program"`
	JDK       FitSum          `page:"jdk"`
	NotJudged []NotJudgedPart `page:"not_judged"`
	// The hottest methods that do not fit.
	Misfits []MisfitMethod `page:"misfits"`
}

// A MisfitMethod is a method whose code is of another version than the profile, or gone.
type MisfitMethod struct {
	ID      iprof.MethodID `page:"id"`
	Verdict string         `page:"verdict" words:"changed gone"`
	// For a method that is gone: its probable new name.
	Candidate string `page:"candidate,optional"`
	// The first records that contradict the code.
	Places []MisfitPlace `page:"places"`
	// The number of others.
	More int `page:"more"`
}

// A MisfitPlace is a record that contradicts the code.
type MisfitPlace struct {
	BCI iprof.BCI `page:"bci"`
	// a conditional that goes to @63.
	Recorded string `page:"recorded"`
	// In the class file: if_icmpge to @12, @60.
	Code string `page:"code"`
}

// A FitSum divides methods by verdict.
type FitSum struct {
	Fits    FitPart `page:"fits"`
	Changed FitPart `page:"changed"`
	Gone    FitPart `page:"gone"`
}

// A FitPart sums up the methods with a verdict: their number, and their counts.
type FitPart struct {
	Methods int   `page:"methods"`
	Count   int64 `page:"count"`
}

// A NotJudgedPart counts methods without code to compare with.
type NotJudgedPart struct {
	Reason string `page:"reason"`
	FitPart
}

// A Coverage says how much of the program ran.
type Coverage struct {
	Title    string           `page:"title"`
	Notes    []string         `page:"notes"`
	Caveats  []string         `page:"caveats"`
	Sections CoverageSections `page:"sections"`
}

// CoverageSections are the tables of the coverage.
type CoverageSections struct {
	Packages *TitledTable[PackageRow]   `page:"packages,optional"`
	Methods  *TitledTable[UncoveredRow] `page:"methods,optional"`
}

// A TitledTable is a table with a title.
type TitledTable[R any] struct {
	Table[R]
	Title string `page:"title"`
}

// A PackageRow is a package of the program. Without call counts it has methods on sampled stacks instead of methods with entries.
type PackageRow struct {
	Package      string               `page:"package"`
	Methods      int64                `page:"methods"`
	Bytes        int64                `page:"bytes"`
	Entered      records.Maybe[int64] `page:"entered,optional"`
	EnteredShare records.Derived      `page:"entered_share" rule:"entered / methods"`
	EnteredBytes records.Maybe[int64] `page:"entered_bytes,optional"`
	Sampled      records.Maybe[int64] `page:"sampled,optional"`
}

// An UncoveredRow is a method without entries.
type UncoveredRow struct {
	Method string `page:"method"`
	Bytes  int64  `page:"bytes"`
}

// A ProductionRow is a method with production samples.
type ProductionRow struct {
	Method     string          `page:"method"`
	Self       int64           `page:"self"`
	Total      int64           `page:"total"`
	SelfShare  records.Derived `page:"self_share" rule:"self / ^base"`
	TotalShare records.Derived `page:"total_share" rule:"total / ^base"`
	Training   string          `page:"training"`
}

// NewChecks returns verdicts for a page.
func NewChecks(files []*summary.CheckedFile) *Checks {
	all := &Checks{}
	for _, f := range files {
		of := Checked{File: f.Name, Verdict: f.Summary()}
		for _, x := range f.Findings {
			of.Findings = append(of.Findings, CheckFinding{severityWords[x.Severity], x.Kind, x.Text, x.Hint})
		}
		for _, c := range f.Quality.Shown() {
			of.Criteria = append(of.Criteria, Criterion{c.Name, c.Status.String(), summary.ValueText(c)})
		}
		if f.Code != nil {
			of.Fit = fitOf(f.Code)
		}
		if f.Coverage != nil {
			of.Coverage = coverageOf(f.Coverage)
		}
		if f.Production != nil {
			of.Production = newTitledTable[ProductionRow](f.Production.Table)
		}
		all.Files = append(all.Files, of)
	}
	return all
}

func fitOf(c *summary.CheckedCode) *Fit {
	of := &Fit{Unit: c.Unit(), Total: c.Total, Program: fitSumOf(&c.Program), JDK: fitSumOf(&c.JDK)}
	for reason, part := range c.NotJudged {
		if part.Methods > 0 {
			of.NotJudged = append(of.NotJudged, NotJudgedPart{fit.Reason(reason).String(), FitPart{part.Methods, part.Weight}})
		}
	}
	const most = 1000 // after an update of the JDK there may be thousands
	for i := range c.Misfits[:min(len(c.Misfits), most)] {
		of.Misfits = append(of.Misfits, misfitOf(c, &c.Misfits[i]))
	}
	return of
}

func misfitOf(c *summary.CheckedCode, m *fit.Method) MisfitMethod {
	of := MisfitMethod{ID: c.Names.Profile.MethodIDAt(int(m.Slot)), Verdict: m.Verdict.String(), Candidate: fitname.Bound(plaintext.Visible(m.Candidate))}
	const most = 5
	of.More = max(0, len(m.Misfits)-most)
	for _, x := range m.Misfits[:len(m.Misfits)-of.More] {
		of.Places = append(of.Places, MisfitPlace{x.BCI, fitname.Bound(plaintext.Visible(x.Recorded)), fitname.Bound(plaintext.Visible(x.Code))})
	}
	return of
}

func fitSumOf(s *fit.Verdicts) FitSum {
	part := func(p fit.MethodSum) FitPart { return FitPart{p.Methods, p.Weight} }
	return FitSum{part(s.Fits), part(s.Changed), part(s.Gone)}
}

func coverageOf(s *table.Set) *Coverage {
	of := &Coverage{Title: s.Title, Notes: slices.Clone(s.Notes), Caveats: s.Caveats}
	if t := s.Table("packages"); t != nil {
		of.Sections.Packages = newTitledTable[PackageRow](t)
	}
	if t := s.Table("methods"); t != nil {
		of.Sections.Methods = newTitledTable[UncoveredRow](t)
	}
	return of
}

func newTitledTable[R any](t *table.Table) *TitledTable[R] {
	return &TitledTable[R]{*NewTable[R](t), t.Title}
}

// severityWords are the words for the severities of findings.
var severityWords = map[caveats.Severity]string{caveats.Problem: "error", caveats.Caution: "warning", caveats.Note: "note"}
