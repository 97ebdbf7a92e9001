package main

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
)

// A stratum is a package: its sites in drawing order, and how many of them are tried.
type stratum struct {
	dir   string
	sites []site
	quota int
}

// draw shuffles the sites of each package by a seed, and divides n among packages in proportion to their sites. The position of a
// site depends only on its name, so a change of the source leaves most of the sample unchanged.
func draw(packages []stratum, seed uint64, n int) {
	all := 0
	for i := range packages {
		all += len(packages[i].sites)
	}
	before, given := 0, 0
	for i := range packages {
		p := &packages[i]
		before += len(p.sites)
		p.quota = min(n, all)*before/max(all, 1) - given
		given += p.quota
		rank := make(map[string][sha256.Size]byte, len(p.sites))
		for _, s := range p.sites {
			rank[s.name] = sha256.Sum256(fmt.Appendf(nil, "%d %s", seed, s.name))
		}
		slices.SortFunc(p.sites, func(a, b site) int {
			x, y := rank[a.name], rank[b.name]
			return cmp.Or(slices.Compare(x[:], y[:]), cmp.Compare(a.name, b.name))
		})
	}
}
