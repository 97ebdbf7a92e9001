package sourceline

import (
	"errors"
	"slices"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Lines are the source lines of the methods of a profile. A nil *Lines has none: its methods return zero values. It is not safe for
// concurrent use.
type Lines struct {
	profile *iprof.Profile
	find    code.Finder
	source  code.SourceFinder

	methods  []method  // by slot
	siblings [][]int32 // by type slot: the slots of its methods with records; nil: not known yet
	problems []error
	seen     map[string]bool // deduplicates the texts of problems

	texts    map[int]string // by type slot: its source file; "": none
	textSize int            // bytes of cached texts

	recorded bool // see Recorded

	judge func(slots []int32) (changed, gone []int32) // see Judge; nil: none
}

// Recorded returns the lines of a profile whose call sites are source lines, see Lines of [iprof.Origin]. Files are those that the names of
// classes imply. No source text is known, and no first line of a method.
func Recorded(p *iprof.Profile) *Lines { return &Lines{profile: p, recorded: true} }

// AreRecorded reports whether the lines are those of [Recorded].
func (l *Lines) AreRecorded() bool { return l != nil && l.recorded }

// A method holds the lines of a method as far as they are known.
type method struct {
	file      string
	lines     []classfile.Line
	end       int32 // the length of the code in bytes
	state     state
	requested bool // and not only read with another one of its class
	version   version
}

type state uint8

const (
	notRead  state = iota
	notFound       // the class does not exist or does not have the method, or it is damaged
	found
)

// A version is the result of Judge for a method.
type version uint8

const (
	fitting version = iota // or not judged
	changed                // the code is of another version than the profile
	gone                   // the code does not have it
)

// New returns the lines of the methods of a profile. Find finds classes; nil: none, and the result is nil. Source finds source
// files; nil: none.
func New(p *iprof.Profile, find code.Finder, source code.SourceFinder) *Lines {
	if find == nil {
		return nil
	}
	return &Lines{
		profile: p, find: find, source: source, methods: make([]method, p.MethodSlots()),
		seen: map[string]bool{}, texts: map[int]string{},
	}
}

// File returns the source file of a method, by its slot: its path if there is such a file among the sources, and otherwise
// package and name, com/acme/Parser.java. It is "" if the class was not found, and for negative slots.
func (l *Lines) File(slot int32) string {
	if l != nil && l.recorded && slot >= 0 {
		m, _ := l.profile.MethodHeadAt(int(slot))
		return javaname.FrameFile(m.Name)
	}
	if m := l.method(slot); m != nil {
		return m.file
	}
	return ""
}

// Judge makes the lines of methods unknown, except to LineOfClass, whose class files are of another version than the profile: the function
// tells those with changed code, and those that the code does not have. It is called once for each class, with the slots of the methods of the
// class that have records. Nil: no methods are judged from now on.
func (l *Lines) Judge(judge func(slots []int32) (changed, gone []int32)) {
	if l != nil {
		l.judge = judge
	}
}

// Distrust is Judge for methods that are known already.
func (l *Lines) Distrust(changedCode, goneMethods []int32) {
	if l == nil || l.recorded {
		return
	}
	for _, slot := range changedCode {
		l.methods[slot].version = changed
	}
	for _, slot := range goneMethods {
		l.methods[slot].version = gone
	}
}

// Line returns the line of the source file at a BCI of a method; 0: unknown.
func (l *Lines) Line(slot int32, bci iprof.BCI) int {
	line := l.LineOfClass(slot, bci) // reads the class
	if line == 0 || l.recorded || l.methods[slot].version == fitting {
		return line
	}
	return 0
}

// LineOfClass returns the line of the source file at a BCI of the method in the class file, even if that is of another version; 0: none.
func (l *Lines) LineOfClass(slot int32, bci iprof.BCI) int {
	if l != nil && l.recorded {
		return int(bci)
	}
	m := l.method(slot)
	if m == nil {
		return 0
	}
	c := classfile.Code{Lines: m.lines, Length: int(m.end)}
	return c.Line(int(bci))
}

// First returns the line of a method's first instruction, the closest to its declaration that class files have; 0: unknown.
func (l *Lines) First(slot int32) int { return l.Line(slot, 0) }

// IsShifted reports whether a method has the same lines at the same BCIs as one of another profile, but for a constant distance, or
// whether the lines of one of them are unknown.
func (l *Lines) IsShifted(slot int32, other *Lines, otherSlot int32) bool {
	first, otherFirst := l.First(slot), other.First(otherSlot)
	if first == 0 || otherFirst == 0 {
		return true
	}
	return slices.EqualFunc(l.method(slot).lines, other.method(otherSlot).lines, func(a, b classfile.Line) bool {
		return a.BCI == b.BCI && a.Line-first == b.Line-otherFirst
	})
}

// FindAll requests all methods that have records, so that Missing covers these and not only those of some table.
func (l *Lines) FindAll() { l.FindUntil(func() bool { return false }) }

// FindUntil requests methods that have records until the function is true.
func (l *Lines) FindUntil(done func() bool) {
	if l == nil {
		return
	}
	for _, t := range []*iprof.Tree{l.profile.Contexts, l.profile.Stacks} {
		for _, n := range t.All() {
			if done() {
				return
			}
			l.method(int32(l.profile.MethodSlot(n.Method)))
		}
	}
}

// Missing returns the slots of the requested methods without a readable class file, in increasing order, except those that Gone returns;
// and how many were requested.
func (l *Lines) Missing() (missing []int32, asked int) {
	missing = l.requested(func(m *method) bool { return m.state == notFound && m.version != gone })
	return missing, len(l.requested(func(*method) bool { return true }))
}

// Changed returns the slots of the requested methods whose code is of another version than the profile, in increasing order, see Judge.
func (l *Lines) Changed() []int32 {
	return l.requested(func(m *method) bool { return m.version == changed })
}

// Gone returns the slots of the requested methods that the code does not have, in increasing order, see Judge.
func (l *Lines) Gone() []int32 {
	return l.requested(func(m *method) bool { return m.version == gone })
}

func (l *Lines) requested(is func(*method) bool) (slots []int32) {
	if l == nil {
		return nil
	}
	for i := range l.methods {
		if m := &l.methods[i]; m.requested && is(m) {
			slots = append(slots, int32(i))
		}
	}
	return slots
}

// Problems returns the errors so far about unreadable classes and sources, without duplicates. Missing classes and sources are not
// errors.
func (l *Lines) Problems() []error {
	if l == nil {
		return nil
	}
	return l.problems
}

// problem records an error.
func (l *Lines) problem(err error) {
	if text := err.Error(); !errors.Is(err, classpath.ErrNotFound) && !l.seen[text] {
		l.seen[text] = true
		l.problems = append(l.problems, err)
	}
}

// method returns the lines of a method; nil: it was not found.
func (l *Lines) method(slot int32) *method {
	if l == nil || slot < 0 || l.recorded {
		return nil
	}
	m := &l.methods[slot]
	if m.requested = true; m.state == notRead {
		l.read(slot)
	}
	if m.state != found {
		return nil
	}
	return m
}

// Code returns the bytecode of a method. It is nil if none was found, or if it is of another version than the profile.
func (l *Lines) Code(slot int32) *classfile.Code {
	if l.method(slot) == nil || l.methods[slot].version != fitting {
		return nil
	}
	in, err := code.Find(l.profile, int(slot), l.find)
	if err != nil {
		return nil // it was readable before
	}
	body, err := in.Code()
	if err != nil { // told when the lines were read
		return nil
	}
	return body
}

// Class returns the name of a method's class; "": unknown.
func (l *Lines) Class(slot int32) string {
	t, _ := l.declaring(slot)
	return t.Name
}

// Name returns the names of a method's class and, after a dot, of the method.
func (l *Lines) Name(slot int32) string {
	m, _ := l.profile.MethodHeadAt(int(slot))
	return l.Class(slot) + "." + m.Name
}

// declaring returns the class of a method. It returns false if it is unknown.
func (l *Lines) declaring(slot int32) (iprof.Type, bool) {
	m, listed := l.profile.MethodHeadAt(int(slot))
	t, known := l.profile.Type(m.Declaring)
	if !listed || !known || m.Declaring == iprof.NoType {
		return iprof.Type{}, false
	}
	return t, true
}

// class reads the class of a method. It returns false if none.
func (l *Lines) class(slot int32) (class *classfile.Class, typeSlot int, ok bool) {
	t, known := l.declaring(slot)
	if !known {
		return nil, 0, false
	}
	class, err := l.find(t.Name)
	if err != nil {
		l.problem(err)
		return nil, 0, false
	}
	return class, l.profile.TypeSlot(t.ID), true
}

// read sets the lines of a method and of the others of its class that have records, so that the class is read once and need not be
// kept.
func (l *Lines) read(slot int32) {
	l.methods[slot].state = notFound
	t, known := l.declaring(slot)
	if !known {
		return
	}
	siblings := l.siblingsOf(l.profile.TypeSlot(t.ID))
	if l.judge != nil {
		l.Distrust(l.judge(siblings))
	}
	class, _, ok := l.class(slot)
	if !ok {
		for _, other := range siblings {
			l.methods[other].state = notFound
		}
		return
	}
	file := SourceFile(class)
	if l.source != nil {
		if _, path, err := l.source(class); err != nil {
			l.problem(err)
		} else if path != "" {
			file = path
		}
	}
	l.readMethod(slot, class, file)
	for _, other := range siblings {
		if l.methods[other].state == notRead {
			l.readMethod(other, class, file)
		}
	}
}

func (l *Lines) readMethod(slot int32, class *classfile.Class, file string) {
	m := &l.methods[slot]
	m.state = notFound
	in, err := code.Find(l.profile, int(slot), func(string) (*classfile.Class, error) { return class, nil })
	if err != nil {
		l.problem(err)
		return
	}
	m.state, m.file = found, file
	body, err := in.Code()
	if err != nil {
		l.problem(err)
	} else if body != nil {
		m.lines, m.end = body.Lines, int32(body.Length)
	}
}

// siblingsOf returns the slots of the methods of a class that have records.
func (l *Lines) siblingsOf(typeSlot int) []int32 {
	if l.siblings == nil {
		l.siblings = make([][]int32, l.profile.TypeSlots())
		seen := make([]bool, l.profile.MethodSlots())
		for _, t := range []*iprof.Tree{l.profile.Contexts, l.profile.Stacks} {
			for _, n := range t.All() {
				slot := l.profile.MethodSlot(n.Method)
				if seen[slot] {
					continue
				}
				seen[slot] = true
				m, listed := l.profile.MethodHeadAt(slot)
				if _, known := l.profile.Type(m.Declaring); listed && known {
					of := l.profile.TypeSlot(m.Declaring)
					l.siblings[of] = append(l.siblings[of], int32(slot))
				}
			}
		}
	}
	return l.siblings[typeSlot]
}
