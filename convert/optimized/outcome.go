package optimized

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// An Outcome of a call says in how many copies of its caller the optimized image inlined it, left it or removed it.
type Outcome struct {
	Copies   int    // of the caller; 0: the log does not have it
	Inlined  int    // copies in which the target is inlined
	Partly   int    // in which the compiler copied the call, and inlined the target only at some of the places
	Places   int    // of these copies: how often the call is there, inlined or not
	Inside   int    // of these places, where it is inlined
	Direct   int    // in which it is called
	Indirect int    // in which a virtual or interface call is left, which may call it
	Removed  int    // in which nothing is left of the call: it is never reached there, or the compiler replaced it
	Method   string // that a direct call enters, by its name in the log; "": there is none
	Reason   string // the compiler's last one, of the copy with the most; of a call that stayed if there is one; "": none
}

// Stayed returns in how many copies there is a call, at least at some places.
func (o Outcome) Stayed() int { return o.Partly + o.Direct + o.Indirect }

// Outcome returns the outcome of the calls from a place of a method, given its slot, to a target.
func (m *Image) Outcome(caller int32, bci iprof.BCI, target *calls.Target) Outcome {
	o := Outcome{Copies: m.Copies(caller)}
	if o.Copies == 0 {
		return o
	}
	var stayed, inlined decision
	is := m.matcher(target.Callee)
	all := m.calls[convert.PlaceKey(caller, bci)]
	for nodes := range byCopy(all) {
		d, inside, places, found := decisive(nodes, is, func(method string) bool { return m.mayMean(method, target) })
		if !found {
			continue
		}
		switch {
		case inside > 0 && inside < places:
			o.Partly++
			o.Places, o.Inside = o.Places+places, o.Inside+inside
		case d.kind == optlog.Inlined:
			o.Inlined++
		case d.kind == optlog.Direct:
			o.Direct++
		default:
			o.Indirect++
		}
		if d.kind == optlog.Direct {
			o.Method = d.method
		}
		of := &stayed
		if d.kind == optlog.Inlined {
			of = &inlined
		}
		if d.reasons > of.reasons { // with more steps it tells more
			*of = d
		}
	}
	o.Removed = o.Copies - o.Inlined - o.Stayed()
	if o.Reason = stayed.reason; o.Stayed() == 0 {
		o.Reason = inlined.reason
	}
	return o
}

// byCopy yields the decisions of each copy.
func byCopy(all []decision) iter.Seq[[]decision] {
	return func(yield func([]decision) bool) {
		for len(all) > 0 {
			n := 1
			for n < len(all) && all[n].copy == all[0].copy {
				n++
			}
			if !yield(all[:n]) {
				return
			}
			all = all[n:]
		}
	}
}

// decisive returns which of the nodes at a place of a copy decides about a target: its own, as a branch of a switch of types has, or else
// the indirect call. Without a target, which is unknown, a call that is left decides, and so it does among nodes that may be of the target, without
// any that are. It does, too, if the compiler copied the call to several places; inside is at how many of them the target is inlined.
func decisive(nodes []decision, isTarget, mayBe func(string) bool) (of decision, inside, places int, found bool) {
	var indirect decision
	if isTarget == nil {
		of, found = leftFirst(nodes, func(string) bool { return true })
		return of, 0, 0, found
	}
	var inlined, left decision
	for _, d := range nodes {
		switch {
		case isTarget(d.method) && d.kind == optlog.Inlined:
			inlined = d
			inside, places = inside+1, places+1
		case isTarget(d.method) && (d.kind == optlog.Direct || d.kind == optlog.Indirect):
			left = d
			places++
		case d.kind == optlog.Indirect:
			indirect, found = d, true
		}
	}
	switch {
	case left.method != "":
		return left, inside, places, true
	case inlined.method != "":
		return inlined, inside, places, true
	case !found:
		of, found = leftFirst(nodes, mayBe)
		return of, 0, 0, found
	}
	return indirect, 0, 0, true
}

// leftFirst returns a node of certain methods, preferably a call that is left.
func leftFirst(nodes []decision, is func(string) bool) (of decision, found bool) {
	for _, kind := range []optlog.Kind{optlog.Indirect, optlog.Direct, optlog.Inlined} {
		if i := slices.IndexFunc(nodes, func(d decision) bool { return d.kind == kind && is(d.method) }); i >= 0 {
			return nodes[i], true
		}
	}
	return of, false
}

// matcher reports whether the log may mean a callee by a name. It is nil if the callee is not one method.
func (m *Image) matcher(c *calls.Callee) func(name string) bool {
	if c.Slot >= 0 {
		return func(name string) bool { return slices.Contains(m.targets[name], c.Slot) }
	}
	if c.OtherTypes {
		return func(string) bool { return false } // the rest of the indirect call
	}
	of := m.nameOfCallee(c)
	if of == "" {
		return nil
	}
	return func(name string) bool { return name == of }
}

// nameOfCallee returns the name of a callee in a log; "" if it is not one method.
func (m *Image) nameOfCallee(c *calls.Callee) string {
	if c.Slot >= 0 {
		return logName(m.profile, int(c.Slot))
	}
	params, _, err := classfile.Types(c.Descriptor)
	if c.OtherTypes || c.Method == "" || err != nil {
		return ""
	}
	return nameOf(c.Class, c.Method, params)
}

// String returns the outcome in words: inlined; virtual call; inlined in 3 of 4 copies, call in 1.
func (o Outcome) String() string {
	return inCopies(o.Copies, part{o.Inlined, "inlined"}, part{o.Partly, fmt.Sprintf("inlined at %s of %s", words.Thousands(int64(o.Inside)), words.CountOf(int64(o.Places), "places"))}, part{o.Direct, "call"}, part{o.Indirect, "virtual call"}, part{o.Removed, "removed"})
}

// A part is a number of copies with one outcome.
type part struct {
	n    int
	word string
}

// inCopies returns outcomes in words, given how many copies there are in all.
func inCopies(copies int, parts ...part) string {
	if copies == 0 {
		return "caller not in the log"
	}
	var texts []string
	for _, of := range parts {
		switch {
		case of.n == 0:
		case of.n == copies:
			return of.word
		case texts == nil:
			texts = append(texts, fmt.Sprintf("%s in %s of %s", of.word, words.Thousands(int64(of.n)), words.Count(int64(copies), "copy", "copies")))
		default:
			texts = append(texts, fmt.Sprintf("%s in %s", of.word, words.Thousands(int64(of.n))))
		}
	}
	return strings.Join(texts, ", ")
}

// Notes say how much of the profile the log is about.
func (m *Image) Notes() []string {
	log := m.Log
	first := fmt.Sprintf("log of the compiler: %s, %s of methods in this profile", words.Count(int64(len(log.Units)), "compilation"), words.Thousands(int64(m.Units)))
	if log.Recompiled > 0 {
		first += fmt.Sprintf("; %s of the same methods left out", words.Count(int64(log.Recompiled), "earlier one"))
	}
	if log.Compiler > 0 {
		first += fmt.Sprintf("; %s of the compiler itself left out", words.Thousands(int64(log.Compiler)))
	}
	notes := []string{first}
	if m.Entries > 0 {
		text := fmt.Sprintf("%s of the entries are of methods in compiled code", words.Percent(float64(m.InCode)/float64(m.Entries)))
		if m.Ambiguous > 0 {
			text += fmt.Sprintf(", %s of methods that share a name in the log (%s): their calls are not judged", words.Percent(float64(m.Unclear)/float64(m.Entries)), words.Thousands(int64(m.Ambiguous)))
		}
		notes = append(notes, text)
	}
	return notes
}
