package training

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// ProgramOptions control [OfProgram].
type ProgramOptions struct {
	// Application matches the full plain names of application methods, app.Shop.find, which are listed first. Nil: all that belong
	// neither to the JDK nor to GraalVM.
	Application *regexp.Regexp
	Limit       int // maximum rows of a table; 0: all
}

// OfProgram finds the methods with code on a class path that ran in a profile: with entries, or in contexts without a count. The tables are packages, by descending
// bytecode without entries, and methods without entries, largest first. A profile without call counts gives only the packages, by
// descending number of methods on sampled stacks: whether the others ran is unknown.
//
// The errors are about unreadable classes, whose methods are not counted.
func OfProgram(p *iprof.Profile, path *classpath.Path, opts ProgramOptions) (*table.Set, []error) {
	c := &program{profile: p, opts: opts, metric: convert.Calls, packages: map[string]*packageRow{}}
	if p.Total(iprof.Calls) == 0 {
		c.metric = convert.Samples
	}
	c.read(path)
	s := &table.Set{Name: ProgramDefinition.Name, Tables: []*table.Table{c.packageTable()}}
	known := table.IntCell
	methods := words.Count(c.all.methods, "method", "methods")
	if c.metric == convert.Samples {
		known = func(int64) table.Cell { return table.UnknownCell() }
		s.Title = fmt.Sprintf("coverage: at least %s of %s ran (seen in sampled stacks)", words.Thousands(c.all.counted), methods)
		s.Caveats = []string{"the profile has no call counts: methods not seen in samples may still have run"}
	} else {
		s.Title = fmt.Sprintf("coverage: %s of %s ran, %s, with %s of the bytecode", words.Thousands(c.all.counted), methods,
			words.Percent(ratio(c.all.counted, c.all.methods)), words.Percent(ratio(c.all.countedBytes, c.all.bytes)))
		s.Tables = append(s.Tables, c.methodTable())
		s.Notes = []string{
			"no entries: it did not run in training, or native-image inlined it before instrumentation, as it does with tiny methods",
			"native-image compiles methods without entries for size",
		}
	}
	fact := func(key string, value table.Cell) { s.Facts = append(s.Facts, table.Fact{Key: key, Value: value}) }
	fact("classes", table.IntCell(int64(c.classes)))
	fact("methods", table.IntCell(c.all.methods))
	fact("entered", known(c.all.counted))
	if c.metric == convert.Samples {
		fact("sampled", table.IntCell(c.all.counted))
	}
	fact("bytes", table.IntCell(c.all.bytes))
	fact("entered_bytes", known(c.all.countedBytes))
	return s, c.damaged
}

type program struct {
	profile *iprof.Profile
	opts    ProgramOptions
	metric  convert.Metric // Calls, or Samples if the profile has nothing else

	classes  int
	all      packageRow
	packages map[string]*packageRow
	without  []untrainedRow        // methods without entries
	text     javaname.RepeatedText // of their names
	damaged  []error
}

// read counts the methods of a path.
func (c *program) read(path *classpath.Path) {
	counted := c.counted()
	for name := range path.Classes() {
		class, err := path.Class(name)
		if err != nil {
			c.damaged = append(c.damaged, err)
			continue
		}
		c.classes++
		c.class(class, counted[name])
	}
}

// counted returns the slots of methods that ran, by class.
func (c *program) counted() map[string][]int32 {
	p := c.profile
	counts := make([]bool, p.MethodSlots())
	if c.metric == convert.Calls {
		counts = convert.Ran(p)
	} else {
		for _, n := range p.Stacks.All() {
			counts[p.MethodSlot(n.Method)] = true
		}
	}
	byType := map[iprof.TypeID][]int32{}
	for slot, is := range counts {
		if m, ok := p.MethodHeadAt(slot); is && ok && m.Declaring != iprof.NoType {
			byType[m.Declaring] = append(byType[m.Declaring], int32(slot))
		}
	}
	all := map[string][]int32{}
	for _, declaring := range slices.Sorted(maps.Keys(byType)) { // a name may be very long, and is hashed once
		class, _ := p.Type(declaring)
		all[class.Name] = append(all[class.Name], byType[declaring]...)
	}
	return all
}

// maxDescriptor is the length of the longest descriptor that a class file can hold (JVMS 4.4.7).
const maxDescriptor = 65535

// listed returns the methods of a class that are in some slots of the profile.
func (c *program) listed(class *classfile.Class, slots []int32) map[*classfile.Method]bool {
	all := map[*classfile.Method]bool{}
	for _, slot := range slots {
		of, _ := c.profile.MethodAt(int(slot))
		ret, ok := c.profile.Type(of.Return)
		length := len(ret.Name)
		var params []string
		for _, id := range of.Params {
			t, listed := c.profile.Type(id)
			if length += len(t.Name); !listed || length > maxDescriptor {
				ok = false
				break
			}
			params = append(params, t.Name)
		}
		if !ok {
			continue
		}
		if m, ok := class.Method(of.Name, params, ret.Name); ok {
			all[m] = true
		}
	}
	return all
}

// class counts the methods of a class.
func (c *program) class(class *classfile.Class, counted []int32) {
	name := class.Name[:max(0, strings.LastIndexByte(class.Name, '.'))]
	row := c.packages[name]
	if row == nil {
		row = &packageRow{name: strings.Clone(cmp.Or(name, noPackage))}
		c.packages[strings.Clone(name)] = row
	}
	listed := c.listed(class, counted)
	for i := range class.Methods {
		m := &class.Methods[i]
		if !m.HasCode() {
			continue
		}
		application := c.isApplication(class.Name, m.Name)
		row.application = row.application || application
		is, bytes := listed[m], int64(m.CodeLength())
		row.add(is, bytes)
		c.all.add(is, bytes)
		if !is {
			c.without = append(c.without, untrainedRow{bytes: bytes, name: nameOf(m, &c.text), application: application})
		}
	}
}

// noPackage names the package of classes that are in none.
const noPackage = "<no package>"

func (c *program) isApplication(class, method string) bool {
	if convert.KindOf(class) != convert.Application {
		return false
	}
	return c.opts.Application == nil || c.opts.Application.MatchString(class+"."+method)
}

// A packageRow is the methods of a package.
type packageRow struct {
	name                string
	application         bool  // it has application methods
	methods, counted    int64 // counted: with entries, or on sampled stacks
	bytes, countedBytes int64
}

func (r *packageRow) add(counted bool, bytes int64) {
	r.methods++
	r.bytes += bytes
	if counted {
		r.counted++
		r.countedBytes += bytes
	}
}

// An untrainedRow is a method without entries.
type untrainedRow struct {
	name        string
	bytes       int64
	application bool
}

func (c *program) packageTable() *table.Table {
	rows := make([]*packageRow, 0, len(c.packages))
	for _, r := range c.packages {
		if r.methods > 0 {
			rows = append(rows, r)
		}
	}
	t := packageTables.New(c.metric, convert.MachineView)
	t.Unit, t.Base, t.Whole = "methods", c.all.methods, c.all.methods
	columns, by := enteredColumns, "bytecode without entries"
	weight := func(r *packageRow) int64 { return r.bytes - r.countedBytes }
	if c.metric == convert.Samples {
		columns, by = sampledColumns, "methods on sampled stacks"
		weight = func(r *packageRow) int64 { return r.counted }
	}
	slices.SortFunc(rows, func(a, b *packageRow) int {
		return cmp.Or(convert.CompareBools(b.application, a.application), cmp.Compare(weight(b), weight(a)), strings.Compare(a.name, b.name))
	})
	row := table.Declare(t, columns)
	total := c.all
	total.name = table.TotalName
	of := row(&total)
	t.Total = &of
	return t.Limited(c.opts.Limit, func(t *table.Table, limit int) {
		shown := rows
		if n := limit; n > 0 && n < len(rows) {
			shown = rows[:n]
			rest := &packageRow{name: table.More(len(rows)-n, "packages")}
			for _, r := range rows[n:] {
				rest.methods += r.methods
				rest.counted += r.counted
				rest.bytes += r.bytes
				rest.countedBytes += r.countedBytes
			}
			of := row(rest)
			of.Omitted = len(rows) - n
			t.Rest = &of
		}
		for _, r := range shown {
			t.Rows = append(t.Rows, row(r))
		}
		t.Title = table.Title("packages", by, len(shown), len(rows))
	})
}

func (c *program) methodTable() *table.Table {
	rows := c.without
	slices.SortFunc(rows, func(a, b untrainedRow) int {
		return cmp.Or(convert.CompareBools(b.application, a.application), cmp.Compare(b.bytes, a.bytes), strings.Compare(a.name, b.name))
	})
	t := methodTables.New(c.metric, convert.MachineView)
	t.Unit, t.Base, t.Whole = "bytes of bytecode", c.all.bytes-c.all.countedBytes, c.all.bytes-c.all.countedBytes
	row := table.DeclareLate(t, methodColumns)
	return t.Limited(c.opts.Limit, func(t *table.Table, limit int) {
		shown := rows
		if n := limit; n > 0 && n < len(rows) {
			shown = rows[:n]
			rest := untrainedRow{name: table.More(len(rows)-n, "methods")}
			for _, r := range rows[n:] {
				rest.bytes += r.bytes
			}
			of := row(rest)
			of.Omitted = len(rows) - n
			t.Rest = &of
		}
		for _, r := range shown {
			t.Rows = append(t.Rows, row(r))
		}
		t.Title = table.Title("methods without entries", "bytecode", len(shown), len(rows))
		if len(rows) == 0 {
			t.Title = "no methods without entries"
		}
	})
}
