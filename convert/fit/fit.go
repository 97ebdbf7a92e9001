// Package fit judges whether a profile still fits the code of a program, method by method and place by place.
//
// native-image finds the counts of a method by its class, name and types, and those in the method by bytecode index. So a method
// that was renamed loses its counts, and if its code changed, they get lost or, worse, apply to different code. Recorded positions
// that are impossible in the code reveal this: a conditional where the code has no branch, a target to which the branch does not
// go, a call of a method that is not called there.
//
// In order: places.go collects the recorded places of each method, classes.go finds its code or the reason why it cannot be judged,
// compare.go and targets.go compare them, and Fit aggregates. list.go compares with only a list of the program's methods.
package fit

import (
	"cmp"
	"math"
	"slices"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Code holds the locations of the classes.
type Code struct {
	Program *classpath.Path // the class path of the program; nil: none
	JDK     *classpath.Path // nil: none

	// Class reads a class of one of them, such as from a cache; nil: [classpath.Path.Class].
	Class func(from *classpath.Path, name string) (*classfile.Class, error)
}

func (c Code) read(from *classpath.Path, name string) (*classfile.Class, error) {
	if c.Class == nil {
		return from.Class(name)
	}
	return c.Class(from, name)
}

// A Fit says which methods of a profile fit the code. Its weights are counts: method entries and executions of conditionals,
// virtual calls and type checks; or samples in methods, if the profile has nothing else. They saturate at 2^63-1.
type Fit struct {
	Samples bool     // weights are samples
	Total   int64    // weight of all methods
	Program Verdicts // methods on the class path
	JDK     Verdicts // methods of the JDK

	NotJudged [NumReasons]MethodSum // by Reason
	Misfits   []Method              // changed or gone methods: the program's first, heaviest first
	Damaged   []error               // errors about unreadable classes and code, without duplicates

	Fitting []bool // by method slot of the profile: the method was judged, and fits
}

// A MethodSum sums up some methods.
type MethodSum struct {
	Methods int
	Weight  int64
}

func (p *MethodSum) add(weight int64) {
	p.Methods++
	p.Weight = sum(p.Weight, weight)
}

// Verdicts counts methods by verdict.
type Verdicts struct {
	Fits, Changed, Gone MethodSum

	// Unproven counts those in Fits without a recorded place to compare: their class, name and types are the only known facts.
	Unproven MethodSum
}

// Judged returns all methods of a sum.
func (s *Verdicts) Judged() MethodSum {
	return MethodSum{
		s.Fits.Methods + s.Changed.Methods + s.Gone.Methods,
		sum(s.Fits.Weight, sum(s.Changed.Weight, s.Gone.Weight)),
	}
}

// Share returns the share of the weight in methods that fit, from 0 to 1. It returns false if no method could be judged, or if
// the judged methods have no counts.
func (s *Verdicts) Share() (float64, bool) {
	judged := s.Judged().Weight
	if judged == 0 {
		return 0, false
	}
	return float64(s.Fits.Weight) / float64(judged), true
}

// Share returns the share that is compared with a threshold: that of the program's methods, because native-image replaces some JDK
// methods. It is false if it is unknown.
func (f *Fit) Share() (float64, bool) { return f.Program.Share() }

// Unjudged returns the sum of NotJudged.
func (f *Fit) Unjudged() MethodSum {
	var all MethodSum
	for _, p := range f.NotJudged {
		all.Methods += p.Methods
		all.Weight = sum(all.Weight, p.Weight)
	}
	return all
}

// MisfitSlots returns the slots of methods whose code is of another version than the profile, and of those that the code does not have.
func (f *Fit) MisfitSlots() (changed, gone []int32) {
	for i := range f.Misfits {
		switch f.Misfits[i].Verdict {
		case Changed:
			changed = append(changed, f.Misfits[i].Slot)
		case Gone:
			gone = append(gone, f.Misfits[i].Slot)
		}
	}
	return changed, gone
}

// Unit names the weights, in the plural.
func (f *Fit) Unit() string {
	if f.Samples {
		return "samples"
	}
	return "counts"
}

// A Verdict is the result for a method.
type Verdict uint8

// The verdicts.
const (
	NotJudged Verdict = iota // see Reason
	Fits                     // no recorded place contradicts the code
	Changed                  // a recorded place contradicts the code
	Gone                     // no such class or method
)

// String returns the name of a verdict.
func (v Verdict) String() string {
	return words.Enum(v, "Verdict", "not judged", "fits", "changed", "gone")
}

// A Method is a method of the profile that does not fit.
type Method struct {
	Slot      int32
	Weight    int64
	JDK       bool // its class is a JDK class
	Verdict   Verdict
	Misfits   []Misfit // for a changed method, by BCI
	Candidate string   // for a gone method: its probable new name, a method not in the profile; "": none
}

// A Misfit is a recorded position that is impossible in the code.
type Misfit struct {
	Kind     PlaceKind
	BCI      iprof.BCI
	Count    int64  // sum over all records of the kind at the BCI
	Recorded string // the first record that does not fit: "a conditional", "a call of app.Shop.find(long)"
	Code     string // the code there: "aload_1", "a call of app.Shop.get(long)", "nothing: the code ends before 57"
}

// New judges all methods that contexts or stacks of a profile refer to. Nil names mean full names.
func New(p *iprof.Profile, names *convert.Names, code Code) *Fit {
	j := newJudge(p, names.OrDefault(p), code)
	f := &Fit{Samples: j.places.samples, Fitting: make([]bool, p.MethodSlots())}
	var all []Method
	groups := j.byClass()
	for _, group := range groups {
		for _, m := range j.class(group) {
			weight := j.places.weight[m.Slot]
			f.Total = sum(f.Total, weight)
			if m.verdict == NotJudged {
				f.NotJudged[m.reason].add(weight)
				continue
			}
			of := &f.Program
			if m.JDK {
				of = &f.JDK
			}
			switch m.verdict {
			case Fits:
				f.Fitting[m.Slot] = true
				of.Fits.add(weight)
				if m.compared == 0 {
					of.Unproven.add(weight)
				}
				continue
			case Changed:
				of.Changed.add(weight)
			case Gone:
				of.Gone.add(weight)
			}
			m.Weight, m.Verdict = weight, m.verdict
			all = append(all, m.Method)
		}
	}
	slices.SortFunc(all, func(a, b Method) int {
		return j.names.OrByName(cmp.Or(convert.CompareBools(a.JDK, b.JDK), cmp.Compare(b.Weight, a.Weight), cmp.Compare(b.lost(), a.lost())), a.Slot, b.Slot)
	})
	f.Misfits, f.Damaged = all, j.damaged
	j.findCandidates(f.Misfits, groups)
	return f
}

// lost returns the counts of the places that do not fit.
func (m *Method) lost() int64 {
	var all int64
	for _, x := range m.Misfits {
		all = sum(all, x.Count)
	}
	return all
}

// sum adds two counts, with saturation.
func sum(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}
