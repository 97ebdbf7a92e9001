// Package lcov computes the coverage of source lines from the counts of a profile, and writes it as an LCOV tracefile, which
// genhtml and many editors and services read.
package lcov

import (
	"cmp"
	"errors"
	"iter"
	"maps"
	"slices"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Options control what [New] covers.
type Options struct {
	Filter convert.FilterOptions
	Class  code.Finder // finds classes
	Hints  code.Hints  // of calls, see [code.ListOptions]; nil: none

	// Classes are the names of classes whose methods are covered if they are the application's, whether they have counts or not. Nil:
	// only methods with counts are.
	Classes iter.Seq[string]

	// Judge tells which methods of a class have code of another version than the profile, and which the class does not have, given the slots
	// of those that contexts or stacks refer to, see [fit.NewByClass]. The former are left out, as counts are of other places there. Nil: none
	// is judged.
	Judge func(slots []int32) (changed, gone []int32)

	Source code.SourceFinder // finds the paths of source files; nil: relative to the root of the sources
}

// A Tracefile is what is known about source files: a line with an unknown count is not in it, which does not mean that it never ran.
type Tracefile struct {
	Files   []File  // by path
	Methods int     // methods with counts
	Missing int     // methods with counts that are in no class
	Changed []int32 // slots of methods with counts whose code is of another version: they are left out
	Unknown int     // methods without counts that may have run all the same: they are left out
	Thrown  int     // lines that ran unless something was thrown before, which may be each time: they are left out
	Misfits int     // recorded conditionals that do not exist in the bytecode

	Problems []error // errors of unreadable classes, deduplicated
	Tally    convert.Tally
}

// A File is a source file.
type File struct {
	Path      string
	Functions []Function // by line, then name
	Lines     []Line     // by number
	Branches  []Branch   // of Lines, then in the order of the class file
}

// A Function is a method that was entered, or is known not to have been.
type Function struct {
	Line  int // line of its first instruction
	Name  string
	Count int64 // entries
}

// A Line is a line with a count: the largest count of its instructions, in all methods. It may be a lower bound if some of them are
// unknown. A line that ran for sure may have the count that holds unless something was thrown.
type Line struct {
	Number int
	Count  int64
}

// A Branch is a conditional or a switch.
type Branch struct {
	Line     int
	Outcomes []code.Outcome
}

// New returns the coverage of the methods with counts and, with Options.Classes, of those that did not run.
func New(p *iprof.Profile, names *convert.Names, opts Options) *Tracefile {
	c := &coverer{
		Tracefile: &Tracefile{}, profile: p, names: names.OrDefault(p), opts: opts,
		files: map[string]*file{}, problems: map[string]bool{}, work: code.NewWork(p),
	}
	siteOptions := sites.Options{Metrics: []convert.Metric{convert.Branches}, Contexts: convert.Project(p, p.Contexts, names, opts.Filter)}
	c.Tally = siteOptions.Contexts.TallyOf(p, convert.Calls)
	c.counts = code.NewCounts(p, siteOptions)
	c.conditionals = map[int32]map[int][]iprof.Successor{}
	for _, x := range sites.New(p, siteOptions).Conditionals.All {
		if x.BCI < 0 {
			continue
		}
		if c.conditionals[x.Slot] == nil {
			c.conditionals[x.Slot] = map[int][]iprof.Successor{}
		}
		c.conditionals[x.Slot][int(x.BCI)] = x.Successors
	}
	c.addClasses()
	for _, path := range slices.Sorted(maps.Keys(c.files)) {
		f, thrown := c.files[path].finished(path)
		c.Thrown += thrown
		if len(f.Lines) > 0 {
			c.Files = append(c.Files, f)
		}
	}
	return c.Tracefile
}

// A coverer holds the state of New.
type coverer struct {
	*Tracefile
	profile      *iprof.Profile
	names        *convert.Names
	opts         Options
	counts       map[int32][]code.Counts             // by slot
	conditionals map[int32]map[int][]iprof.Successor // by slot and BCI
	files        map[string]*file
	problems     map[string]bool
	text         javaname.RepeatedText      // of names of methods without counts
	hasCounts    map[*classfile.Method]bool // of the class that is being added
	work         *code.Work                 // left for executions
}

// A file collects what the methods of a source file have.
type file struct {
	functions []namedFunction
	places    []code.Place  // one line of a method each
	least     map[int]int64 // by line: how often it ran for sure
	branches  []Branch
}

// A namedFunction is a function and the name that distinguishes it from others.
type namedFunction struct {
	Function
	signature string
}

// addClasses adds the methods of each class, which is read once and not kept in memory.
func (c *coverer) addClasses() {
	counted, mentioned := map[string][]int32{}, map[string][]int32{} // by class
	listed := map[string]bool{}
	for slot, used := range convert.ReferencedMethods(c.profile) {
		class := c.classOf(int32(slot))
		if _, any := c.counts[int32(slot)]; any {
			counted[class] = append(counted[class], int32(slot))
			listed[class] = true
		} else if used {
			mentioned[class] = append(mentioned[class], int32(slot))
		}
	}
	covered := map[string]bool{}
	if c.opts.Classes != nil {
		for name := range c.opts.Classes {
			covered[name], listed[name] = true, true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		c.Methods += len(counted[name])
		class, err := c.opts.Class(name)
		if err != nil {
			c.problem(err)
			c.Missing += len(counted[name])
			continue
		}
		path := c.pathOf(class)
		c.hasCounts = map[*classfile.Method]bool{}
		changed := c.changedOf(slices.Concat(counted[name], mentioned[name]))
		for _, slot := range counted[name] {
			found, err := c.find(slot, class)
			if err != nil {
				c.problem(err)
				c.Missing++
				continue
			}
			c.hasCounts[found] = true
			if changed[slot] {
				c.leaveOut(slot, found, path)
			} else {
				c.addMethod(slot, found, path)
			}
		}
		if covered[name] {
			seen, gone := map[*classfile.Method]bool{}, map[string]bool{}
			for _, slot := range slices.Concat(counted[name], mentioned[name]) {
				if m, err := c.find(slot, class); err == nil {
					seen[m] = true
				} else {
					head, _ := c.profile.MethodHeadAt(int(slot))
					gone[head.Name] = true
				}
			}
			c.addUncounted(class, path, func(m *classfile.Method) bool { return seen[m] || gone[m.Name] })
		}
	}
}

func (c *coverer) classOf(slot int32) string {
	m, _ := c.profile.MethodHeadAt(int(slot))
	t, _ := c.profile.Type(m.Declaring)
	return t.Name
}

func (c *coverer) pathOf(class *classfile.Class) string {
	path := sourceline.SourceFile(class)
	if c.opts.Source != nil {
		if _, found, err := c.opts.Source(class); err != nil {
			c.problem(err)
		} else {
			path = cmp.Or(found, path)
		}
	}
	return path
}

func (c *coverer) find(slot int32, class *classfile.Class) (*classfile.Method, error) {
	return code.Find(c.profile, int(slot), func(string) (*classfile.Class, error) { return class, nil })
}

func (c *coverer) file(path string) *file {
	f := c.files[path]
	if f == nil {
		f = &file{least: map[int]int64{}}
		c.files[path] = f
	}
	return f
}

func (c *coverer) problem(err error) {
	if text := err.Error(); !errors.Is(err, classpath.ErrNotFound) && !c.problems[text] {
		c.problems[text] = true
		c.Problems = append(c.Problems, err)
	}
}

func (c *coverer) addMethod(slot int32, found *classfile.Method, path string) {
	body, err := found.Code()
	if err != nil {
		c.problem(err)
	}
	if body == nil || path == "" {
		return
	}
	f := c.file(path)
	var hints map[int]code.CallHint
	if c.opts.Hints != nil {
		hints = c.opts.Hints(slot)
	}
	executions, outcomes := code.NewExecutionsAndOutcomes(body, c.counts[slot], hints, c.work, c.conditionals[slot])
	f.addLines(body, executions)
	c.Misfits += f.addBranches(body, c.conditionals[slot], outcomes)
	if entries, known := entriesOf(c.counts[slot]); known && body.Line(0) > 0 {
		m, _ := c.profile.MethodAt(int(slot))
		f.functions = append(f.functions, namedFunction{
			Function{body.Line(0), c.names.Method(int(slot)), entries}, convert.JVMSignature(c.profile, m),
		})
	}
}

// changedOf returns the methods of a class whose code is of another version than the profile.
func (c *coverer) changedOf(slots []int32) map[int32]bool {
	of := map[int32]bool{}
	if c.opts.Judge != nil {
		changed, _ := c.opts.Judge(slots)
		for _, slot := range changed {
			of[slot] = true
		}
	}
	return of
}

// leaveOut leaves out a method with code of another version. Its lines are unknown, even if other methods have zeros there.
func (c *coverer) leaveOut(slot int32, found *classfile.Method, path string) {
	c.Changed = append(c.Changed, slot)
	if body, err := found.Code(); err == nil && body != nil && path != "" {
		c.file(path).addPlaces(body, code.Execution{})
	}
}

// entriesOf adds up the entries of contexts. They are known if any were counted, or if all contexts have a count.
func entriesOf(groups []code.Counts) (entries int64, known bool) {
	known = true
	for _, g := range groups {
		entries += g.Entries
		known = known && !g.AtLeast
	}
	return entries, known || entries > 0
}

// addLines adds the lines of a method.
func (f *file) addLines(body *classfile.Code, executions *code.Executions) {
	m := code.Method{Code: body, Places: make([]code.Place, 0, len(body.Instructions))}
	for i, in := range body.Instructions {
		m.Places = append(m.Places, code.Place{Instruction: i, Line: body.Line(in.BCI), Execution: executions.ByInstruction[i]})
	}
	for _, line := range m.Lines() {
		if line.Number > 0 {
			f.places = append(f.places, code.Place{Line: line.Number, Execution: line.Execution})
			for _, i := range line.Places {
				f.least[line.Number] = max(f.least[line.Number], executions.Least(i))
			}
		}
	}
}

// addBranches adds the conditionals of a method. It returns how many recorded ones do not fit.
func (f *file) addBranches(body *classfile.Code, recorded map[int][]iprof.Successor, outcomes map[int][]code.Outcome) (misfits int) {
	for _, bci := range slices.Sorted(maps.Keys(outcomes)) {
		f.branches = append(f.branches, Branch{body.Line(bci), outcomes[bci]}) // finished leaves out those without a line
	}
	for bci := range recorded {
		if !slices.ContainsFunc(outcomes[bci], func(o code.Outcome) bool { return o.Known }) {
			misfits++
		}
	}
	return misfits
}

// finished returns the file once all methods are added. If several methods share a line, its count is the largest, as it is for a
// line with several blocks. Nothing says that a line ran which something thrown may have kept from it: thrown is the number of these.
func (f *file) finished(path string) (done File, thrown int) {
	done.Path = path
	all, known := code.Method{Places: f.places}, map[int]bool{}
	for _, line := range all.Lines() {
		e, count := line.Execution, f.least[line.Number]
		if e.Bound != code.Exact && count == 0 {
			if e.Bound == code.UnlessThrown {
				thrown++
			}
			continue
		}
		if e.Plain() {
			count = e.Count
		}
		done.Lines = append(done.Lines, Line{line.Number, count})
		known[line.Number] = true
	}
	for _, x := range f.branches {
		if known[x.Line] { // genhtml rejects other names
			done.Branches = append(done.Branches, x)
		}
	}
	slices.SortStableFunc(done.Branches, func(a, b Branch) int { return cmp.Compare(a.Line, b.Line) })
	slices.SortStableFunc(f.functions, func(a, b namedFunction) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Name, b.Name), cmp.Compare(a.signature, b.signature))
	})
	named := map[string]int{}
	for _, x := range f.functions {
		named[x.Name]++
	}
	for _, x := range f.functions {
		if named[x.Name] > 1 {
			x.Name = x.signature
		}
		done.Functions = append(done.Functions, x.Function)
	}
	return done, thrown
}
