package rewrite

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Leftover is a name, still in a stripped profile, that belongs to a package or class to drop.
type Leftover struct {
	Name    string // of a type or method
	Method  string // the first method with the type in its signature, in the form of [convert.JVMSignature]; "": it is elsewhere
	Methods int    // number of these methods
}

// Leftovers returns the names in a profile that belong to packages and classes, written as in [StripOptions]: types in them, and
// types and methods that are named after them. They are in the order of the tables.
func Leftovers(p *iprof.Profile, packages []string) []Leftover {
	if len(packages) == 0 {
		return nil
	}
	var all []Leftover
	place := make(map[iprof.TypeID]int)
	for _, t := range p.Types.All() {
		if slices.ContainsFunc(packages, func(pkg string) bool { return inPackageOrClass(t.Name, pkg) || mentions(t.Name, pkg) }) {
			place[t.ID] = len(all)
			all = append(all, Leftover{Name: t.Name})
		}
	}
	for _, m := range p.Methods.All() {
		signature := append([]iprof.TypeID{m.Declaring, m.Return}, m.Params...)
		slices.Sort(signature)
		for _, t := range slices.Compact(signature) {
			if i, ok := place[t]; ok {
				if all[i].Methods == 0 {
					all[i].Method = convert.JVMSignature(p, m)
				}
				all[i].Methods++
			}
		}
	}
	for _, m := range p.Methods.All() {
		if slices.ContainsFunc(packages, func(pkg string) bool { return mentions(m.Name, pkg) }) {
			all = append(all, Leftover{Name: m.Name})
		}
	}
	return all
}

// mentions reports whether a name contains a package's or class's name, in one of the forms that generated names have.
func mentions(name, pkg string) bool {
	pkg = trimPackage(pkg)
	if !strings.Contains(pkg, ".") { // a word that could mean anything
		return false
	}
	for _, separator := range []string{".", "/", "_"} {
		spelled := strings.ReplaceAll(pkg, ".", separator)
		for rest := name; ; {
			_, after, ok := strings.Cut(rest, spelled)
			if !ok {
				break
			}
			if next, _ := utf8.DecodeRuneInString(after); after == "" || !unicode.IsLetter(next) && !unicode.IsDigit(next) {
				return true
			}
			rest = after
		}
	}
	return false
}

// droppedTargets are the keys of the stubs that native-image names after some classes, given by their slots, and after their
// methods.
func droppedTargets(p *iprof.Profile, dropped func(slot int) bool) map[string]bool {
	keys := map[string]bool{}
	classes := make([]string, p.TypeSlots()) // as in stubs; "": it is not dropped
	for i, t := range p.Types.All() {
		if !dropped(i) {
			continue
		}
		_, element := javaname.ArrayOf(t.Name)
		classes[i] = stubClass(element)
		keys[javaname.Normalize(classes[i]+constructor)] = true
		keys[shortTarget(shortened(classes[i]))] = true
	}
	for _, m := range p.Methods.All() {
		if slot := p.TypeSlot(m.Declaring); slot < len(classes) && classes[slot] != "" {
			keys[javaname.Normalize(classes[slot]+"_"+m.Name)] = true
			keys[shortTarget(shortened(classes[slot])+"_"+m.Name)] = true
		}
	}
	return keys
}
