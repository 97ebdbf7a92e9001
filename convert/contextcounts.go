package convert

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A SiteCount is a count of a successor, of a type or of the site itself, at a BCI of a context.
type SiteCount struct {
	BCI    iprof.BCI
	Metric Metric
	Part   int32 // of Branches the target, of Receivers, InstanceOf and Monitors the type, else 0
	Count  int64
}

// ContextCounts finds the counts of one context after another, for a walk over all of them. [Sites] by context keep as much
// as the file holds; this keeps four bytes a record and a node.
type ContextCounts struct {
	profile    *iprof.Profile
	first      []RecordRef // by node
	next       []RecordRef // by record: another of its node
	metrics    []metricRecords
	successors []iprof.Successor // scratch
}

// A RecordRef is a record by its number plus one; 0: none.
type RecordRef uint32

// metricRecords are the records of a metric. Those of several metrics are numbered through.
type metricRecords struct {
	metric     Metric
	begin, end int
}

// NewContextCounts returns the counts of some metrics by node of t, the tree of p that holds their records.
func NewContextCounts(p *iprof.Profile, t *iprof.Tree, metrics ...Metric) *ContextCounts {
	c := &ContextCounts{profile: p, first: make([]RecordRef, t.Len())}
	n := 0
	for _, m := range metrics {
		end := n + p.Records(m.Section())
		c.metrics = append(c.metrics, metricRecords{m, n, end})
		n = end
	}
	c.next = make([]RecordRef, n)
	n = 0
	for _, m := range metrics {
		for node := range m.Nodes(p) {
			c.next[n], c.first[node] = c.first[node], RecordRef(n)+1
			n++
		}
	}
	return c
}

// First returns the first of the records of a node. A walk in an order other than that of the tree collects them before it
// starts: lookups during the walk cost a cache miss per node.
func (c *ContextCounts) First(node iprof.NodeID) RecordRef { return c.first[node] }

// Append appends the counts of the node that has a record as its first to dst, and returns it: by BCI, metric and part, each
// once, without zeros.
func (c *ContextCounts) Append(dst []SiteCount, first RecordRef) []SiteCount {
	from := len(dst)
	p := c.profile
	for record := first; record != 0; record = c.next[record-1] {
		n, of := int(record-1), c.metrics
		for n >= of[0].end {
			of = of[1:]
		}
		m, i := of[0].metric, n-of[0].begin
		switch m {
		case Samples:
			r := p.Samples.At(i)
			dst = append(dst, SiteCount{r.BCI, m, 0, r.Value})
		case Calls:
			r := p.Calls.At(i)
			dst = append(dst, SiteCount{r.BCI, m, 0, r.Value})
		case Branches:
			r := p.Conditionals.At(i)
			c.successors = p.OwnSuccessors(c.successors[:0], r)
			for _, s := range c.successors {
				dst = append(dst, SiteCount{r.BCI, m, int32(s.Target), s.Count})
			}
		case Receivers:
			dst = c.appendTypes(dst, m, p.Receivers.At(i))
		case InstanceOf:
			dst = c.appendTypes(dst, m, p.InstanceOf.At(i))
		}
	}
	return dst[:from+len(SumSiteCounts(dst[from:]))]
}

func (c *ContextCounts) appendTypes(dst []SiteCount, m Metric, r iprof.TypeProfile) []SiteCount {
	for _, t := range c.profile.TypeCounts(r) {
		dst = append(dst, SiteCount{r.BCI, m, int32(t.Type), t.Count})
	}
	return dst
}

// SumSiteCounts sorts counts by BCI, metric and part, makes one of those that differ in nothing else, and drops zeros. It works
// in place. Sums fit, as those of whole sections do.
func SumSiteCounts(counts []SiteCount) []SiteCount {
	if len(counts) > 1 {
		slices.SortFunc(counts, func(a, b SiteCount) int {
			return cmp.Or(cmp.Compare(a.BCI, b.BCI), cmp.Compare(a.Metric, b.Metric), cmp.Compare(a.Part, b.Part))
		})
	}
	n := 0
	for _, x := range counts {
		if n > 0 {
			if last := &counts[n-1]; x.BCI == last.BCI && x.Metric == last.Metric && x.Part == last.Part {
				last.Count += x.Count
				continue
			}
		}
		if x.Count != 0 {
			counts[n] = x
			n++
		}
	}
	return counts[:n]
}
