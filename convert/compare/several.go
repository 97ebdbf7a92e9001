package compare

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
)

// Pair pairs the methods of several profiles, at least one: by name and then, as New pairs those of two, methods that only the first
// profile has with those that only the other one has. So two profiles have the same pairs as in New.
func Pair(opts Options, names ...*convert.Names) *Pairing {
	pr := pairByName(names)
	if !opts.NoRenames {
		pr.first = map[int32]int{}
		for i := 1; i < len(names); i++ {
			pr.pairWithFirst(i)
		}
	}
	pr.settle()
	for number, slot := range pr.first {
		if at := pr.At[number]; at.Profile > 0 && names[0].Method(slot) == names[at.Profile].Method(at.Slot) {
			names[0].Distinguish(slot, names[at.Profile], at.Slot)
		}
	}
	return pr
}

// pairWithFirst pairs the methods of a profile that were not paired by name with those of the first one.
func (pr *Pairing) pairWithFirst(i int) {
	of := *pr
	of.names, of.Types = []*convert.Names{pr.names[0], pr.names[i]}, [][]int32{slices.Clone(pr.Types[0]), pr.Types[i]}
	of.Methods = [][]int32{slices.Clone(pr.Methods[0]), pr.Methods[i]}
	of.normalized, of.renamed, of.otherSignature = slices.Clone(pr.normalized), slices.Clone(pr.renamed), slices.Clone(pr.otherSignature)
	if pr.full != nil {
		of.full = []*convert.Names{pr.full[0], pr.full[i]}
	}
	of.typeKeys = [][]nameKey{pr.typeKeys[0], pr.typeKeys[i]}
	of.pairRenames()
	became := map[int32]int32{} // numbers in the first profile, by those in the other
	for slot, number := range of.Methods[0] {
		if was := pr.Methods[0][slot]; was != number {
			became[number] = was
			pr.first[was] = slot
		}
	}
	if len(became) == 0 {
		return
	}
	has := make([]bool, len(pr.normalized))
	for _, numbers := range pr.Methods { // a profile that has both methods shows that they are two
		clear(has)
		for _, number := range numbers {
			has[number] = true
		}
		for number, was := range became {
			if has[number] && has[was] {
				delete(became, number)
			}
		}
	}
	for number, was := range became {
		pr.normalized[was], pr.renamed[was], pr.otherSignature[was] = of.normalized[number], of.renamed[number], of.otherSignature[number]
	}
	for _, numbers := range pr.Methods {
		for slot, number := range numbers {
			if was, ok := became[number]; ok {
				numbers[slot] = was
			}
		}
	}
}
