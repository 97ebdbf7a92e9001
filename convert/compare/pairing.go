// Package compare has what every comparison of two profiles needs: which method of one is which of the other, how much
// longer one run was, and whether chance explains a difference.
package compare

import (
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/generated"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Pairing numbers the methods and types of profiles that are compared, so that what is the same has the same number in
// all of them.
//
// Methods are the same if declaring type, name and signature are, to the letter. Of what is left over, that is not in
// every profile, methods are the same that read alike without build-dependent hashes, see [generated.Normalize], if no profile
// has two of them: which of two lambdas of a class another build's lambda is, their names do not say. Types are paired
// likewise. Where a profile has no signatures, because it comes from other tools' stacks, methods are the same that are
// printed alike, as many as these are.
type Pairing struct {
	Methods [][]int32 // the number, by profile and slot
	Types   [][]int32 // likewise

	// At are a profile and a slot for every number of a method, in the last profile that has it.
	At []MethodOfSide

	NumTypes   int
	Normalized int // methods that are referred to and were paired without their hashes
	Ambiguous  int // methods that are referred to, read alike without their hashes and could not be paired
	ByID       int // methods that are referred to, but listed nowhere: paired by their ids, which are of one build
	Renamed    int // methods that are referred to and were paired by what is known of them but their names, see [New]

	names  []*convert.Names // by profile
	signed bool             // all profiles have signatures
	full   []*convert.Names // by profile, whatever style the names have; nil with signatures

	// How methods were paired, by number: without hashes, by evidence, or not, as several read alike without hashes.
	normalized, renamed, unsettled []bool
}

// A MethodOfSide is a method of one of several profiles.
type MethodOfSide struct {
	Profile int
	Slot    int
}

// Pair pairs the methods and types of profiles by their names. The profiles are those that the names are of.
func Pair(names ...*convert.Names) *Pairing {
	pr := pairByName(names)
	pr.settle()
	return pr
}

// pairByName gives numbers to methods and types. It is for settle to complete.
func pairByName(names []*convert.Names) *Pairing {
	pr := &Pairing{names: names, signed: true}
	for _, n := range names {
		pr.signed = pr.signed && hasSignatures(n.Profile)
	}
	types, n := pairNames(len(names), func(i int) []string {
		p := names[i].Profile
		keys := make([]string, p.TypeSlots())
		for slot := range keys {
			t, ok := p.TypeAt(slot)
			if keys[slot] = t.Name; !ok {
				keys[slot] = convert.UnknownTypeName(t.ID)
			}
		}
		return keys
	})
	pr.Types, pr.NumTypes = types.numbers, n

	if !pr.signed {
		var profiles []*iprof.Profile
		for _, n := range names {
			profiles = append(profiles, n.Profile)
		}
		pr.full = convert.NewSharedNames(convert.NameOptions{Disambiguate: true}, profiles...)
	}
	methods, n := pairNames(len(names), func(i int) []string {
		p := names[i].Profile
		keys := make([]string, p.MethodSlots())
		for slot := range keys {
			keys[slot] = pr.key(i, slot)
		}
		return keys
	})
	pr.Methods, pr.normalized, pr.unsettled, pr.renamed = methods.numbers, methods.renamed, methods.unsettled, make([]bool, n)
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

// settle finds a method for each number, and counts how they were paired.
func (pr *Pairing) settle() {
	pr.At = make([]MethodOfSide, len(pr.normalized))
	seen := make([]bool, len(pr.At))
	for i, names := range pr.names {
		p := names.Profile
		used := convert.ReferencedMethods(p)
		for slot, number := range pr.Methods[i] {
			// What is referred to has a name that others are told apart from.
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

// Notes says which methods were not paired by their very name, a sentence each.
func (pr *Pairing) Notes() []string {
	var notes []string
	if n := pr.Normalized; n > 0 {
		notes = append(notes, words.CountOf(int64(n), "methods")+" paired by names without build-dependent hashes")
	}
	if n := pr.Ambiguous; n > 0 {
		notes = append(notes, words.CountOf(int64(n), "methods")+" not paired: without build-dependent hashes several read alike")
	}
	return notes
}

// Doubts says why not to trust the pairs too much, a sentence each.
func (pr *Pairing) Doubts() []string {
	if pr.ByID == 0 {
		return nil
	}
	return []string{words.CountOf(int64(pr.ByID), "methods") + " not listed in the file: paired by ids, which mean the same only in one build"}
}

// key tells the methods of a profile apart, as far as those of all profiles can be told apart.
func (pr *Pairing) key(profile, slot int) string {
	if !pr.signed {
		return pr.full[profile].Method(slot)
	}
	p := pr.names[profile].Profile
	m, _ := p.MethodAt(slot)
	return methodKey(p, m)
}

// methodKey tells the methods of a profile apart. No name contains a zero byte, and if one does, nothing breaks but the
// tie between two such methods.
func methodKey(p *iprof.Profile, m iprof.Method) string {
	if _, ok := p.Method(m.ID); !ok {
		return convert.JVMSignature(p, m)
	}
	name := func(id iprof.TypeID) string {
		if t, ok := p.Type(id); ok {
			return t.Name
		}
		return convert.UnknownTypeName(id)
	}
	parts := []string{name(m.Declaring), m.Name, name(m.Return)}
	for _, t := range m.Params {
		parts = append(parts, name(t))
	}
	return strings.Join(parts, "\x00")
}

type pairedNames struct {
	numbers            [][]int32 // by profile and slot
	renamed, unsettled []bool    // by number
}

// pairNames numbers names, by profile and slot.
func pairNames(profiles int, namesOf func(profile int) []string) (pairedNames, int) {
	exact := map[string]int32{}
	var names []string    // by number
	var present []int     // in how many profiles, by number
	var last []int        // the last of them, by number
	var inProfile []int32 // scratch
	out := pairedNames{numbers: make([][]int32, profiles)}
	for i := range profiles {
		inProfile = nil
		for _, name := range namesOf(i) {
			n, ok := exact[name]
			if !ok {
				n = int32(len(names))
				exact[name] = n
				names, present, last = append(names, name), append(present, 0), append(last, -1)
			}
			if last[n] != i {
				last[n] = i
				present[n]++
			}
			inProfile = append(inProfile, n)
		}
		out.numbers[i] = inProfile
	}

	// What is not in every profile, by what it reads as without hashes.
	groups := map[string][]int32{}
	var order []string // of groups, so that numbers do not depend on a map's order
	for n, name := range names {
		if present[n] == profiles {
			continue
		}
		normal := normalizeKey(name)
		if groups[normal] == nil {
			order = append(order, normal)
		}
		groups[normal] = append(groups[normal], int32(n))
	}
	numberOf := make([]int32, len(names))
	for n := range numberOf {
		numberOf[n] = int32(n)
	}
	out.renamed, out.unsettled = make([]bool, len(names)), make([]bool, len(names))
	owners := map[int32][]int{} // profiles of a number that is not in all of them
	for i, numbers := range out.numbers {
		for _, n := range numbers {
			if present[n] < profiles && !slices.Contains(owners[n], i) {
				owners[n] = append(owners[n], i)
			}
		}
	}
	for _, normal := range order {
		group := groups[normal]
		if len(group) < 2 {
			continue
		}
		taken := make([]bool, profiles)
		clash := false
		for _, n := range group {
			for _, i := range owners[n] {
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
	return out, len(names)
}

// normalizeKey is [generated.Normalize] for each part of a key.
func normalizeKey(key string) string {
	parts := strings.Split(key, "\x00")
	for i, part := range parts {
		parts[i] = generated.Normalize(part)
	}
	return strings.Join(parts, "\x00")
}
