package convert

import (
	"io"
	"math"
	"math/rand/v2"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// The field numbers of pprof's profile.proto.
const (
	profileSampleType        protowire.Number = 1
	profileSample            protowire.Number = 2
	profileMapping           protowire.Number = 3
	profileLocation          protowire.Number = 4
	profileFunction          protowire.Number = 5
	profileStringTable       protowire.Number = 6
	profileTimeNanos         protowire.Number = 9
	profilePeriodType        protowire.Number = 11
	profilePeriod            protowire.Number = 12
	profileComment           protowire.Number = 13
	profileDefaultSampleType protowire.Number = 14

	valueTypeType protowire.Number = 1
	valueTypeUnit protowire.Number = 2

	sampleLocation protowire.Number = 1
	sampleValue    protowire.Number = 2
	sampleLabel    protowire.Number = 3

	labelKey protowire.Number = 1
	labelStr protowire.Number = 2

	mappingID              protowire.Number = 1
	mappingLimit           protowire.Number = 3
	mappingFile            protowire.Number = 5
	mappingHasFunctions    protowire.Number = 7
	mappingHasFilenames    protowire.Number = 8
	mappingHasLineNumbers  protowire.Number = 9
	mappingHasInlineFrames protowire.Number = 10

	locationID      protowire.Number = 1
	locationMapping protowire.Number = 2
	locationAddress protowire.Number = 3
	locationLine    protowire.Number = 4

	lineFunction protowire.Number = 1

	functionID         protowire.Number = 1
	functionName       protowire.Number = 2
	functionSystemName protowire.Number = 3
	functionFilename   protowire.Number = 4
)

// theMapping is the id of the one mapping.
const theMapping = 1

// A pprofWriter writes a Profile message while it walks the trees, without a model in between: fields may come in any
// order, and repeated ones interleaved. Only strings, and what refers to them, are kept to the end.
type pprofWriter struct {
	p     *iprof.Profile
	names *Names
	opts  PprofOptions

	columns int               // values of a sample
	column  [Monitors + 1]int // by Metric: its value, or -1

	out     io.Writer
	err     error
	buf     []byte // of the document, on its way to out
	message []byte // scratch: the message in the making
	values  []byte // scratch: the values of a sample

	strings   []byte // fields of the string table
	stringIDs map[string]uint64
	numString uint64

	slotFunction []uint32 // by method slot: the function's id, or 0
	vmFunction   uint32   // of <VM>, or 0
	numFunction  uint32
	functionMsgs []byte // the functions, as fields

	numLocation uint64
	stackFrames locationTable // sampled frames -> locations

	branchLabels map[[2]iprof.BCI]uint64 // (BCI, target) -> string
	typeLabels   []uint64                // by type slot: the string, or 0
	labelKeys    [Monitors + 1]uint64    // by Metric: the string, or 0
}

func newPprofWriter(out io.Writer, p *iprof.Profile, names *Names) *pprofWriter {
	w := &pprofWriter{
		p: p, names: names, out: out,
		stringIDs:    map[string]uint64{},
		slotFunction: make([]uint32, p.MethodSlots()),
		branchLabels: map[[2]iprof.BCI]uint64{},
		typeLabels:   make([]uint64, p.TypeSlots()),
	}
	for m := range w.column {
		w.column[m] = -1
	}
	w.str("") // string 0
	return w
}

func (w *pprofWriter) has(m Metric) bool { return w.column[m] >= 0 }

// flushSize is how much is written at once.
const flushSize = 64 << 10

// wrote sends the document on, once there is enough of it.
func (w *pprofWriter) wrote() {
	if len(w.buf) >= flushSize {
		w.flush()
	}
}

func (w *pprofWriter) flush() {
	if w.err == nil && len(w.buf) > 0 {
		_, w.err = w.out.Write(w.buf)
	}
	w.buf = w.buf[:0]
}

// close writes what is left and returns the first error.
func (w *pprofWriter) close() error {
	w.flush()
	return w.err
}

func appendInt(b []byte, field protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), v)
}

func appendBytes(b []byte, field protowire.Number, v []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), v)
}

func (w *pprofWriter) intField(field protowire.Number, v uint64) { w.buf = appendInt(w.buf, field, v) }

func (w *pprofWriter) messageField(field protowire.Number, m []byte) {
	w.buf = appendBytes(w.buf, field, m)
	w.wrote()
}

func (w *pprofWriter) valueType(field protowire.Number, typ, unit string) {
	m := appendInt(nil, valueTypeType, w.str(typ))
	w.messageField(field, appendInt(m, valueTypeUnit, w.str(unit)))
}

// str returns the index of s in the string table.
func (w *pprofWriter) str(s string) uint64 {
	if i, ok := w.stringIDs[s]; ok {
		return i
	}
	i := w.newStr(s)
	w.stringIDs[s] = i
	return i
}

// newStr adds s, which is not to be expected twice, to the string table.
func (w *pprofWriter) newStr(s string) uint64 {
	w.strings = protowire.AppendTag(w.strings, profileStringTable, protowire.BytesType)
	w.strings = protowire.AppendString(w.strings, strings.ToValidUTF8(s, "\uFFFD"))
	w.numString++
	return w.numString - 1
}

func (w *pprofWriter) flushStrings() {
	w.flush()
	w.buf, w.strings = w.strings, nil
	w.flush()
}

// mapping writes the one mapping. It says that all is known already, so that pprof does not look for a binary.
func (w *pprofWriter) mapping() {
	m := appendInt(nil, mappingID, theMapping)
	m = appendInt(m, mappingLimit, math.MaxInt64)
	m = appendInt(m, mappingFile, w.str("iprof"))
	for _, has := range []protowire.Number{
		mappingHasFunctions, mappingHasFilenames, mappingHasLineNumbers, mappingHasInlineFrames,
	} {
		m = appendInt(m, has, 1)
	}
	w.messageField(profileMapping, m)
}

// function returns the id of the function of a method slot, or of VMSlot.
func (w *pprofWriter) function(slot int32) uint32 {
	id := &w.vmFunction
	if slot != VMSlot {
		id = &w.slotFunction[slot]
	}
	if *id == 0 {
		*id = w.newFunction(slot)
	}
	return *id
}

func (w *pprofWriter) newFunction(slot int32) uint32 {
	if slot == VMSlot {
		return w.addFunction(VMFrame, "", "")
	}
	m, listed := w.p.MethodAt(int(slot))
	file := ""
	if t, ok := w.p.Type(m.Declaring); listed && ok {
		file = SourceFile(t.Name)
	}
	return w.addFunction(w.names.Method(int(slot)), JVMSignature(w.p, m), file)
}

// addFunction keeps a function for the end.
func (w *pprofWriter) addFunction(name, signature, file string) uint32 {
	if name == signature {
		signature = "" // pprof demangles names that are equal, as if they were of C++
	}
	w.numFunction++
	m := appendInt(w.message[:0], functionID, uint64(w.numFunction))
	m = appendInt(m, functionName, w.str(name))
	if signature != "" {
		m = appendInt(m, functionSystemName, w.newStr(signature))
	}
	if file != "" {
		m = appendInt(m, functionFilename, w.str(file))
	}
	w.message = m
	w.functionMsgs = appendBytes(w.functionMsgs, profileFunction, m)
	return w.numFunction
}

func (w *pprofWriter) functions() {
	w.flush()
	w.buf, w.functionMsgs = w.functionMsgs, nil
	w.flush()
}

// address is what Location.Address is made of. VMSlot has none.
func (w *pprofWriter) address(slot int32, bci iprof.BCI) uint64 {
	if slot < 0 {
		return 0
	}
	m, _ := w.p.MethodAt(int(slot))
	return uint64(m.ID)<<16 | uint64(uint16(bci))
}

// appendLine appends a frame of a location.
func (w *pprofWriter) appendLine(b []byte, slot int32) []byte {
	id := uint64(w.function(slot))
	b = protowire.AppendTag(b, locationLine, protowire.BytesType)
	b = protowire.AppendVarint(b, uint64(1+protowire.SizeVarint(id)))
	return appendInt(b, lineFunction, id)
}

// location writes a location of one or several lines, innermost first, and returns its id.
func (w *pprofWriter) location(address uint64, leaf, callers []byte) uint64 {
	w.numLocation++
	m := appendInt(w.message[:0], locationID, w.numLocation)
	m = appendInt(m, locationMapping, theMapping)
	if address != 0 {
		m = appendInt(m, locationAddress, address)
	}
	m = append(m, leaf...)
	m = append(m, callers...)
	w.message = m
	w.messageField(profileLocation, m)
	return w.numLocation
}

// stackLocations writes the locations of sampled frames, whose ids are in use already.
func (w *pprofWriter) stackLocations() {
	var line []byte
	for i, f := range w.stackFrames.frames {
		line = w.appendLine(line[:0], f.slot)
		m := appendInt(w.message[:0], locationID, w.stackFrames.ids[i])
		m = appendInt(m, locationMapping, theMapping)
		if a := w.address(f.slot, f.bci); a != 0 {
			m = appendInt(m, locationAddress, a)
		}
		m = append(m, line...)
		w.message = m
		w.messageField(profileLocation, m)
	}
}

// sample writes a sample. Its locations come in two parts: ids as packed varints, innermost first.
func (w *pprofWriter) sample(e event, leaf, callers []byte) {
	w.values = w.values[:0]
	for i := range w.columns {
		switch i - w.column[e.metric] {
		case 0:
			w.values = protowire.AppendVarint(w.values, uint64(e.value))
		case 1:
			if e.metric == Samples && w.opts.Period > 0 {
				w.values = protowire.AppendVarint(w.values, uint64(e.value)*uint64(w.opts.Period))
				continue
			}
			fallthrough
		default:
			w.values = append(w.values, 0)
		}
	}
	m := protowire.AppendTag(w.message[:0], sampleLocation, protowire.BytesType)
	m = protowire.AppendVarint(m, uint64(len(leaf)+len(callers)))
	m = append(m, leaf...)
	m = append(m, callers...)
	m = appendBytes(m, sampleValue, w.values)
	if key, str := w.label(e); key != 0 {
		var scratch [2 * (1 + 10)]byte
		label := appendInt(scratch[:0], labelKey, key)
		m = appendBytes(m, sampleLabel, appendInt(label, labelStr, str))
	}
	w.message = m
	w.messageField(profileSample, m)
}

// label returns the strings of an event's label; 0, 0: none.
func (w *pprofWriter) label(e event) (key, value uint64) {
	name := ""
	switch e.metric {
	case Branches:
		name = "branch"
	case Receivers:
		name = "receiver"
	case InstanceOf, Monitors:
		name = "type"
	default:
		return 0, 0
	}
	if w.labelKeys[e.metric] == 0 {
		w.labelKeys[e.metric] = w.str(name)
	}
	if e.metric == Branches {
		value = w.branchLabel(e.bci, iprof.BCI(e.key))
	} else {
		value = w.typeLabel(iprof.TypeID(e.key))
	}
	return w.labelKeys[e.metric], value
}

func (w *pprofWriter) branchLabel(bci, target iprof.BCI) uint64 {
	s, ok := w.branchLabels[[2]iprof.BCI{bci, target}]
	if !ok {
		s = w.newStr("@" + bci.String() + " →" + target.String())
		w.branchLabels[[2]iprof.BCI{bci, target}] = s
	}
	return s
}

func (w *pprofWriter) typeLabel(id iprof.TypeID) uint64 {
	s := &w.typeLabels[w.p.TypeSlot(id)]
	if *s == 0 {
		*s = w.str(w.names.Type(id))
	}
	return *s
}

// monitors writes a sample a type, with the type as its only frame: what was locked where is not recorded.
func (w *pprofWriter) monitors() {
	var events []event
	for _, t := range w.p.Monitors {
		events = append(events, event{metric: Monitors, key: int32(t.Type), value: t.Count})
	}
	if len(events) == 0 {
		return
	}
	for _, e := range addUp(events) {
		if e.value == 0 {
			continue
		}
		t, _ := w.p.Type(iprof.TypeID(e.key))
		f := w.addFunction(w.names.Type(t.ID), "", SourceFile(t.Name))
		line := protowire.AppendVarint(protowire.AppendTag(nil, lineFunction, protowire.VarintType), uint64(f))
		id := w.location(0, appendBytes(nil, locationLine, line), nil)
		w.sample(e, protowire.AppendVarint(nil, id), nil)
	}
}

// A level of the walk is a node on the way from the root to the one at hand.
type level struct {
	node   iprof.NodeID
	slot   int32  // what is shown of it, or NoFrame
	length int    // of the path to its callers, in bytes
	addr   uint64 // of the innermost of its callers that is shown, at its call site
}

// tree writes a tree's records, depth first: neighbours then have nearly all of their stack in common, which halves
// what is left after compression.
//
// Only one frame of the path differs from a node to its sibling, so the callers' frames are kept encoded: as location
// ids for stacks, as lines of a location for inlining contexts.
func (w *pprofWriter) tree(t *iprof.Tree, proj *Projection, inlined bool) {
	var (
		records = w.newSites(t)
		levels  []level
		callers path
		leaf    []byte
		id      []byte
		events  []event
	)
	links, next := linkNodes(t)
	for next != 0 {
		n := iprof.NodeID(next - 1)
		node := t.Node(n)
		at := level{node: n, slot: int32(w.p.MethodSlot(node.Method))}
		keep := true
		if proj != nil {
			at.slot, keep = proj.Frame[n], proj.Keep[n]
		}
		callers.truncate(0)
		if len(levels) > 0 {
			caller := &levels[len(levels)-1]
			at.addr = caller.addr
			callers.truncate(caller.length)
			if caller.slot != NoFrame {
				at.addr = w.address(caller.slot, node.Site)
				callers.prepend(w.frame(leaf[:0], caller.slot, node.Site, inlined))
			}
			at.length = callers.len()
		}

		events = events[:0]
		if keep {
			events = records.appendEvents(events, n)
		}
		for i, e := range events {
			switch {
			case i > 0 && e.bci == events[i-1].bci: // same frames
			case !inlined:
				leaf = w.frame(leaf[:0], at.slot, e.bci, false)
			default:
				addr := at.addr
				if at.slot != NoFrame {
					addr = w.address(at.slot, e.bci)
				}
				leaf = w.frame(leaf[:0], at.slot, e.bci, true)
				id = protowire.AppendVarint(id[:0], w.location(addr, leaf, callers.bytes()))
			}
			if inlined {
				w.sample(e, id, nil)
			} else {
				w.sample(e, leaf, callers.bytes())
			}
		}

		if next = links[n].child; next != 0 {
			levels = append(levels, at)
			continue
		}
		for next = links[n].sibling; next == 0 && len(levels) > 0; {
			next = links[levels[len(levels)-1].node].sibling
			levels = levels[:len(levels)-1]
		}
	}
}

// frame appends a frame as the path has it.
func (w *pprofWriter) frame(b []byte, slot int32, bci iprof.BCI, inlined bool) []byte {
	switch {
	case slot == NoFrame:
		return b
	case inlined:
		return w.appendLine(b, slot)
	case slot == VMSlot:
		bci = 0
	}
	return protowire.AppendVarint(b, w.stackFrames.location(stackFrame{slot, bci}, &w.numLocation))
}

// A nodeLinks leads from a node to its first child and its next sibling, in the order of their ids. Both are the id
// plus one; 0: none.
type nodeLinks struct {
	child, sibling uint32
}

// linkNodes returns the links by node, and the first root as if it were a child.
func linkNodes(t *iprof.Tree) (of []nodeLinks, root uint32) {
	of = make([]nodeLinks, t.Len())
	for i := len(of) - 1; i >= 0; i-- {
		first := &root
		if parent := t.Node(iprof.NodeID(i)).Parent; parent != iprof.NoNode {
			first = &of[parent].child
		}
		of[i].sibling, *first = *first, uint32(i)+1
	}
	return of, root
}

// A path is bytes that grow and shrink at their beginning.
type path struct {
	buf []byte // the path is its end
	n   int
}

func (p *path) len() int       { return p.n }
func (p *path) bytes() []byte  { return p.buf[len(p.buf)-p.n:] }
func (p *path) truncate(n int) { p.n = n } // to the last n bytes

func (p *path) prepend(b []byte) {
	if p.n+len(b) > len(p.buf) {
		grown := make([]byte, max(256, 2*(p.n+len(b))))
		copy(grown[len(grown)-p.n:], p.bytes())
		p.buf = grown
	}
	p.n += len(b)
	copy(p.bytes(), b)
}

// A stackFrame is a frame of a sampled stack: a method slot, or VMSlot, and a BCI.
type stackFrame struct {
	slot int32
	bci  iprof.BCI
}

// A locationTable numbers stack frames, in an open-addressed table with linear probing.
type locationTable struct {
	frames []stackFrame
	ids    []uint64 // by frame: the location
	table  []uint32 // index of a frame plus one, or 0; a power of two long
	factor uint64   // of the hash: random, so that no file can be made to collide
}

// location returns the location of a frame. A new one gets the id after *last.
func (t *locationTable) location(f stackFrame, last *uint64) uint64 {
	if len(t.frames) >= len(t.table)*3/4 {
		t.grow()
	}
	i := t.hash(f) & uint32(len(t.table)-1)
	for t.table[i] != 0 {
		if n := t.table[i] - 1; t.frames[n] == f {
			return t.ids[n]
		}
		i = (i + 1) & uint32(len(t.table)-1)
	}
	*last++
	t.frames = append(t.frames, f)
	t.ids = append(t.ids, *last)
	t.table[i] = uint32(len(t.frames))
	return *last
}

func (t *locationTable) grow() {
	if t.factor == 0 {
		t.factor = rand.Uint64() | 1
	}
	t.table = make([]uint32, max(256, 2*len(t.table)))
	for n, f := range t.frames {
		i := t.hash(f) & uint32(len(t.table)-1)
		for t.table[i] != 0 {
			i = (i + 1) & uint32(len(t.table)-1)
		}
		t.table[i] = uint32(n) + 1
	}
}

func (t *locationTable) hash(f stackFrame) uint32 {
	return uint32((uint64(uint32(f.slot))<<32 | uint64(uint32(f.bci))) * t.factor >> 32)
}
