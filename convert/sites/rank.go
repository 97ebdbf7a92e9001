package sites

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
)

// CompareByEntropy orders sites by executions × entropy, most informative first, and then by executions. Sites whose entropy is
// unknown, NaN, come last.
func CompareByEntropy(executionsA int64, entropyA float64, executionsB int64, entropyB float64) int {
	return cmp.Or(cmp.Compare(float64(executionsB)*entropyB, float64(executionsA)*entropyA), cmp.Compare(executionsB, executionsA))
}

// RankConditionals sorts the conditionals of one method or context by [CompareByEntropy], then by BCI.
func RankConditionals(list []Conditional) {
	rank(list, func(c *Conditional) (int64, float64) { return c.Executions, c.Entropy() },
		func(a, b *Conditional) int { return cmp.Compare(a.BCI, b.BCI) })
}

// RankTypes does the same for virtual calls and instanceofs, with virtual calls first at the same BCI.
func RankTypes(list []TypeSite) {
	rank(list, func(t *TypeSite) (int64, float64) { return t.Executions, t.Entropy() },
		func(a, b *TypeSite) int {
			return cmp.Or(cmp.Compare(a.BCI, b.BCI), convert.CompareBools(a.InstanceOf, b.InstanceOf))
		})
}

// rank sorts sites and computes the entropy of each only once, because that takes logarithms.
func rank[T any](list []T, worth func(*T) (executions int64, entropy float64), tie func(a, b *T) int) {
	if len(list) < 2 {
		return
	}
	type ranked struct {
		site       T
		executions int64
		entropy    float64
	}
	all := make([]ranked, len(list))
	for i := range list {
		executions, entropy := worth(&list[i])
		all[i] = ranked{list[i], executions, entropy}
	}
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(CompareByEntropy(a.executions, a.entropy, b.executions, b.entropy), tie(&a.site, &b.site))
	})
	for i := range all {
		list[i] = all[i].site
	}
}
