// Package compare implements what all profile comparisons share: pairing methods and types, estimating the ratio of run lengths,
// and testing differences for statistical significance.
package compare

import (
	"slices"
	"strings"
	"sync"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Pairing numbers the methods and types of several profiles: the same method has the same number in all of them.
//
// Two methods are the same if declaring type, name and signature are equal. Methods that are not in every profile are also the same
// if they are equal without build-dependent hashes, see [javaname.Normalize], unless this is ambiguous: with two lambdas in a
// class, names do not reveal which one corresponds to which across builds. Types are paired in the same way. If a profile has no
// signatures, because its stacks come from another tool, methods with the same printed name are the same.
type Pairing struct {
	Methods [][]int32 // the number, by profile and slot
	Types   [][]int32 // likewise

	// At holds, by method number, a profile and a slot: those of the last profile that has the method.
	At []MethodOfSide

	NumTypes int

	// Numbers of methods that the profiles refer to.
	Normalized int // paired by names without their hashes
	Ambiguous  int // not paired: several have the same name without hashes
	ByID       int // listed nowhere and paired by id; an id is valid in one build only
	Renamed    int // paired by evidence other than their name, see [New]

	OtherSignature int // paired by name although their signature changed, see [New]

	names  []*convert.Names // by profile
	signed bool             // every profile has signatures
	full   []*convert.Names // by profile: full names, regardless of the style of names; nil with signatures

	typeKeys [][]nameKey // by profile and slot

	truncation func() []string // caveats, found once for all tables of these profiles

	first map[int32]int // slots in the first profile of methods that Pair has paired by other evidence than their name, by number

	// How methods were paired, by number: without hashes; by evidence or with another signature; the latter; not at all, because several
	// are equal without hashes.
	normalized, renamed, otherSignature, unsettled []bool
}

// A MethodOfSide is a method in one of the profiles.
type MethodOfSide struct {
	Profile int
	Slot    int
}

// pairByName numbers methods and types. Call settle to complete the Pairing.
func pairByName(names []*convert.Names) *Pairing {
	pr := &Pairing{names: names, signed: true, truncation: sync.OnceValue(func() []string { return truncationCaveats(names) })}
	for _, n := range names {
		pr.signed = pr.signed && hasSignatures(n.Profile)
	}
	typeKeys := newTypeKeys(names)
	types, n := pairNames(typeKeys)
	pr.Types, pr.NumTypes = types.numbers, n

	if !pr.signed {
		var profiles []*iprof.Profile
		for _, n := range names {
			profiles = append(profiles, n.Profile)
		}
		pr.full = convert.NewSharedNames(convert.NameOptions{Disambiguate: true}, profiles...)
	}
	pr.typeKeys = typeKeys
	keys := make([][]nameKey, len(names))
	for i, n := range names {
		keys[i] = make([]nameKey, n.Profile.MethodSlots())
		background.Ranges(len(keys[i]), 2000, func(from, to int) {
			for slot := from; slot < to; slot++ {
				keys[i][slot] = pr.key(i, slot)
			}
		})
	}
	methods, n := pairNames(keys)
	pr.Methods, pr.normalized, pr.unsettled, pr.renamed = methods.numbers, methods.renamed, methods.unsettled, make([]bool, n)
	pr.otherSignature = make([]bool, n)
	return pr
}

// hasSignatures reports whether the types of all methods are known, as in every iprof.
func hasSignatures(p *iprof.Profile) bool {
	for slot := range p.Methods.Len() {
		if m, _ := p.MethodHeadAt(slot); m.Declaring == iprof.NoType {
			return false
		}
	}
	return true
}

// settle fills At and counts the kinds of pairing.
func (pr *Pairing) settle() {
	pr.At = make([]MethodOfSide, len(pr.normalized))
	seen := make([]bool, len(pr.At))
	for i, names := range pr.names {
		p := names.Profile
		used := convert.ReferencedMethods(p)
		for slot, number := range pr.Methods[i] {
			// Prefer referenced methods: their names are unambiguous.
			if at := pr.At[number]; !seen[number] || used[slot] || at.Profile != i {
				pr.At[number] = MethodOfSide{i, slot}
			}
			if !used[slot] || seen[number] {
				continue
			}
			seen[number] = true
			switch {
			case slot >= p.Methods.Len():
				pr.ByID++
			case pr.otherSignature[number]:
				pr.OtherSignature++
			case pr.renamed[number]:
				pr.Renamed++
			case pr.normalized[number]:
				pr.Normalized++
			case pr.unsettled[number]:
				pr.Ambiguous++
			}
		}
	}
}

// Notes describes the methods that were not paired by their exact name, one sentence each.
func (pr *Pairing) Notes() []string { return append(pr.nameNotes(), pr.renameNotes(pr.renaming)...) }

// nameNotes describes those that were paired by their name without hashes, or not at all.
func (pr *Pairing) nameNotes() []string {
	var notes []string
	if n := pr.Normalized; n > 0 {
		notes = append(notes, words.CountOf(int64(n), "methods")+" paired by names without build-dependent hashes")
	}
	if n := pr.Ambiguous; n > 0 {
		notes = append(notes, words.CountOf(int64(n), "methods")+" not paired: without build-dependent hashes several read alike")
	}
	return notes
}

// renaming returns both names of a method, old → new, if Pair paired it by other evidence than its name; otherwise "".
func (pr *Pairing) renaming(number int32) string {
	slot, ok := pr.first[number]
	if !ok || !pr.renamed[number] {
		return ""
	}
	at := pr.At[number]
	old, new := pr.names[0].Method(slot), pr.names[at.Profile].Method(at.Slot)
	if old == new {
		return ""
	}
	return Renaming(old, new)
}

// Renaming formats a rename: old → new.
func Renaming(old, new string) string { return old + " → " + new }

// shownRenames is the number of renamed methods listed in a note.
const shownRenames = 3

// renameNotes describes the methods that were paired by other evidence than their name, given a function that returns both names of one
// by its number, or "".
func (pr *Pairing) renameNotes(label func(number int32) string) []string {
	var notes []string
	if pr.Renamed > 0 {
		notes = append(notes, words.CountOf(int64(pr.Renamed), "renamed methods")+" paired by signatures, callers, callees and branches"+pr.examples(false, pr.Renamed, label))
	}
	if pr.OtherSignature > 0 {
		notes = append(notes, words.CountOf(int64(pr.OtherSignature), "methods")+" paired by name alone, as the parameters or the return type changed"+pr.examples(true, pr.OtherSignature, label))
	}
	return notes
}

// examples lists the first of all methods that were renamed, or whose signature changed.
func (pr *Pairing) examples(otherSignature bool, all int, label func(number int32) string) string {
	var labels []string
	for number, renamed := range pr.renamed {
		if len(labels) == shownRenames {
			break
		}
		if renamed && pr.otherSignature[number] == otherSignature {
			if of := label(int32(number)); of != "" {
				labels = append(labels, of)
			}
		}
	}
	if len(labels) == 0 {
		return ""
	}
	list := ": " + strings.Join(labels, ", ")
	if more := all - len(labels); more > 0 {
		list += ", and " + words.Thousands(int64(more)) + " more"
	}
	return list
}

// Caveats returns the caveats about comparing these pairs, one sentence each.
func (pr *Pairing) Caveats() []string {
	caveats := slices.Concat(pr.unitCaveats(), pr.eventCaveats(), pr.truncation())
	if pr.ByID > 0 {
		caveats = append(caveats, words.CountOf(int64(pr.ByID), "methods")+" not listed in the file: paired by ids, which mean the same only in one build")
	}
	return caveats
}

// IsRenamed reports whether a method, by number, was paired by evidence other than its name.
func (pr *Pairing) IsRenamed(number int32) bool {
	return pr.renamed[number] && !pr.otherSignature[number]
}

type pairedNames struct {
	numbers            [][]int32 // by profile and slot
	renamed, unsettled []bool    // by number
}

// pairNames numbers names, by profile and slot, given their keys.
func pairNames(keys [][]nameKey) (pairedNames, int) {
	profiles := len(keys)
	var exact convert.Keys // by number: the exact keys
	var normal []uint64    // by number: the others
	var present []int32    // by number: how many profiles have it
	var last []int32       // by number: the last profile that has it
	out := pairedNames{numbers: make([][]int32, profiles)}
	for i, of := range keys {
		exact.Reserve(len(of))
		out.numbers[i] = make([]int32, len(of))
		for slot, key := range of {
			n, fresh := exact.Add(key.exact)
			if fresh {
				normal, present, last = append(normal, key.normal), append(present, 0), append(last, -1)
			}
			if last[n] != int32(i) {
				last[n] = int32(i)
				present[n]++
			}
			out.numbers[i][slot] = n
		}
	}

	// Names that some profiles lack, by their form without hashes.
	all := len(exact.List)
	numberOf := make([]int32, all)
	var forms convert.Keys        // of these names
	var firsts []int32            // by number of a form: the first name of the group, and most groups have only that
	groups := map[int32][]int32{} // those with several, by the first
	grouped := map[int32][]int{}  // the profiles that have them, by number
	var order []int32             // of these groups, so that numbers do not depend on map order
	for n, form := range normal {
		number := int32(n)
		numberOf[n] = number
		if int(present[n]) == profiles {
			continue
		}
		at, fresh := forms.Add(form)
		if fresh {
			firsts = append(firsts, number)
			continue
		}
		first := firsts[at]
		if groups[first] == nil {
			order = append(order, first)
			groups[first], grouped[first] = []int32{first}, []int{}
		}
		groups[first], grouped[number] = append(groups[first], number), []int{}
	}
	out.renamed, out.unsettled = make([]bool, all), make([]bool, all)
	for i, numbers := range out.numbers {
		for _, n := range numbers {
			if int(present[n]) == profiles {
				continue
			}
			if owners, ok := grouped[n]; ok && !slices.Contains(owners, i) {
				grouped[n] = append(owners, i)
			}
		}
	}
	for _, first := range order {
		group := groups[first]
		taken := make([]bool, profiles)
		clash := false
		for _, n := range group {
			for _, i := range grouped[n] {
				clash = clash || taken[i]
				taken[i] = true
			}
		}
		for _, n := range group {
			if clash {
				out.unsettled[n] = true
			} else {
				numberOf[n] = group[0]
				out.renamed[n] = true
			}
		}
	}
	for _, numbers := range out.numbers {
		for slot, n := range numbers {
			numbers[slot] = numberOf[n]
		}
	}
	return out, all
}
