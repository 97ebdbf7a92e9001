package callgrind

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strconv"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/exchange"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A textWriter writes a model.
type textWriter struct {
	*model
	names *convert.Names
	out   *bufio.Writer // keeps the first error, which Flush returns
	line  []byte        // scratch

	objects, files map[string]int // their numbers, from 1 on
	functions      []bool         // by number: its name has been written
}

// unknownFile is what Callgrind writes for a file that it does not know.
const unknownFile = "???"

func (m *model) write(w io.Writer, names *convert.Names, notes []string) error {
	t := &textWriter{
		model: m, names: names, out: bufio.NewWriterSize(w, 64<<10),
		objects: map[string]int{}, files: map[string]int{}, functions: make([]bool, m.profile.MethodSlots()+int(firstMethod)),
	}
	t.header(notes)
	t.body()
	t.text("\ntotals:")
	t.costs(m.totals)
	return t.out.Flush()
}

func (t *textWriter) text(parts ...string) {
	for _, s := range parts {
		t.out.WriteString(s)
	}
}

// costs writes numbers, each after a space, and ends the line.
func (t *textWriter) costs(of []int64) {
	t.line = t.line[:0]
	for _, n := range of {
		t.line = strconv.AppendInt(append(t.line, ' '), n, 10)
	}
	t.out.Write(append(t.line, '\n'))
}

func (t *textWriter) header(notes []string) {
	t.text("# callgrind format\nversion: 1\ncreator: iprof-viz\n")
	for _, note := range notes {
		t.text("desc: ", note, "\n")
	}
	t.text("positions: line\n")
	for _, e := range t.events {
		t.text("event: ", t.eventName(e), " : ", t.unit(e), "\n")
	}
	t.text("events:")
	for _, e := range t.events {
		t.text(" ", t.eventName(e))
	}
	t.text("\nsummary:")
	t.costs(t.totals)
}

// body writes the functions by number, each with its places by line, and these with self costs, calls and jumps.
func (t *textWriter) body() {
	edges, jumps := t.sortedEdges(), t.sortedJumps()
	last := int32(-1)
	for _, place := range sorted(len(t.places.List), func(a, b int32) int { return cmp.Compare(t.places.List[a], t.places.List[b]) }) {
		self := t.self[int(place)*len(t.events):][:len(t.events)]
		first := edges
		for len(edges) > 0 && t.placeOf(edges[0]) == place {
			edges = edges[1:]
		}
		made := first[:len(first)-len(edges)]
		made = slices.DeleteFunc(made, func(e int32) bool { return !t.isShown(e) })
		if isZero(self) && len(made) == 0 {
			continue
		}
		function, line := convert.SplitPlaceKey(t.places.List[place])
		if function != last {
			t.out.WriteByte('\n')
			t.function("", function)
			last = function
		}
		if !isZero(self) {
			t.number(int64(line))
			t.costs(self)
		}
		for _, e := range made {
			t.call(e, int64(line))
		}
		for ; len(jumps) > 0 && jumps[0].place <= t.places.List[place]; jumps = jumps[1:] {
			t.jump(jumps[0])
		}
	}
}

// sorted returns the numbers from 0 to n-1 in an order.
func sorted(n int, compare func(a, b int32) int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	slices.SortFunc(all, compare)
	return all
}

func isZero(costs []int64) bool {
	return !slices.ContainsFunc(costs, func(n int64) bool { return n != 0 })
}

func (t *textWriter) placeOf(edge int32) int32 {
	place, _ := convert.SplitPlaceKey(t.edges.List[edge])
	return place
}

func (t *textWriter) calleeOf(edge int32) int32 {
	_, callee := convert.SplitPlaceKey(t.edges.List[edge])
	return int32(callee)
}

// isShown reports whether a call is written. Without costs it says how often a method was called, which a file of samples alone is not
// about.
func (t *textWriter) isShown(edge int32) bool {
	return exchange.InContexts(t.events) || t.seen[edge] || !isZero(t.costsOf(edge))
}

func (t *textWriter) costsOf(edge int32) []int64 {
	return t.model.costs[int(edge)*len(t.events):][:len(t.events)]
}

// sortedEdges returns the calls by place and callee.
func (t *textWriter) sortedEdges() []int32 {
	return sorted(len(t.edges.List), func(a, b int32) int {
		return cmp.Or(cmp.Compare(t.places.List[t.placeOf(a)], t.places.List[t.placeOf(b)]), cmp.Compare(t.calleeOf(a), t.calleeOf(b)))
	})
}

// A jump is a successor of a conditional.
type jump struct {
	place    uint64 // as in model.places
	bci      iprof.BCI
	target   iprof.BCI
	taken    int64
	executed int64
}

// sortedJumps returns the successors of all conditionals by place, BCI and target.
func (t *textWriter) sortedJumps() []jump {
	all := make([]jump, 0, len(t.taken))
	for i, key := range t.successors.List {
		of, target := convert.SplitPlaceKey(key)
		function, bci := convert.SplitPlaceKey(t.conditionals.List[of])
		line := t.opts.Lines.Line(function-firstMethod, bci)
		all = append(all, jump{convert.PlaceKey(function, iprof.BCI(line)), bci, target, t.taken[i], t.executed[of]})
	}
	slices.SortFunc(all, func(a, b jump) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.bci, b.bci), cmp.Compare(a.target, b.target))
	})
	return all
}

func (t *textWriter) number(n int64) {
	t.line = strconv.AppendInt(t.line[:0], n, 10)
	t.out.Write(t.line)
}

// function begins a function or, with the prefix c, the call of one. Names are written once and have numbers afterwards.
func (t *textWriter) function(prefix string, number int32) {
	object, file := t.objectAndFile(number)
	t.name(prefix+"ob", t.objects, object)
	t.name(prefix+"fl", t.files, file)
	t.text(prefix, "fn=(")
	t.number(int64(number) + 1)
	t.text(")")
	if !t.functions[number] {
		t.functions[number] = true
		t.text(" ", t.functionName(number))
	}
	t.text("\n")
}

// name writes the name of an object or a file.
func (t *textWriter) name(key string, numbers map[string]int, name string) {
	n, known := numbers[name]
	if !known {
		n = len(numbers) + 1
		numbers[name] = n
	}
	t.text(key, "=(")
	t.number(int64(n))
	t.text(")")
	if !known {
		t.text(" ", name)
	}
	t.text("\n")
}

func (t *textWriter) objectAndFile(function int32) (object, file string) {
	switch function {
	case rootFunction, outsideFunction:
		return convert.UnknownKind.String(), unknownFile
	case vmFunction:
		return convert.NativeImage.String(), unknownFile
	}
	slot := function - firstMethod
	object, file = t.names.Kind(int(slot)).String(), unknownFile
	if known := exchange.File(t.profile, t.opts.Lines, slot); known != "" {
		file = exchange.Printable(known)
	}
	return object, file
}

func (t *textWriter) functionName(function int32) string {
	switch function {
	case rootFunction:
		return convert.UnknownCallers
	case vmFunction:
		return convert.VMFrame
	case outsideFunction:
		return convert.OutsideFrame
	}
	name := exchange.Printable(t.names.Method(int(function - firstMethod)))
	switch name { // a frame of another tool
	case convert.UnknownCallers, convert.VMFrame, convert.OutsideFrame:
		return `\x3c` + name[1:]
	}
	return name
}

// call writes a call at a line. Readers take calls=0 for a line of self costs.
func (t *textWriter) call(edge int32, line int64) {
	callee := t.calleeOf(edge)
	t.function("c", callee)
	t.text("calls=")
	t.number(max(1, t.counts[edge]))
	first := 0
	if callee >= firstMethod {
		first = t.opts.Lines.First(callee - firstMethod)
	}
	t.text(" ")
	t.number(int64(first))
	t.text("\n")
	t.number(line)
	t.costs(t.costsOf(edge))
}

// jump writes how often a conditional went to a line, and how often it was executed: in this order, as Callgrind writes and KCachegrind
// reads it.
func (t *textWriter) jump(j jump) {
	function, line := convert.SplitPlaceKey(j.place)
	t.text("jcnd=")
	t.number(j.taken)
	t.text("/")
	t.number(j.executed)
	t.text(" ")
	t.number(int64(t.opts.Lines.Line(function-firstMethod, j.target)))
	t.text("\n")
	t.number(int64(line))
	t.text("\n")
}
