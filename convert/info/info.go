// Package info summarizes the content of a profile, its gaps and caveats.
package info

import (
	"runtime"
	"slices"
	"sync"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/application"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// An Info summarizes the content of a profile and its gaps. It counts all records, regardless of the view.
type Info struct {
	OtherTool *OtherTool       // a file of another tool; nil: the profile is an iprof
	Version   iprof.Version    // for an iprof, the format version
	Sections  []SectionInfo    // in the order of Metrics
	Methods   TableInfo        // methods that contexts and stacks refer to
	Types     TableInfo        // types that those methods refer to, and records of receivers, instanceof and monitors
	Contexts  *TreeInfo        // inlining contexts; nil: none
	Stacks    *TreeInfo        // sampled stacks; nil: none
	Code      []CodeInfo       // for the metrics with counts
	Top       []TopList        // for the metrics with counts
	Entered   *TopList         // methods by entries, wherever they are inlined; nil: there are no entries
	Caveats   []caveats.Caveat // most severe first
	Findings  *findings.Report // nil: not requested

	Application ApplicationInfo

	FewSamples bool // so few that top shows calls
}

// An OtherTool describes a file of another tool. Its stacks are samples of the profile, in any unit.
type OtherTool struct {
	iprof.Origin
	Format string         // as in --from: "folded"
	Tables []*table.Table // the content of the file other than stacks
}

// Origin says where the profile is from.
func (in *Info) Origin() iprof.Origin {
	if in.OtherTool != nil {
		return in.OtherTool.Origin
	}
	return iprof.Origin{}
}

// A SectionInfo holds the size of a section of the file. An absent section is unknown, not zero.
type SectionInfo struct {
	Metric  convert.Metric
	Present bool
	Records int
	Damaged int64 // counts that look like two numbers read as one, see [iprof.Profile.Damaged]; Total, which includes them, means nothing
	Total   int64 // sum of the counts; for branches the executions of conditionals, where a target shared by successors in a 0.x file counts once
}

// Countable reports whether Total is known: the file has the section, and none of its counts are damaged.
func (s SectionInfo) Countable() bool { return s.Present && s.Damaged == 0 }

// A TableInfo counts methods or types.
type TableInfo struct {
	Listed   int // number in the file's table
	Referred int // referenced by records
	Unlisted int // referenced, but not listed
	Unnamed  int // referenced and listed, but without a name
}

// A TreeInfo describes the contexts of records. The same context under several records or at several BCIs of its leaf counts once.
type TreeInfo struct {
	Contexts int
	Roots    int   // compilation roots, or outermost frames of stacks
	Max      int   // frames of the deepest context
	Median   int   // median number of frames; for an even number of contexts the lower of the two in the middle
	Frames   int64 // frames of all contexts: Frames/Contexts is the mean
}

// A CodeInfo divides the counts of a metric by the kind of code of the leaf; for monitors, by the kind of the lock's type.
type CodeInfo struct {
	Metric convert.Metric
	Total  int64
	ByKind [convert.NumKinds]int64 // by Kind
}

// A TopList holds the methods, sites or types with the largest counts.
type TopList struct {
	Metric convert.Metric
	By     TopBy
	Total  int64 // sum of all counts
	Listed int   // number of all methods, sites or types, including those beyond the limit of Rows
	Rows   []TopRow

	// Chosen are the rows that say most about the program: application code or, if it has none, all code except the VM and the
	// profiler. nil: Rows are the same, or are samples, where VM code takes time like any other code.
	Chosen *ChosenRows
}

// A ChosenRows holds the rows of a TopList that belong to some kinds of code.
type ChosenRows struct {
	Application bool     // otherwise all code except the VM and the profiler
	Listed      int      // number of all such rows, including those beyond the limit of Rows
	Rows        []TopRow // without the profiler's own runtime, even if it is inlined
	Base        int64    // the base of shares: the counts of all code except the profiler's own runtime
}

// A TopBy defines the content of a list and its order.
type TopBy string

// The lists.
const (
	TopRoots     TopBy = "compilation-roots" // by entries, including those of inlined methods
	TopOutermost TopBy = "outermost-frames"  // of stacks
	TopSelf      TopBy = "leaf-frames"       // methods by self samples
	TopSites     TopBy = "sites"             // a method and a BCI, over all contexts
	TopTypes     TopBy = "types"
	TopEntered   TopBy = "methods" // only in Info.Entered

	TopApplication TopBy = "application-methods" // samples with those of the code that a method calls; entries
)

// A TopRow is a method, a site or a type, with its count.
type TopRow struct {
	Name      string
	ID        int32  // the method's; the type's in TopTypes
	Signature string // as in JVMSignature; "" in TopTypes
	BCI       iprof.BCI
	Value     int64
	Own       *int64 // self entries of a compilation root, self samples of an application method; nil: the file has no count
}

// Options control the size of an Info.
type Options struct {
	Limit    int               // maximum rows of a TopList; 0: all
	NoTop    bool              // neither Info.Top nor Info.Application: for caveats, which need less
	Findings *findings.Options // for Info.Findings; nil: none
	Input    []string          // arguments that select the profile, for commands in hints; nil: those of Findings
}

// input returns the arguments that select the profile, after a blank; "": unknown.
func (o Options) input() string {
	args := o.Input
	if args == nil && o.Findings != nil {
		args = o.Findings.Input
	}
	if len(args) == 0 {
		return ""
	}
	return " " + words.ShellLine(args)
}

// AddOtherTool adds the format of a file of another tool, its content other than stacks, notes and caveats about the stacks.
func (in *Info) AddOtherTool(format string, tables []*table.Table, notes, texts []string) {
	in.OtherTool.Format, in.OtherTool.Tables = format, tables
	var all []caveats.Caveat
	for _, text := range texts {
		all = append(all, caveats.Caveat{Kind: "source", Severity: caveats.Caution, Count: 1, Text: text})
	}
	for _, text := range notes {
		all = append(all, caveats.Caveat{Kind: "source", Severity: caveats.Note, Count: 1, Text: text})
	}
	in.Caveats = append(all, in.Caveats...)
	caveats.Sort(in.Caveats)
}

// New summarizes a profile. Nil names mean full names.
func New(p *iprof.Profile, names *convert.Names, opts Options) *Info {
	names = names.OrDefault(p)
	s := &summing{
		profile: p, names: names, opts: opts,
		entries: sync.OnceValue(func() *convert.Entries { return convert.NewEntries(p) }),
	}
	s.ofCalls = sync.OnceValue(func() *application.Breakdown { return application.OfEntries(p, names, s.entries()) })
	s.conditionals = sync.OnceValue(func() *sites.Sites { return sitesOf(p, convert.Branches) })
	if opts.Findings == nil {
		return s.summary()
	}
	of := *opts.Findings
	of.Entries = s.entries
	whole := sites.NewWhole(p) // the summary and the findings use it as long as it is kept alive
	defer runtime.KeepAlive(whole)
	var in *Info
	var found *findings.Report
	background.All( // both take as long, and neither needs the other
		func() error { in = s.summary(); return nil },
		func() error { found = findings.New(p, names, of); return nil },
	)
	in.Findings = found
	return in
}

// A summing is a summary in the making, and sums that several parts of it need.
type summing struct {
	profile *iprof.Profile
	names   *convert.Names
	opts    Options

	entries      func() *convert.Entries
	conditionals func() *sites.Sites
	ofCalls      func() *application.Breakdown
}

// summary returns all but the findings.
func (s *summing) summary() *Info {
	p := s.profile
	in := &Info{Version: p.Version}
	if origin := p.Origin(); !origin.IsIprof() {
		in.OtherTool = &OtherTool{Origin: origin}
	}
	counted := map[*iprof.Tree][]bool{ // the nodes that have records
		p.Contexts: make([]bool, p.Contexts.Len()),
		p.Stacks:   make([]bool, p.Stacks.Len()),
	}
	for _, m := range convert.Metrics {
		for node := range m.Nodes(p) {
			counted[m.Tree(p)][node] = true
		}
		sites := s.siteCounts(m)
		code := s.codeInfo(m, sites)
		in.Sections = append(in.Sections, SectionInfo{m, p.Has(m.Section()), p.Records(m.Section()), p.Damaged(m.Section()), code.Total})
		if code.Total > 0 {
			in.Code = append(in.Code, code)
			if !s.opts.NoTop {
				in.Top = append(in.Top, s.topLists(m, sites)...)
				if m == convert.Calls {
					entered := s.topList(m, TopEntered, s.entered())
					in.Entered = &entered
				}
			}
		}
	}
	if !s.opts.NoTop {
		in.Application = s.applicationInfo()
		in.FewSamples = convert.DefaultMetric.Resolve(p) == convert.Calls
	}
	in.Methods, in.Types = methodTable(p), typeTable(p)
	in.Contexts, in.Stacks = treeInfo(p.Contexts, counted[p.Contexts]), treeInfo(p.Stacks, counted[p.Stacks])
	in.Caveats = caveatsOf(p, in, s.opts.input(), s.names, s.conditionals)
	return in
}

// Section returns the section of a metric.
func (in *Info) Section(m convert.Metric) SectionInfo {
	return in.Sections[slices.Index(convert.Metrics, m)]
}

func methodTable(p *iprof.Profile) TableInfo {
	t := TableInfo{Listed: p.Methods.Len()}
	for slot, used := range convert.ReferencedMethods(p) {
		if !used {
			continue
		}
		t.Referred++
		if m, listed := p.MethodHeadAt(slot); !listed {
			t.Unlisted++
		} else if m.Name == "" && m.Declaring != iprof.NoType {
			t.Unnamed++
		}
	}
	return t
}

func typeTable(p *iprof.Profile) TableInfo {
	t := TableInfo{Listed: p.Types.Len()}
	used := make([]bool, p.TypeSlots())
	use := func(id iprof.TypeID) {
		if slot := p.TypeSlot(id); !used[slot] {
			used[slot] = true
			t.Referred++
			if typ, listed := p.TypeAt(slot); !listed {
				t.Unlisted++
			} else if typ.Name == "" {
				t.Unnamed++
			}
		}
	}
	for slot, called := range convert.ReferencedMethods(p) {
		m, listed := p.MethodAt(slot)
		if !called || !listed || m.Declaring == iprof.NoType {
			continue
		}
		use(m.Declaring)
		use(m.Return)
		for _, id := range m.Params {
			use(id)
		}
	}
	for _, list := range []*iprof.List[iprof.TypeProfile]{&p.Receivers, &p.InstanceOf} {
		for _, r := range list.All() {
			for _, c := range p.TypeCounts(r) {
				use(c.Type)
			}
		}
	}
	for _, c := range p.Monitors {
		use(c.Type)
	}
	return t
}

// treeInfo measures the contexts whose nodes are marked.
func treeInfo(t *iprof.Tree, marked []bool) *TreeInfo {
	in := &TreeInfo{}
	depths := make([]int32, t.Len())
	var byDepth []int // contexts by their number of frames
	for i, n := range t.All() {
		depths[i] = 1
		if n.Parent == iprof.NoNode {
			in.Roots++
		} else {
			depths[i] += depths[n.Parent]
		}
		if !marked[i] {
			continue
		}
		d := int(depths[i])
		for len(byDepth) <= d {
			byDepth = append(byDepth, 0)
		}
		byDepth[d]++
		in.Contexts++
		in.Frames += int64(d)
		in.Max = max(in.Max, d)
	}
	if in.Contexts == 0 {
		return nil
	}
	for seen := 0; in.Median < len(byDepth); in.Median++ {
		if seen += byDepth[in.Median]; 2*seen >= in.Contexts {
			break
		}
	}
	return in
}

// codeInfo divides the counts of a metric by kind of code, given the metric's sites.
func (s *summing) codeInfo(m convert.Metric, sites []siteCount) CodeInfo {
	p, names := s.profile, s.names
	in := CodeInfo{Metric: m}
	add := func(k convert.Kind, value int64) {
		in.ByKind[k] += value
		in.Total += value
	}
	switch m {
	case convert.Monitors:
		for _, c := range p.Monitors {
			kind := convert.UnknownKind
			if t, ok := p.Type(c.Type); ok {
				kind = convert.KindOf(t.Name)
			}
			add(kind, c.Count)
		}
	case convert.Samples:
		for node, value := range m.Records(p) {
			add(names.Kind(p.MethodSlot(p.Stacks.Node(node).Method)), value)
		}
	case convert.Calls:
		for slot, of := range s.entries().Methods {
			if of.Known() {
				add(names.Kind(slot), of.Total())
			}
		}
	default:
		for _, s := range sites {
			add(names.Kind(int(s.Slot)), s.executions)
		}
	}
	return in
}

// A siteCount holds the executions of a conditional, virtual call or instanceof, over all contexts of its method.
type siteCount struct {
	sites.Site
	executions int64
}

// sitesOf adds up the executions of the sites of a metric.
func sitesOf(p *iprof.Profile, m convert.Metric) *sites.Sites {
	return sites.New(p, sites.Options{Metrics: []convert.Metric{m}, NoParts: true})
}

// siteCounts returns the counts of the sites of a metric; nil: it has none.
func (s *summing) siteCounts(m convert.Metric) []siteCount {
	var list []siteCount
	switch m {
	case convert.Branches:
		all := s.conditionals().Conditionals.All
		list = make([]siteCount, 0, len(all))
		for _, c := range all {
			list = append(list, siteCount{c.Site, c.Executions})
		}
	case convert.Receivers, convert.InstanceOf:
		all := sitesOf(s.profile, m).Types(m).All
		list = make([]siteCount, 0, len(all))
		for _, t := range all {
			list = append(list, siteCount{t.Site, t.Executions})
		}
	}
	return list
}
