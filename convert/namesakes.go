package convert

import (
	"hash/maphash"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/background"
)

// hash returns a hash of [Names.Method], without building that string if it has only a class and a name.
func (n *Names) hash(slot int, seed maphash.Seed) uint64 {
	if n.methods[slot].Load() == nil && n.detailOf(slot) == ClassAndName {
		if class, name, ok := n.parts(slot); ok {
			var h maphash.Hash
			h.SetSeed(seed)
			h.WriteString(class)
			h.WriteByte('.')
			h.WriteString(name)
			return h.Sum64()
		}
	}
	return maphash.String(seed, n.Method(slot))
}

// stemHash returns a hash of [Names.Method] up to its first parenthesis. In the style SignatureNames no detail changes that part.
func (n *Names) stemHash(slot int, seed maphash.Seed) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	class, name, ok := n.parts(slot)
	parts := []string{class, ".", name}
	if !ok {
		parts = parts[2:]
	}
	for _, part := range parts {
		stem, _, ends := strings.Cut(part, "(")
		h.WriteString(stem)
		if ends {
			break
		}
	}
	return h.Sum64()
}

// disambiguate chooses the detail of each method's name. It starts with the detail of the style. As long as two referenced methods
// of one profile have the same name, all methods of that name, in all profiles, get the minimum detail that makes a difference
// among them.
//
// With Normalize that may be nothing: ids differ from build to build, so lambdas of one class that have the same signature stay
// alike.
func disambiguate(all []*Names) {
	slots := make([][]int, len(all)) // by Names: the methods that are referred to
	for i, n := range all {
		n.detail = make([]NameDetail, len(n.methods))
		for slot := range n.detail {
			n.detail[slot] = n.Options.Style.Detail()
		}
		if !n.Profile.Origin().IsIprof() && n.Options.Style != ShortNames && !n.Options.Normalize { // they are different already
			continue
		}
		if n.Profile.Methods.Len() == 0 { // all are named by their ids
			continue
		}
		for slot, used := range ReferencedMethods(n.Profile) {
			if used {
				slots[i] = append(slots[i], slot)
			}
		}
	}
	// Four rounds are enough for Java names. A method whose name looks like another's signature may take more, and each round adds
	// detail to at least one method.
	settled := map[string]bool{}
	hashes := make([][]uint64, len(all)) // of names, by Names and slot
	hashWith := func(hash func(*Names, int, maphash.Seed) uint64) {
		for i, n := range all {
			hashes[i] = make([]uint64, len(n.methods))
			background.Ranges(len(slots[i]), 2000, func(from, to int) {
				for _, slot := range slots[i][from:to] {
					hashes[i][slot] = hash(n, slot, nameSeed)
				}
			})
		}
	}
	if all[0].Options.Style == SignatureNames { // such names take long to make, and few methods have the same without parameters
		hashWith((*Names).stemHash)
		slots = alike(slots, hashes)
	}
	hashWith((*Names).hash)
	for {
		groups := map[string]sameNamed{} // few: the hash of a name is usually unique, and only the other names are made
		for i, of := range alike(slots, hashes) {
			for _, slot := range of {
				name := all[i].Method(slot)
				groups[name] = append(groups[name], namesake{all[i], i, slot})
			}
		}
		raised := false
		for name, group := range groups {
			if settled[name] {
				continue
			}
			if group.addDetail() {
				raised = true
				for _, m := range group {
					hashes[m.of][m.slot] = m.names.hash(m.slot, nameSeed)
				}
			} else {
				settled[name] = true
			}
		}
		if !raised {
			return
		}
	}
}

// apartLikeOthers reports whether methods of iprofs should be disambiguated next to stacks of other tools: without it, no more of
// them would have a name that also occurs in those stacks.
func apartLikeOthers(all []*Names) bool {
	var iprofs, rest []*Names
	for _, n := range all {
		if n.Profile.Origin().IsIprof() {
			iprofs = append(iprofs, n)
		} else {
			rest = append(rest, n)
		}
	}
	if len(iprofs) == 0 || len(rest) == 0 {
		return true
	}
	others := map[string]bool{}
	for _, n := range rest {
		for slot := range n.methods {
			others[n.Method(slot)] = true
		}
	}
	apart, alike := map[string]bool{}, map[string]bool{}
	for _, n := range iprofs {
		for slot, used := range ReferencedMethods(n.Profile) {
			if !used {
				continue
			}
			if name := n.Method(slot); others[name] {
				apart[name] = true
			}
			if name := n.StyleName(slot); others[name] {
				alike[name] = true
			}
		}
	}
	return len(apart) >= len(alike)
}

// A namesake is a method of a group with the same name.
type namesake struct {
	names *Names
	of    int // their place among all
	slot  int
}

type sameNamed []namesake

// nameSeed differs from process to process, so that no file can force collisions.
var nameSeed = maphash.MakeSeed()

// alike returns those of some methods, by Names, whose hash two methods of one profile have.
func alike(slots [][]int, hashes [][]uint64) [][]int {
	const twice = -1
	most := 0
	for _, of := range slots {
		most = max(most, len(of))
	}
	var keys Keys
	keys.Reserve(most)
	lastSeen := make([]int32, 0, most) // by the number of a hash: the Names, or twice
	numbers := make([][]int32, len(slots))
	for i, of := range slots {
		numbers[i] = make([]int32, len(of))
		keys.Reserve(len(of))
		for k, slot := range of {
			number := keys.Number(hashes[i][slot])
			numbers[i][k] = number
			switch {
			case int(number) == len(lastSeen):
				lastSeen = append(lastSeen, int32(i))
			case lastSeen[number] == int32(i):
				lastSeen[number] = twice
			case lastSeen[number] != twice:
				lastSeen[number] = int32(i)
			}
		}
	}
	like := make([][]int, len(slots))
	for i, of := range slots {
		for k, slot := range of {
			if lastSeen[numbers[i][k]] == twice {
				like[i] = append(like[i], slot)
			}
		}
	}
	return like
}

// Distinguish gives a method, and one of another profile that is shown with it and has the same name, the minimum detail that makes a
// difference: parameters or also return types, as ids mean nothing across profiles. It does nothing without Disambiguate.
func (n *Names) Distinguish(slot int, other *Names, otherSlot int) {
	if n.detail == nil || other.detail == nil {
		return
	}
	for detail := WithParams; detail <= WithReturn; detail++ {
		if of, like := n.MethodWith(slot, detail), other.MethodWith(otherSlot, detail); of != like {
			n.SetMethod(slot, of)
			other.SetMethod(otherSlot, like)
			n.detail[slot], other.detail[otherSlot] = detail, detail
			return
		}
	}
}

// addDetail gives the methods of a group the minimum detail that distinguishes some of them. It is false if none does.
func (g sameNamed) addDetail() bool {
	opts := g[0].names.Options
	most := WithID
	if opts.Normalize {
		most = WithReturn
	}
	longer := make([]string, len(g))
	for detail := opts.Style.Detail() + 1; detail <= most; detail++ {
		differ := false
		for i, m := range g {
			longer[i] = m.names.MethodWith(m.slot, max(detail, m.names.detail[m.slot]))
			differ = differ || longer[i] != longer[0]
		}
		if !differ {
			continue
		}
		for i, m := range g {
			if longer[i] != m.names.Method(m.slot) {
				m.names.SetMethod(m.slot, longer[i])
				m.names.detail[m.slot] = max(detail, m.names.detail[m.slot])
			}
		}
		return true
	}
	return false
}
