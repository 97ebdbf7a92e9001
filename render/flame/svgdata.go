package flame

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// data returns the graph for the script, whose file.ts reads it: JSON that needs no escapes in XML. A fixed picture does not take
// the width of the window.
func (f *picture) data(fixed bool) []byte {
	var b bytes.Buffer
	field := func(name string, value any) {
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		text, err := json.Marshal(value) // escapes <, > and &
		if err != nil {
			panic(err) // not for strings and finite numbers
		}
		fmt.Fprintf(&b, "%q:%s", name, text)
	}
	field("unit", plaintext.Visible(f.t.Unit))
	field("width", f.opts.Width-2*margin)
	if fixed {
		field("fixed", true)
	}
	field("minWidth", f.opts.MinWidth)
	field("oneRow", twoRowWidth)
	field("twoRows", fourRowWidth)
	field("top", f.top)
	field("icicle", f.opts.Orientation == Icicle)
	if f.opts.SortByName {
		field("byName", true)
	}
	if moved := f.t.Tally.Moved.Value; moved > 0 {
		field("moved", moved)
	}
	if f.t.Metric == convert.Calls {
		of := "last"
		if f.opts.Reverse {
			of = "first"
		}
		field("entries", of)
	}
	if word := numbers.SelfWord(f.t.Tally); word != numbers.SelfAlone {
		field("self", word)
	}
	field("sub", f.opts.Subtitle)
	field("about", f.about())
	field("notes", f.notes())
	legend := [][2]string{}
	for _, e := range f.legend() {
		legend = append(legend, [2]string{e.class, e.label})
	}
	field("legend", legend)
	classes := make([]string, len(f.swatches))
	for i, s := range f.swatches {
		classes[i] = s.Class
	}
	field("classes", classes)

	field("names", frontCoded(f.names))
	f.patternFields(field)
	f.placeField(field)
	byFrame := painter{t: f.t, by: f.opts.Color}.byFrame()
	if byFrame {
		class := make([]byte, len(f.names))
		for i := range f.file {
			if b := &f.file[i]; b.node > 0 {
				class[f.nameOf[f.t.Nodes[b.node].Frame]] = f.fileClass[i]
			}
		}
		var code []byte
		for _, c := range class {
			code = appendDigits(code, uint64(c))
		}
		field("kinds", string(code))
	}
	field("frames", string(f.codeFrames(byFrame)))
	if f.t.Base != nil {
		field("whole", f.shareTotal())
		field("scale", f.t.Base.Scale)
		field("baseWhole", f.baseShareTotal())
		if of := f.all(); of != "all" {
			field("of", of)
		}
		if own := f.ownTotals(); own != nil {
			field("own", own)
			field("counts", f.t.Base.Counts)
		}
		if f.t.Base.Changed != nil {
			field("changed", string(f.codeChanged()))
			field("alike", f.t.Base.Verdict(false))
			if f.t.Base.Unknown != nil {
				field("unknown", string(f.codeUnknown()))
			}
		}
		b.WriteString(`,"weight":[`)
		for i := range f.file {
			if i > 0 {
				b.WriteByte(',')
			}
			b.Write(strconv.AppendFloat(nil, f.file[i].weight, 'g', 10, 64))
		}
		b.WriteByte(']')
	}
	return append(append([]byte{'{'}, b.Bytes()...), '}')
}

// codeChanged encodes the frames whose difference is significant although they have the color of no change: their indexes in the
// file, each relative to the previous one.
func (f *picture) codeChanged() []byte {
	var code []byte
	before := 0
	for i := range f.file {
		if b := &f.file[i]; b.node > 0 && f.t.Base.Changed[b.node] && f.swatches[f.fileClass[i]] == palette.DeltaSwatches[palette.SameSwatch] {
			code = appendDigits(code, uint64(i-before))
			before = i
		}
	}
	return code
}

// codeUnknown encodes the frames that are not compared, as codeChanged does.
func (f *picture) codeUnknown() []byte {
	var code []byte
	before := 0
	for i := range f.file {
		if b := &f.file[i]; b.node >= 0 && f.t.Base.IsUnknown(b.node) {
			code = appendDigits(code, uint64(i-before))
			before = i
		}
	}
	return code
}

// codeFrames returns the columns of the frames in the file, in preorder, frame by frame: by how many frames the path to it is
// shorter than the path to a callee of the previous frame; twice the name's number or, for a rest, twice the number of its frames
// plus one; the total; the class, if not all frames with the name have it; in a comparison the count in the base.
func (f *picture) codeFrames(byFrame bool) []byte {
	var code []byte
	depth := int32(-1)
	for i := range f.file {
		b := &f.file[i]
		code = appendDigits(code, uint64(depth+1-b.depth))
		depth = b.depth
		switch {
		case b.node == noNode:
			code = appendDigits(code, 2*uint64(b.frames)+1)
		case b.node == 0:
			code = appendDigits(code, 0)
		default:
			code = appendDigits(code, 2*uint64(f.nameOf[f.t.Nodes[b.node].Frame]))
		}
		code = appendDigits(code, uint64(b.total))
		if !byFrame {
			code = appendDigits(code, uint64(f.fileClass[i]))
		}
		if f.t.Base != nil {
			code = appendDigits(code, uint64(f.baseCount(b)))
		}
	}
	return code
}

// digits are the base64url digits: safe in XML, JSON and addresses.
const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// appendDigits appends a number in digits of five bits, lowest first; the sixth bit says that more follow.
func appendDigits(code []byte, n uint64) []byte {
	for ; n >= 32; n >>= 5 {
		code = append(code, digits[32|n&31])
	}
	return append(code, digits[n])
}

// frontCoded returns texts without line breaks, one line each: a digit says how many of its first characters, all of them ASCII, it
// shares with the previous text.
func frontCoded(texts []string) string {
	var b strings.Builder
	before := ""
	for i, s := range texts {
		if i > 0 {
			b.WriteByte('\n')
		}
		same := 0
		for same < min(len(s), len(before), len(digits)-1) && s[same] == before[same] && s[same] < 0x80 {
			same++
		}
		b.WriteByte(digits[same])
		b.WriteString(s[same:])
		before = s
	}
	return b.String()
}

// patternFields writes what patterns match, if that is not what is shown. The plain name of a frame is its own prefix and the
// number of characters of the shown name that "keep" says, or all of them without it; the signature has parameters after that.
func (f *picture) patternFields(field func(name string, value any)) {
	var prefixes, params []string
	prefixOf, keepOf, paramsOf := make([]string, len(f.names)), make([]int, len(f.names)), make([]string, len(f.names))
	differs := false
	for i, frame := range f.frameOf {
		shown := f.names[i]
		plain, parameters := shown, ""
		if frame >= 0 {
			plain, parameters = f.patternName(f.t.Frames[frame], shown)
		}
		name, _, _ := strings.Cut(shown, "(")
		switch {
		case plain == shown:
			keepOf[i] = len(shown)
		case name != "" && plaintext.IsASCII(name) && strings.HasSuffix(plain, name):
			prefixOf[i], keepOf[i] = strings.TrimSuffix(plain, name), len(name)
		default:
			prefixOf[i] = plain
		}
		paramsOf[i] = parameters
		differs = differs || plain != shown
		prefixes, params = append(prefixes, prefixOf[i]), append(params, parameters)
	}
	numbers := func(texts, of []string) []byte {
		var code []byte
		for _, s := range of {
			n, _ := slices.BinarySearch(texts, s)
			code = appendDigits(code, uint64(n))
		}
		return code
	}
	distinct := func(texts []string) []string {
		slices.Sort(texts)
		return slices.Compact(texts)
	}
	if differs {
		prefixes = distinct(prefixes)
		field("prefixes", frontCoded(prefixes))
		field("prefix", string(numbers(prefixes, prefixOf)))
		var keep []byte
		for i, n := range keepOf {
			if n == len(f.names[i]) && prefixOf[i] == "" {
				n = -1
			}
			keep = appendDigits(keep, uint64(n+1))
		}
		field("keep", string(keep))
	}
	if params = distinct(params); len(params) > 1 {
		field("params", frontCoded(params))
		field("param", string(numbers(params, paramsOf)))
	}
}

// placeField writes where the methods of frames begin in the source, if that is known for any of them.
func (f *picture) placeField(field func(name string, value any)) {
	found, known := make([]string, len(f.names)), false
	for i, frame := range f.frameOf {
		if frame >= 0 {
			found[i] = places.SourcePlace(f.t.Frames[frame].File, f.t.Frames[frame].Line)
			known = known || found[i] != ""
		}
	}
	if known {
		field("places", frontCoded(found))
	}
}

// patternName returns the plain name of a frame, which patterns match, and its parameters in parentheses.
func (f *picture) patternName(frame stacks.Frame, shown string) (plain, params string) {
	if frame.Plain == "" || frame.Was != "" {
		return shown, ""
	}
	return fitname.Bound(plaintext.Visible(frame.Plain)), fitname.Bound(plaintext.Visible(frame.Params))
}
