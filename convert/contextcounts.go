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
	Part   int32 // for Branches the target, for Receivers, InstanceOf and Monitors the type, otherwise 0
	Count  int64
}

// ContextCounts finds the counts of one context after another, for a walk over all of them. [Sites] by context keep everything in
// the file; this needs only four bytes per record and per node.
type ContextCounts struct {
	profile    *iprof.Profile
	first      []RecordRef // by node: the first record
	next       []RecordRef // by record: the next one of its node
	metrics    []metricRecords
	successors []iprof.Successor // scratch
}

// A RecordRef is a record by its number plus one; 0: none.
type RecordRef uint32

// metricRecords are the records of a metric. Records of several metrics are numbered consecutively.
type metricRecords struct {
	metric     Metric
	begin, end int
}

// NewContextCounts returns the counts of some metrics by node of t, the tree of p that contains their records.
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

// First returns the first record of a node. A walk in an order other than the tree's collects them before it starts: lookups during
// the walk cost a cache miss per node.
func (c *ContextCounts) First(node iprof.NodeID) RecordRef { return c.first[node] }

// Append appends to dst the counts of the node with this first record, and returns it: by BCI, metric and part, without duplicates
// and zeros.
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

// SumSiteCounts sorts counts by BCI, metric and part, merges those that are equal in these, and drops zeros. It works in place.
// Sums fit, as the sums of whole sections do.
func SumSiteCounts(counts []SiteCount) []SiteCount {
	slices.SortFunc(counts, func(a, b SiteCount) int {
		return cmp.Or(cmp.Compare(a.BCI, b.BCI), cmp.Compare(a.Metric, b.Metric), cmp.Compare(a.Part, b.Part))
	})
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
