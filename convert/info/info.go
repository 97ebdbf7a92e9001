// Package info summarizes the content of a profile, its gaps and caveats.
package info

import (
	"cmp"
	"slices"
	"sync"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/application"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/background"
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

	profiler int64 // part of Value in the profiler's own runtime; for compilation roots
}

// Options control the size of an Info.
type Options struct {
	Limit    int               // maximum rows of a TopList; 0: all
	NoTop    bool              // neither Info.Top nor Info.Application: for caveats, which need less
	Findings *findings.Options // for Info.Findings; nil: none
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
	if opts.Findings == nil {
		return summary(p, names, opts, func() *sites.Sites { return sitesOf(p, convert.Branches, true) })
	}
	conditionals := sync.OnceValue(func() *sites.Sites { return sitesOf(p, convert.Branches, false) })
	of := *opts.Findings
	of.Conditionals = conditionals
	var in *Info
	var found *findings.Report
	background.All( // both take as long, and neither needs the other
		func() error { in = summary(p, names, opts, conditionals); return nil },
		func() error { found = findings.New(p, names, of); return nil },
	)
	in.Findings = found
	return in
}

// summary returns all but the findings, given a function that returns the conditionals.
func summary(p *iprof.Profile, names *convert.Names, opts Options, conditionals func() *sites.Sites) *Info {
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
		sites := siteCounts(p, m, conditionals)
		code := codeInfo(p, names, m, sites)
		in.Sections = append(in.Sections, SectionInfo{m, p.Has(m.Section()), p.Records(m.Section()), p.Damaged(m.Section()), code.Total})
		if code.Total > 0 {
			in.Code = append(in.Code, code)
			if !opts.NoTop {
				in.Top = append(in.Top, topLists(p, names, m, sites, opts.Limit)...)
				if m == convert.Calls {
					entered := topList(p, names, TopList{Metric: m, By: TopEntered}, topEntered(p), opts.Limit)
					in.Entered = &entered
				}
			}
		}
	}
	if !opts.NoTop {
		in.Application = applicationInfo(p, names, opts.Limit)
		in.FewSamples = convert.DefaultMetric.Resolve(p) == convert.Calls
	}
	in.Methods, in.Types = methodTable(p), typeTable(p)
	in.Contexts, in.Stacks = treeInfo(p.Contexts, counted[p.Contexts]), treeInfo(p.Stacks, counted[p.Stacks])
	in.Caveats = caveatsOf(p, in)
	return in
}

// Section returns the section of a metric.
func (in *Info) Section(m convert.Metric) SectionInfo {
	return in.Sections[slices.Index(convert.Metrics, m)]
}

// nameRow names the method of a row.
func nameRow(p *iprof.Profile, names *convert.Names, r TopRow) TopRow {
	method, _ := p.Method(iprof.MethodID(r.ID))
	r.Name, r.Signature = names.Method(p.MethodSlot(method.ID)), convert.JVMSignature(p, method)
	return r
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
func codeInfo(p *iprof.Profile, names *convert.Names, m convert.Metric, sites []siteCount) CodeInfo {
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
	case convert.Samples, convert.Calls:
		tree := m.Tree(p)
		for node, value := range m.Records(p) {
			add(names.Kind(p.MethodSlot(tree.Node(node).Method)), value)
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

// sitesOf adds up the sites of a metric.
func sitesOf(p *iprof.Profile, m convert.Metric, noParts bool) *sites.Sites {
	return sites.New(p, sites.Options{Metrics: []convert.Metric{m}, NoParts: noParts})
}

// siteCounts returns the counts of the sites of a metric; nil: it has none.
func siteCounts(p *iprof.Profile, m convert.Metric, conditionals func() *sites.Sites) []siteCount {
	var list []siteCount
	switch m {
	case convert.Branches:
		all := conditionals().Conditionals.All
		list = make([]siteCount, 0, len(all))
		for _, c := range all {
			list = append(list, siteCount{c.Site, c.Executions})
		}
	case convert.Receivers, convert.InstanceOf:
		all := sitesOf(p, m, true).Types(m).All
		list = make([]siteCount, 0, len(all))
		for _, t := range all {
			list = append(list, siteCount{t.Site, t.Executions})
		}
	}
	return list
}

func topLists(p *iprof.Profile, names *convert.Names, m convert.Metric, sites []siteCount, limit int) []TopList {
	list := func(by TopBy, rows []TopRow) TopList {
		return topList(p, names, TopList{Metric: m, By: by}, rows, limit)
	}
	switch m {
	case convert.Samples:
		return []TopList{list(TopOutermost, topOutermost(p)), list(TopSelf, topLeaves(p))}
	case convert.Calls:
		roots := list(TopRoots, topRoots(p, names))
		if roots.Chosen != nil {
			roots.Chosen.Base = application.NewBreakdown(p, names, m).Base
		}
		return []TopList{roots}
	case convert.Monitors:
		byType := map[int32]int64{}
		for _, c := range p.Monitors {
			byType[int32(c.Type)] += c.Count
		}
		rows := make([]TopRow, 0, len(byType))
		for id, value := range byType {
			rows = append(rows, TopRow{ID: id, Value: value})
		}
		return []TopList{list(TopTypes, rows)}
	}
	return []TopList{list(TopSites, topSites(p, sites))}
}

// topRoots returns the compilation roots, one row per method, with the entries of all contexts below.
func topRoots(p *iprof.Profile, names *convert.Names) []TopRow {
	e := convert.NewEntries(p)
	inclusive := e.Inclusive(p)
	isProfiler := func(i int) bool {
		return names.Kind(p.MethodSlot(p.Contexts.Node(iprof.NodeID(i)).Method)) == convert.Profiler
	}
	profiler := make([]int64, p.Contexts.Len()) // by node: its inclusive entries
	for i := p.Contexts.Len() - 1; i >= 0; i-- {
		if isProfiler(i) {
			profiler[i] += e.Count[i]
		}
		if up := p.Contexts.Node(iprof.NodeID(i)).Parent; up != iprof.NoNode {
			profiler[up] += profiler[i]
		}
	}
	var rows []TopRow
	for i, n := range p.Contexts.All() {
		if n.Parent != iprof.NoNode {
			continue
		}
		row := TopRow{ID: int32(n.Method), Value: inclusive[i], profiler: profiler[i]}
		if e.Known[i] {
			row.Own = &e.Count[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// topOutermost returns the outermost frames of sampled stacks, with the samples of everything below.
func topOutermost(p *iprof.Profile) []TopRow {
	roots := make([]iprof.NodeID, p.Stacks.Len())
	for i, n := range p.Stacks.All() {
		roots[i] = iprof.NodeID(i)
		if n.Parent != iprof.NoNode {
			roots[i] = roots[n.Parent]
		}
	}
	return rowsOfSamples(p, func(node iprof.NodeID) iprof.NodeID { return roots[node] })
}

// topLeaves returns the innermost frames of sampled stacks, by method.
func topLeaves(p *iprof.Profile) []TopRow {
	return rowsOfSamples(p, func(node iprof.NodeID) iprof.NodeID { return node })
}

// rowsOfSamples makes a row of each method that has samples, given the node of their stack that they count for.
func rowsOfSamples(p *iprof.Profile, nodeOf func(leaf iprof.NodeID) iprof.NodeID) []TopRow {
	return rowsOfMethods(p, convert.Samples, func(leaf iprof.NodeID) iprof.MethodID { return p.Stacks.Node(nodeOf(leaf)).Method })
}

// topEntered returns the methods with their entries in all contexts.
func topEntered(p *iprof.Profile) []TopRow {
	return rowsOfMethods(p, convert.Calls, func(node iprof.NodeID) iprof.MethodID { return p.Contexts.Node(node).Method })
}

// rowsOfMethods makes a row of each method that has records of a metric, given the method that those of a node count for.
func rowsOfMethods(p *iprof.Profile, m convert.Metric, methodOf func(node iprof.NodeID) iprof.MethodID) []TopRow {
	sums, has, n := make([]int64, p.MethodSlots()), make([]bool, p.MethodSlots()), 0
	for node, value := range m.Records(p) {
		slot := p.MethodSlot(methodOf(node))
		sums[slot] += value
		if !has[slot] {
			has[slot] = true
			n++
		}
	}
	rows := make([]TopRow, 0, n)
	for slot, sum := range sums {
		if has[slot] {
			rows = append(rows, TopRow{ID: int32(p.MethodIDAt(slot)), Value: sum})
		}
	}
	return rows
}

func topSites(p *iprof.Profile, sites []siteCount) []TopRow {
	rows := make([]TopRow, len(sites))
	for i, s := range sites {
		rows[i] = TopRow{ID: int32(p.MethodIDAt(int(s.Slot))), BCI: s.BCI, Value: s.executions}
	}
	return rows
}

// topList completes a list with its rows, by descending count, then by id and BCI.
func topList(p *iprof.Profile, names *convert.Names, list TopList, rows []TopRow, limit int) TopList {
	list.Listed = len(rows)
	for _, r := range rows {
		list.Total += r.Value
	}
	if list.Metric != convert.Samples {
		list.Chosen = chooseRows(p, names, list.By, rows)
	}
	list.Rows = firstRows(p, names, list.By, rows, limit)
	if list.Chosen != nil {
		list.Chosen.Rows = firstRows(p, names, list.By, list.Chosen.Rows, limit)
	}
	return list
}

// firstRows returns the first rows with their names. It sorts rows in place.
func firstRows(p *iprof.Profile, names *convert.Names, by TopBy, rows []TopRow, limit int) []TopRow {
	first := convert.SortFirst(rows, limit, func(a, b TopRow) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.ID, b.ID), cmp.Compare(a.BCI, b.BCI))
	})
	for i := range first {
		r := &first[i]
		if by == TopTypes {
			r.Name = names.Type(iprof.TypeID(r.ID))
			continue
		}
		*r = nameRow(p, names, *r)
	}
	return first
}

// chooseRows returns the rows of application code that have a count or, if there are none, those of all code except the VM and the
// profiler. It returns nil if there are none, or if these are all rows and none is the profiler's own runtime.
func chooseRows(p *iprof.Profile, names *convert.Names, by TopBy, rows []TopRow) *ChosenRows {
	kind := func(r TopRow) convert.Kind {
		if by == TopTypes {
			return names.ClassKind(iprof.TypeID(r.ID))
		}
		return names.Kind(p.MethodSlot(iprof.MethodID(r.ID)))
	}
	application, program := 0, 0 // rows
	var total, base int64
	for _, r := range rows {
		k := kind(r)
		total += r.Value
		r.Value -= r.profiler
		if k != convert.Profiler {
			base += r.Value
		}
		switch {
		case r.Value == 0:
		case k == convert.Application:
			application++
		case k != convert.NativeImage && k != convert.Profiler:
			program++
		}
	}
	chosen := &ChosenRows{Application: application > 0, Listed: cmp.Or(application, program), Base: base}
	if chosen.Listed == 0 || chosen.Listed == len(rows) && base == total {
		return nil
	}
	chosen.Rows = make([]TopRow, 0, chosen.Listed)
	for _, r := range rows {
		r.Value -= r.profiler
		k := kind(r)
		if r.Value != 0 && (k == convert.Application || !chosen.Application && k != convert.NativeImage && k != convert.Profiler) {
			chosen.Rows = append(chosen.Rows, r)
		}
	}
	return chosen
}
