package calls

import (
	"fmt"
	"iter"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// An Outside is about the entries of a method as compilation root that no known call accounts for.
type Outside struct {
	Slot    int32
	Entries Count
	Known   bool   // false: the file has no count of the method as compilation root
	Name    string // see [Graph.OutsideName]
	Caller  int32  // the slot of the method that the name ends with; -1: none

	Contradiction string // see [Entered.Contradiction]
}

// Outside yields the methods with entries from outside, or with a contradiction, in the order of their contexts. The graph must have been made
// with the profile of the names and the contexts of the projection.
func (g *Graph) Outside(names *convert.Names, pr *convert.Projection) iter.Seq[Outside] {
	return func(yield func(Outside) bool) {
		for i, n := range g.profile.Contexts.All() {
			if n.Parent != iprof.NoNode || pr.Hides(iprof.NodeID(i)) {
				continue
			}
			slot := int32(g.profile.MethodSlot(n.Method))
			e := &g.Entered[slot]
			o := Outside{Slot: slot, Entries: e.Outside(), Known: g.contexts.entries.Known[i], Name: g.OutsideName(e, names), Caller: -1, Contradiction: e.Contradiction()}
			if e.From == FromSampled {
				o.Caller = e.Caller
			}
			if (!o.Known || o.Entries.High > 0 && !o.Entries.OnlyIfThrown() || o.Contradiction != "") && !yield(o) {
				return
			}
		}
	}
}

// OutsideName names the entries of a method that no known call accounts for: <outside>, or <callers unknown> as long as not all calls in
// the classes given are known, and where they come from. Nil is unknown, or several methods.
func (g *Graph) OutsideName(e *Entered, names *convert.Names) string {
	name, from := convert.UnknownCallers, ""
	if g.Classes {
		name = "<outside>"
	}
	if e != nil {
		switch e.From {
		case FromVM:
			from = ": class initialization"
		case FromLauncher:
			from = ": launcher"
		case FromSampled:
			from = ": in samples " + names.Method(int(e.Caller))
		}
	}
	if from == "" { // as of nearly all roots of a profile without class files, which share the text
		return name
	}
	return strings.TrimSuffix(name, ">") + from + ">"
}

// Contradiction says that a method has fewer entries than calls, and why, to follow its name; "" if it does not, or if e is nil.
func (e *Entered) Contradiction() string {
	why := "counters raced, or the class files are of other code"
	switch {
	case e == nil || !e.Early && !e.Contradicts:
		return ""
	case e.Early:
		why = "native-image may inline it before it adds counters"
	}
	return fmt.Sprintf("at least %s that stayed calls, but %s as compilation root: %s", words.Count(e.Called.Low, "call"), words.Count(e.Root, "entry", "entries"), why)
}
