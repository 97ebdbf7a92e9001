// Package findings finds facts in a profile that a user can act on, and ranks them by their maximum cost. docs/worth-a-look.md
// says, for each kind, what it means, what to try, and when to leave it alone.
//
// A finding never says more than the records do. Its share is an upper bound: the samples in the code concerned, whether or not the
// finding causes them. With too few samples, it is a share of counts, and counts are not time.
package findings

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/firstrows"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Doc is the page with a section for each kind of finding, relative to the root of the project.
const Doc = "docs/worth-a-look.md"

// Topic is the name of the page as a help topic of the program.
const Topic = "worth-a-look"

// A Kind is a kind of finding, by its stable name.
type Kind string

// The kinds, in output order if the rank is the same.
const (
	ManyTypes        Kind = "many-types"         // a virtual call with more types than compilers inline
	TypeTests        Kind = "type-tests"         // one that a test for the most frequent type would make direct for most calls
	EvenBranch       Kind = "even-branch"        // an unbiased conditional
	Loop             Kind = "loop"               // the conditional of a loop
	NotInlined       Kind = "not-inlined"        // a method that its hottest caller has not inlined
	TinyCalls        Kind = "tiny-calls"         // calls of a method with little code that were not inlined
	ForceInline      Kind = "force-inline"       // a method that the optimized image calls
	LibraryCall      Kind = "library-call"       // a place in the application whose calls of library code take much time
	Locks            Kind = "locks"              // a type whose objects are locked often
	NeverCounted     Kind = "never-counted"      // a method with samples but without any counts
	Collector        Kind = "garbage-collection" // the collector's part of the profile
	StringBuilding   Kind = "string-building"    // the share of string builders and concatenation
	Outdated         Kind = "outdated"           // methods that no longer fit the program
	FewSamples       Kind = "few-samples"        // too few of them to find anything
	FewEntries       Kind = "few-entries"        // likewise
	UncountedPackage Kind = "uncounted-packages" // packages that the load never reached
)

var kinds = []Kind{
	ManyTypes, TypeTests, EvenBranch, Loop, NotInlined, TinyCalls, ForceInline, LibraryCall, Locks, NeverCounted, Collector, StringBuilding, Outdated, FewSamples, FewEntries, UncountedPackage,
}

// Link returns the section of [Doc] about findings of the kind: "docs/worth-a-look.md#many-types".
func (k Kind) Link() string { return Doc + "#" + string(k) }

// Topic returns the same section as an argument of help: "worth-a-look#many-types".
func (k Kind) Topic() string { return Topic + "#" + string(k) }

// A Report holds the findings of a profile.
type Report struct {
	// Metric is the metric of the shares that rank findings: Samples if there are enough, otherwise Calls.
	Metric convert.Metric
	List   []Finding // by descending relevance, see [New]

	// Searched is true if the profile is neither damaged nor too small for any finding: an empty List then means that there is none.
	Searched bool
}

// ByCounts reports whether any of the first n findings is ranked by counts, which are not time.
func (r *Report) ByCounts(n int) bool {
	return slices.ContainsFunc(r.List[:n], func(f Finding) bool { return f.Weight != nil && f.Weight.Metric != convert.Samples })
}

// Repeats reports whether a finding, by its index, is bounded by the same samples or counts as an earlier one about the same
// method: then their shares do not add up.
func (r *Report) Repeats(i int) bool {
	method := func(f *Finding) (iprof.MethodID, bool) {
		m, ok := f.Site()
		return m.ID, ok && f.Weight != nil
	}
	f := &r.List[i]
	id, ok := method(f)
	return ok && slices.ContainsFunc(r.List[:i], func(other Finding) bool {
		of, ok := method(&other)
		return ok && of == id && *other.Weight == *f.Weight
	})
}

// A Finding is a fact worth a look.
type Finding struct {
	Kind  Kind
	Title string // a phrase, such as "near-even branch, 50.4% to @8"

	// Subject is the method, the type or the package that the title is about, as displayed; "": the whole profile. A method is that
	// of Methods[0], at its BCI.
	Subject string

	Application bool    // about application code or the whole profile
	Weight      *Weight // nil: unknown
	Methods     []Method
	Numbers     []Number
	Split       Split
	Command     []string // the arguments of iprof-viz that show more, including the profile
}

// Site returns the method that the finding is about; false: it is not about a method.
func (f *Finding) Site() (Method, bool) {
	if len(f.Methods) == 0 || f.Methods[0].Role != About {
		return Method{}, false
	}
	return f.Methods[0], true
}

// A Weight is an upper bound of a finding's cost: the share of Value in Of, both counted in a unit.
type Weight struct {
	Metric convert.Metric // of the records behind Value and Of; Monitors and Receivers are shares of Calls
	Unit   string         // unit of Of, in the plural: "method entries"
	Value  int64
	Of     int64

	// OfAll says that Of has native-image's own code, too. Otherwise it is of the code that a user can change.
	OfAll bool

	// Line is the source line that Value is of, in a method that has other samples; 0: it is not of a line.
	Line int

	Low, High float64 // the 95% interval of a share of samples; otherwise the share itself
}

// Share returns the share, from 0 to 1. A call can have more executions than the file has entries, because of callees without
// counts.
func (w *Weight) Share() float64 { return min(1, float64(w.Value)/float64(w.Of)) }

// A Role says why a finding names a method.
type Role string

// The roles.
const (
	About     Role = "about"   // the finding is about it
	CalledBy  Role = "caller"  // it calls the method that the finding is about, at the BCI
	Calls     Role = "callee"  // the method that the finding is about calls it
	ChargedTo Role = "charged" // the finding's cost counts for it most, as [convert.AppView] charges it
)

// A Method is a method that a finding concerns.
type Method struct {
	Role      Role
	Name      string
	Signature string // as in [convert.JVMSignature]
	ID        iprof.MethodID
	BCI       iprof.BCI
	HasBCI    bool
}

// A Number is a value that a finding is based on, such as "executions" 1234. Keys are stable, and equal to the column's key if a
// table has the number.
type Number struct {
	Key   string
	Value table.Cell
}

// Split divides something that a finding counts, largest part first: the executions of a call by type.
type Split struct {
	Of   string // "types", "successors", "methods" or "packages"; "": none
	List []NamedCount
}

// A NamedCount is a row of Parts.
type NamedCount struct {
	Name  string
	Count int64
}

// Options are what else is known about the profile. The zero value means nothing.
type Options struct {
	Input []string // arguments that select the profile, added to commands: its file, --app
	Fit   *Misfit  // nil: not compared with any code

	// Line returns the source line of a place in a method, by its slot; 0: unknown. Nil: no line is known.
	Line func(slot int32, bci iprof.BCI) int

	// Code returns the bytecode of a method, by its slot; nil: unknown. Nil: no code is known.
	Code func(slot int32) *classfile.Code

	// Entries returns the profile's entries, which the caller also needs. Nil: they are added up.
	Entries func() *convert.Entries

	Calls     *calls.Graph // of the profile with class files; nil: unknown
	ClassPath []string     // arguments that select the class files, added to commands that read them

	Optimized *optimized.Image // the image that was built with the profile; nil: unknown. It needs Calls
	Log       []string         // arguments that select its log
}

// A Misfit describes which parts of a profile no longer match the program, according to a check.
type Misfit struct {
	Methods []iprof.MethodID // that do not match; none: all match
	Metric  convert.Metric   // Samples or, if the profile has any, Calls
	Command []string         // the command that lists them
}

// New finds the facts that are worth a look in a profile. Nil names means full names.
//
// Findings about the application and about the whole profile come first, by descending share; then those without a share; then
// those about third-party code, by share; packages that never ran are last. Shares are of samples if there are enough, otherwise of
// counts, in the code that a user can change: neither native-image's nor the profiler's. Only the collector's share is of all. A profile
// without names, or with damaged counts, has no findings.
func New(p *iprof.Profile, names *convert.Names, opts Options) *Report {
	a := newAnalysis(p, names.OrDefault(p), opts)
	r := &Report{Metric: a.metric}
	switch {
	case a.damaged():
	case !a.enough():
		a.outdated()
		a.tooFew()
	case !a.enoughToChange():
		a.collector()
		a.outdated()
		a.tooFew()
	default:
		r.Searched = true
		a.manyTypes()
		a.conditionals()
		a.notInlined()
		a.tinyCalls()
		a.forceInline()
		a.libraryCalls()
		a.locks()
		a.neverCounted()
		a.collector()
		a.stringBuilding()
		a.outdated()
		a.tooFew()
		a.uncountedPackages()
	}
	slices.SortStableFunc(a.findings, compare)
	r.List = a.findings
	return r
}

// rank returns the group of a finding: groups are sorted by it, and findings by share within a group.
func (f *Finding) rank() int {
	switch {
	case f.Kind == UncountedPackage:
		return 3
	case f.Weight == nil:
		return 1
	case f.Application:
		return 0
	}
	return 2
}

func compare(a, b Finding) int {
	share := func(f *Finding) float64 {
		if f.Weight == nil {
			return 0
		}
		return f.Weight.Share()
	}
	bci := func(f *Finding) iprof.BCI {
		m, _ := f.Site()
		return m.BCI
	}
	return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(share(&b), share(&a)),
		cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)), strings.Compare(a.Subject, b.Subject), cmp.Compare(bci(&a), bci(&b)))
}

// hottest returns the keys with the n largest values of a map, in a stable order; 0: all.
func hottest[K cmp.Ordered](values map[K]int64, n int) []K {
	return firstrows.Sort(slices.Collect(maps.Keys(values)), n, func(a, b K) int { return cmp.Or(cmp.Compare(values[b], values[a]), cmp.Compare(a, b)) })
}
