package pprof

import (
	"io"
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/exchange"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
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
	lineLine     protowire.Number = 2

	functionID         protowire.Number = 1
	functionName       protowire.Number = 2
	functionSystemName protowire.Number = 3
	functionFilename   protowire.Number = 4
	functionStartLine  protowire.Number = 5
)

// theMapping is the id of the one mapping.
const theMapping = 1

// A writer writes a Profile message while it walks the trees, without a model in memory: protobuf fields may come in any order, and
// repeated fields may be interleaved.
type writer struct {
	profile *iprof.Profile
	names   *convert.Names
	opts    Options

	columns int                       // values of a sample
	column  [convert.Monitors + 1]int // by Metric: its value, or -1

	out io.Writer
	err error

	// Buffers before out, one for each kind of field: blocks of one kind compress 10% better than a mixture.
	buf, strings, functions []byte

	values []byte // scratch: the values of a sample

	stringIDs map[string]uint64
	numString uint64

	slotFunction    []uint32 // by method slot: the function's id, or 0
	summaryFunction uint32   // of <VM>, or 0
	numFunction     uint32

	numLocation uint64
	stackFrames convert.Keys // the locations of sampled frames: their ids are the first ones, their numbers plus one

	tags  map[uint64][]stacks.TagCount // of samples; see [stacks.Tags.ByStack]
	order []iprof.NodeID               // the nodes of stacks, in walk order; nil: there are no tags

	labels       []byte                       // scratch: those of a sample
	branchLabels map[[2]iprof.BCI]uint64      // (BCI, target) -> string
	typeLabels   []uint64                     // by type slot: the string, or 0
	labelKeys    [convert.Monitors + 1]uint64 // by Metric: the string, or 0
}

func newWriter(out io.Writer, p *iprof.Profile, names *convert.Names) *writer {
	w := &writer{
		profile: p, names: names, out: out,
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

func (w *writer) has(m convert.Metric) bool { return w.column[m] >= 0 }

// blockSize is the size in bytes of written blocks. With a quarter of it the file is 2% to 3% larger.
const blockSize = 256 << 10

// wrote flushes a buffer if it is large enough.
func (w *writer) wrote(buf *[]byte) {
	if len(*buf) >= blockSize {
		w.flush(buf)
	}
}

func (w *writer) flush(buf *[]byte) {
	if w.err == nil && len(*buf) > 0 {
		_, w.err = w.out.Write(*buf)
	}
	*buf = (*buf)[:0]
}

// close flushes all buffers and returns the first error.
func (w *writer) close() error {
	w.flush(&w.buf)
	w.flush(&w.functions)
	w.flush(&w.strings)
	return w.err
}

// All fields have numbers below 16: their tags are one byte.

func appendInt(b []byte, field protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), v)
}

func sizeInt(v uint64) int { return 1 + protowire.SizeVarint(v) }

func appendBytes(b []byte, field protowire.Number, v []byte) []byte {
	return append(appendHeader(b, field, len(v)), v...)
}

// appendHeader begins a message or string with a given size.
func appendHeader(b []byte, field protowire.Number, size int) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.BytesType), uint64(size))
}

func sizeBytes(size int) int { return 1 + protowire.SizeBytes(size) }

func (w *writer) intField(field protowire.Number, v uint64) { w.buf = appendInt(w.buf, field, v) }

func (w *writer) messageField(field protowire.Number, m []byte) {
	w.buf = appendBytes(w.buf, field, m)
}

func (w *writer) valueType(field protowire.Number, typ, unit string) {
	m := appendInt(nil, valueTypeType, w.str(typ))
	w.messageField(field, appendInt(m, valueTypeUnit, w.str(unit)))
}

// str returns the index of s in the string table.
func (w *writer) str(s string) uint64 {
	if i, ok := w.stringIDs[s]; ok {
		return i
	}
	i := w.newStr(s)
	w.stringIDs[s] = i
	return i
}

// newStr adds s to the string table without remembering it, because it is not expected again.
func (w *writer) newStr(s string) uint64 {
	w.strings = protowire.AppendTag(w.strings, profileStringTable, protowire.BytesType)
	w.strings = protowire.AppendString(w.strings, printable(s))
	w.wrote(&w.strings)
	w.numString++
	return w.numString - 1
}

// printable returns text that pprof can print: names may have control characters, and line breaks would begin another line. These
// are escaped byte by byte, as in folded text.
func printable(s string) string { return javaname.EscapeControls(s, "") }

// mapping writes the one mapping. It claims to have functions, files and lines, so that pprof does not look for a
// binary.
func (w *writer) mapping() {
	m := appendInt(nil, mappingID, theMapping)
	m = appendInt(m, mappingLimit, math.MaxInt64)
	file := "iprof"
	if w.foreign() {
		file = "stacks"
	}
	m = appendInt(m, mappingFile, w.str(file))
	for _, has := range []protowire.Number{
		mappingHasFunctions, mappingHasFilenames, mappingHasLineNumbers, mappingHasInlineFrames,
	} {
		m = appendInt(m, has, 1)
	}
	w.messageField(profileMapping, m)
}

// function returns the id of the function of a method slot, or of a frame that stands for others.
func (w *writer) function(slot int32) uint32 {
	id := &w.summaryFunction // a view has at most one of them
	if slot >= 0 {
		id = &w.slotFunction[slot]
	}
	if *id == 0 {
		*id = w.newFunction(slot)
	}
	return *id
}

// sameNames returns how many functions have the name of another one.
func (w *writer) sameNames() int {
	used := make([]bool, len(w.slotFunction))
	for slot, id := range w.slotFunction {
		used[slot] = id != 0
	}
	return stacks.SameNames(w.names, used)
}

func (w *writer) newFunction(slot int32) uint32 {
	if slot < 0 {
		return w.addFunction(w.opts.Filter.View.SummaryFrame(), "", 0, 0)
	}
	m, _ := w.profile.MethodAt(int(slot))
	file := w.str(exchange.File(w.profile, w.opts.Lines, slot))
	name := w.names.Method(int(slot))
	return w.addFunction(name, convert.JVMSignature(w.profile, m), file, w.opts.Lines.First(slot))
}

// addFunction writes a function, which begins at a line of a file, and returns its id. 0: no file, the line is unknown.
func (w *writer) addFunction(name, signature string, file uint64, line int) uint32 {
	w.numFunction++
	var scratch [5 * (1 + 10)]byte
	m := appendInt(scratch[:0], functionID, uint64(w.numFunction))
	m = appendInt(m, functionName, w.str(name))
	if signature != "" && signature != name { // pprof demangles equal names, as if they were from C++
		m = appendInt(m, functionSystemName, w.newStr(signature))
	}
	if file != 0 {
		m = appendInt(m, functionFilename, file)
	}
	if line > 0 {
		m = appendInt(m, functionStartLine, uint64(line))
	}
	w.functions = appendBytes(w.functions, profileFunction, m)
	w.wrote(&w.functions)
	return w.numFunction
}

// address returns the Location.Address of a frame. A frame that stands for others has none, and a hidden frame has its caller's.
func (w *writer) address(slot int32, bci iprof.BCI, caller uint64) uint64 {
	switch slot {
	case convert.VMSlot, outsideSlot:
		return 0
	case convert.NoFrame:
		return caller
	}
	return uint64(w.profile.MethodIDAt(int(slot)))<<16 | uint64(uint16(bci))
}

// appendLine appends a frame to a location.
func (w *writer) appendLine(b []byte, slot int32, bci iprof.BCI) []byte {
	id, line := uint64(w.function(slot)), uint64(w.opts.Lines.Line(slot, bci))
	if line == 0 {
		return appendInt(appendHeader(b, locationLine, sizeInt(id)), lineFunction, id)
	}
	b = appendInt(appendHeader(b, locationLine, sizeInt(id)+sizeInt(line)), lineFunction, id)
	return appendInt(b, lineLine, line)
}

// location writes a location. Its lines come in two parts, innermost first.
func (w *writer) location(id, address uint64, leaf, callers []byte) {
	size := sizeInt(id) + sizeInt(theMapping) + len(leaf) + len(callers)
	if address != 0 {
		size += sizeInt(address)
	}
	b := appendHeader(w.buf, profileLocation, size)
	b = appendInt(b, locationID, id)
	b = appendInt(b, locationMapping, theMapping)
	if address != 0 {
		b = appendInt(b, locationAddress, address)
	}
	b = append(b, leaf...)
	w.buf = append(b, callers...)
	w.wrote(&w.buf)
}

// sample writes a sample. Its locations come in two parts: ids as packed varints, innermost first.
func (w *writer) sample(c convert.SiteCount, leaf, callers []byte) {
	w.taggedSample(c, leaf, callers, stacks.Tag{})
}

func (w *writer) taggedSample(c convert.SiteCount, leaf, callers []byte, tag stacks.Tag) {
	w.values = w.values[:0]
	for i := range w.columns {
		switch i - w.column[c.Metric] {
		case 0:
			w.values = protowire.AppendVarint(w.values, uint64(c.Count))
		case 1:
			if c.Metric == convert.Samples {
				w.values = protowire.AppendVarint(w.values, uint64(c.Count)*uint64(w.opts.Period))
				continue
			}
			fallthrough
		default:
			w.values = append(w.values, 0)
		}
	}
	w.labels = w.labels[:0]
	if key, str := w.label(c); key != 0 {
		w.addLabel(key, str)
	}
	if tag.Thread != "" {
		w.addLabel(w.str("thread"), w.str(tag.Thread))
	}
	if tag.State != "" {
		w.addLabel(w.str("state"), w.str(tag.State))
	}
	size := sizeBytes(len(leaf)+len(callers)) + sizeBytes(len(w.values)) + len(w.labels)
	b := appendHeader(w.buf, profileSample, size)
	b = appendHeader(b, sampleLocation, len(leaf)+len(callers))
	b = append(b, leaf...)
	b = append(b, callers...)
	b = appendBytes(b, sampleValue, w.values)
	w.buf = append(b, w.labels...)
	w.wrote(&w.buf)
}

// addLabel adds a label to those of the sample.
func (w *writer) addLabel(key, value uint64) {
	w.labels = appendHeader(w.labels, sampleLabel, sizeInt(key)+sizeInt(value))
	w.labels = appendInt(appendInt(w.labels, labelKey, key), labelStr, value)
}

// label returns the strings of a count's label; 0, 0: none.
func (w *writer) label(c convert.SiteCount) (key, value uint64) {
	name := ""
	switch c.Metric {
	case convert.Branches:
		name = "branch"
	case convert.Receivers:
		name = "receiver"
	case convert.InstanceOf, convert.Monitors:
		name = "type"
	default:
		return 0, 0
	}
	if w.labelKeys[c.Metric] == 0 {
		w.labelKeys[c.Metric] = w.str(name)
	}
	if c.Metric == convert.Branches {
		value = w.branchLabel(c.BCI, iprof.BCI(c.Part))
	} else {
		value = w.typeLabel(iprof.TypeID(c.Part))
	}
	return w.labelKeys[c.Metric], value
}

func (w *writer) branchLabel(bci, target iprof.BCI) uint64 {
	s, ok := w.branchLabels[[2]iprof.BCI{bci, target}]
	if !ok {
		s = w.newStr("@" + bci.String() + " →" + target.String())
		w.branchLabels[[2]iprof.BCI{bci, target}] = s
	}
	return s
}

func (w *writer) typeLabel(id iprof.TypeID) uint64 {
	s := &w.typeLabels[w.profile.TypeSlot(id)]
	if *s == 0 {
		*s = w.str(w.names.Type(id))
	}
	return *s
}

// typeFile returns the string of a type's source file; 0: it has none.
func (w *writer) typeFile(id iprof.TypeID) uint64 {
	t, _ := w.profile.Type(id)
	return w.str(SourceFile(t.Name))
}

// monitors writes a sample for each type, with the type as its only frame: where locks were acquired is not recorded.
func (w *writer) monitors() {
	var counts []convert.SiteCount
	for _, t := range w.profile.Monitors {
		counts = append(counts, convert.SiteCount{Metric: convert.Monitors, Part: int32(t.Type), Count: t.Count})
	}
	for _, c := range convert.SumSiteCounts(counts) {
		t := iprof.TypeID(c.Part)
		f := w.addFunction(w.names.Type(t), "", w.typeFile(t), 0)
		line := appendInt(nil, lineFunction, uint64(f))
		w.numLocation++
		w.location(w.numLocation, 0, appendBytes(nil, locationLine, line), nil)
		w.sample(c, protowire.AppendVarint(nil, w.numLocation), nil)
	}
}
