package iprof

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// DefaultMaxInput is what Parse reads at the most unless told otherwise: 2 GiB, decompressed.
const DefaultMaxInput = 2 << 30

// maxFrames is how many frames a context may have. Sampled stacks of real programs have some thousands.
const maxFrames = 1 << 20

// Options say how to read. The zero value reads as every command does by default.
type Options struct {
	MaxInput int64 // bytes, decompressed; 0 means DefaultMaxInput, a negative number no limit
}

// Parse reads a profile of any dialect, plain or gzipped (in several members, too), to the end of r. It is strict: what
// is malformed or contradicts the format is a [*SyntaxError], and nothing half-read is ever returned. An error of r is
// returned as it is. What is merely odd is in the profile's Warnings.
//
// Memory: about 33 bytes for each distinct frame of the contexts and 16 to 40 for each record, next to names and a
// window of 256 KB; the text itself is not kept. Real files take less memory than they have bytes.
func Parse(r io.Reader, opts Options) (*Profile, error) {
	in, err := decompress(source{r})
	if err != nil {
		return nil, syntaxError("", 0, err)
	}
	defer in.Close()
	if opts.MaxInput == 0 {
		opts.MaxInput = DefaultMaxInput
	}
	ps := &parser{
		scanner: newScanner(in),
		p:       &Profile{Contexts: NewTree(), Stacks: NewTree()},
		elem:    -1,
		sub:     -1,
	}
	if opts.MaxInput > 0 {
		ps.r = &limited{in, opts.MaxInput, opts.MaxInput}
	}
	ps.keeper = newKeeper(ps.p)
	ps.batch = <-ps.keeper.empty
	err = ps.document()
	ps.keeper.full <- ps.batch
	if full := ps.keeper.close(); err == nil {
		err = full
	}
	if err != nil {
		at := ps.offset()
		var other *placed
		if errors.As(err, &other) {
			at, err = other.offset, other.error
		}
		return nil, syntaxError(ps.where(), at, err)
	}
	ps.finish()
	return ps.p, nil
}

// syntaxError places err, unless it is not about the text at all.
func syntaxError(path string, offset int64, err error) error {
	var failed *readError
	if errors.As(err, &failed) {
		return failed.error
	}
	if err == io.ErrNoProgress {
		return err
	}
	return &SyntaxError{path, offset, err}
}

// A source is the reader that Parse was given. It marks the errors that are the reader's own.
type source struct{ r io.Reader }

type readError struct{ error }

func (s source) Read(b []byte) (int, error) {
	n, err := s.r.Read(b)
	if err != nil && err != io.EOF {
		err = &readError{err}
	}
	return n, err
}

// limited fails where more than most bytes are read.
type limited struct {
	r    io.Reader
	most int64
	left int64
}

func (l *limited) Read(b []byte) (int, error) {
	if int64(len(b)) > l.left {
		b = b[:l.left+1]
	}
	n, err := l.r.Read(b)
	if int64(n) > l.left {
		return int(l.left), fmt.Errorf("%w (%d bytes)", ErrTooLarge, l.most)
	}
	l.left -= int64(n)
	return n, err
}

// A parser builds a Profile from tokens. Its methods read one thing each, from where the scanner stands; the fields
// section to sub say where that is in the document.
type parser struct {
	*scanner
	p      *Profile
	keeper *keeper
	batch  *batch // of keeper, at hand

	section string // key in the document's object, as in the file; "": the object itself
	elem    int    // element of the section's array, -1: none
	field   string // key in the element
	sub     int    // element of the field's array

	seen     map[string]string // top-level keys as in the file, by their name in 1.1.0
	warnings map[string]*Warning
	order    []*Warning

	frames Context // the context of the record at hand
	values []int64 // its records
	places []int64 // where the array of records begins, and each of them; only readRecord keeps it
	succs  []Successor
	counts []TypeCount

	types   List[Type] // the tables while they are read
	methods List[Method]

	names  strings.Builder // the text of all names, in pieces
	sigs   []TypeID        // the parameters of all methods, in pieces
	params []TypeID        // the signature of the method at hand
}

// where returns the place at hand, such as samplingProfiles[3].records[0].
func (ps *parser) where() string {
	var b strings.Builder
	key := func(k string) {
		if strings.ContainsFunc(k, func(r rune) bool { return r <= ' ' || r == '"' || r == '.' || r == '[' || !strconv.IsPrint(r) }) {
			k = quoteShort(k)
		}
		b.WriteString(k)
	}
	index := func(i int) {
		if i >= 0 {
			fmt.Fprintf(&b, "[%d]", i)
		}
	}
	key(ps.section)
	index(ps.elem)
	if ps.field != "" {
		b.WriteByte('.')
		key(ps.field)
		index(ps.sub)
	}
	return b.String()
}

// warn counts a warning of a kind; what tells apart several of one kind.
func (ps *parser) warn(kind WarningKind, what, format string, args ...any) *Warning {
	id := string(kind) + what
	w := ps.warnings[id]
	if w == nil {
		if ps.warnings == nil {
			ps.warnings = map[string]*Warning{}
		}
		w = &Warning{Kind: kind, Path: ps.where(), Offset: ps.offset()}
		if format != "" {
			w.Text = fmt.Sprintf(format, args...)
		}
		ps.warnings[id] = w
		ps.order = append(ps.order, w)
	}
	w.Count++
	return w
}

// canonical are the names that format 1.1.0 has for what older dialects call otherwise.
var canonical = map[string]string{
	"hotnessPoints":     "callCountProfiles",
	"conditionalPoints": "conditionalProfiles",
	"invokePoints":      "virtualInvokeProfiles",
	"monitorsProfile":   "monitorProfiles",
}

// {"version":"1.0.0","types":[…],"methods":[…],"callCountProfiles":[…],…}
func (ps *parser) document() error {
	if c, ok := ps.peek(); ok && c == 0xef {
		if ps.end-ps.pos < 3 {
			ps.fill()
		}
		if string(ps.buf[ps.pos:min(ps.pos+3, ps.end)]) == "\ufeff" {
			ps.pos += 3
		}
	}
	if c, ok := ps.next(); !ok || c != '{' {
		return ps.notObject()
	}
	ps.pos++
	ps.seen = map[string]string{}
	if c, _ := ps.next(); c == '}' {
		ps.pos++
	} else {
		for more := true; more; {
			ps.next()
			start := ps.offset()
			if _, err := ps.str("a key"); err != nil {
				return err
			}
			name := string(ps.text)
			id := name
			if c, ok := canonical[name]; ok {
				id = c
			}
			if before, ok := ps.seen[id]; ok {
				return &placed{start, repeats(name, before)}
			}
			if len(ps.seen) < manyKeys || isSection(id) {
				ps.seen[id] = name
			}
			ps.section = name
			if err := ps.take(':', "':'"); err != nil {
				return err
			}
			if err := ps.top(id); err != nil {
				return err
			}
			ps.section = ""
			var err error
			if more, err = ps.more('}'); err != nil {
				return err
			}
		}
	}
	if _, ok := ps.next(); ok {
		return fmt.Errorf("%s behind the end of the profile", ps.found())
	}
	if ps.err != io.EOF { // such as a wrong checksum
		return ps.failure()
	}
	for _, name := range []string{"version", "types", "methods"} {
		if _, ok := ps.seen[name]; !ok {
			return fmt.Errorf("no %q", name)
		}
	}
	return nil
}

// manyKeys is how many keys of one object, other than those of the format, are looked at for one that comes twice.
const manyKeys = 100

// isSection reports whether a key, by its name in 1.1.0, is one of the document's in the format.
func isSection(id string) bool {
	switch id {
	case "version", "types", "methods":
		return true
	}
	for _, sec := range Sections {
		if id == sec.String() {
			return true
		}
	}
	return false
}

// repeats says that a key means the same as one before it.
func repeats(key, before string) error {
	if key == before {
		return fmt.Errorf("a second %s", quoteShort(key))
	}
	return fmt.Errorf("%s after %s, which is the same", quoteShort(key), quoteShort(before))
}

// notObject says what a file is that does not begin like an iprof.
func (ps *parser) notObject() error {
	if ps.end-ps.pos < 64 {
		ps.fill()
	}
	head := string(ps.buf[ps.pos:ps.end])
	for _, known := range []struct{ magic, what string }{
		{"version https://git-lfs", "it is a Git LFS pointer to a file that was not fetched"},
		{"<", "it looks like an HTML or XML page"},
		{"\xca\xfe\xba\xbe", "it is a Java class file"},
		{"PK\x03\x04", "it is a zip or jar file"},
		{"\x7fELF", "it is a program"},
		{"MZ", "it is a program"},
		{"\xcf\xfa\xed\xfe", "it is a program"},
		{"\x1f\x8b", "it is gzipped twice"},
		{"\x28\xb5\x2f\xfd", "it is zstd-compressed; decompress it first"},
		{"BZh", "it is bzip2-compressed; decompress it first"},
		{"\xfd7zXZ", "it is xz-compressed; decompress it first"},
		{"FLR\x00", "it is a JDK Flight Recorder recording"},
		{"\xff\xfe", "it is UTF-16 text"},
		{"\xfe\xff", "it is UTF-16 text"},
	} {
		if strings.HasPrefix(head, known.magic) {
			return fmt.Errorf("%w: %s", ErrNotIprof, known.what)
		}
	}
	if head == "" && ps.offset() == 0 && ps.err == io.EOF {
		return fmt.Errorf("%w: it is empty", ErrNotIprof)
	}
	if c, ok := ps.peek(); ok && !strings.ContainsRune(`["-0123456789tfn`, rune(c)) { // not even JSON
		return fmt.Errorf("%w: expected '{', found %s", ErrNotIprof, ps.found())
	}
	return ps.unexpected("'{'")
}

// top reads the value of a key of the document.
func (ps *parser) top(id string) error {
	switch id {
	case "version":
		return ps.readVersion()
	case "types":
		err := ps.array(ps.readType)
		ps.p.Types, ps.types = ps.types.slice(), List[Type]{}
		return err
	case "methods":
		err := ps.array(ps.readMethod)
		ps.p.Methods, ps.methods = ps.methods.slice(), List[Method]{}
		return err
	}
	for _, sec := range Sections {
		if id != sec.String() {
			continue
		}
		ps.p.present[sec] = true
		if c, _ := ps.next(); c == '{' && ps.section == "monitorsProfile" {
			return ps.readRecord(sec)
		}
		return ps.array(func() error {
			if ps.fastRecord(sec) {
				return nil
			}
			return ps.readRecord(sec)
		})
	}
	ps.warnUnknown()
	return ps.skip(1)
}

// warnUnknown notes that a field is skipped; a hundred of them are told apart.
func (ps *parser) warnUnknown() {
	what := ps.section + "\x00" + ps.field
	if len(ps.order) > 100 {
		what = ""
	}
	ps.warn(WarnUnknownField, what, "")
}

// array reads an array; each reads one element, which elem numbers.
func (ps *parser) array(each func() error) error {
	if err := ps.take('[', "an array"); err != nil {
		return err
	}
	if c, _ := ps.next(); c == ']' {
		ps.pos++
		return nil
	}
	for ps.elem = 0; ; ps.elem++ {
		if err := each(); err != nil {
			return err
		}
		if ps.buf[ps.pos] == ',' { // as ever in a compact file
			ps.pos++
			continue
		}
		more, err := ps.more(']')
		if err != nil {
			return err
		}
		if !more {
			ps.elem = -1
			return nil
		}
	}
}

// object reads an element that is an object. each reads the value of a key, which is in field too, or returns
// errUnknown to have it skipped. Dialect 0.2.0 has the key old for what is the key now since; each gets now for both. No
// key may come twice.
func (ps *parser) object(old, now string, each func(key string) error) error {
	if err := ps.take('{', "an object"); err != nil {
		return err
	}
	if c, _ := ps.next(); c == '}' {
		ps.pos++
		return nil
	}
	var keys [8]string
	seen := keys[:0]
	for more := true; more; {
		ps.next()
		start := ps.offset()
		if _, err := ps.str("a key"); err != nil {
			return err
		}
		field, ours := known(ps.text)
		for _, k := range seen {
			if k == field || k == old && field == now || k == now && field == old {
				return &placed{start, repeats(field, k)}
			}
		}
		if ours || len(seen) < manyKeys {
			seen = append(seen, field)
		}
		if err := ps.take(':', "':'"); err != nil {
			return err
		}
		ps.field = field
		key := field
		if key == old {
			key = now
		}
		err := each(key)
		if err == errUnknown {
			ps.warnUnknown()
			err = ps.skip(ps.depth())
		}
		if err != nil {
			return err
		}
		ps.field = ""
		if more, err = ps.more('}'); err != nil {
			return err
		}
	}
	return nil
}

var errUnknown = errors.New("unknown key")

// depth returns how many arrays and objects are open around the value of a field.
func (ps *parser) depth() int {
	if ps.elem < 0 {
		return 2 // {"monitorsProfile":{
	}
	return 3
}

// known returns a key as a string, without making a new one for those of the format. It is true for these.
func known(key []byte) (string, bool) {
	switch string(key) {
	case "id":
		return "id", true
	case "name":
		return "name", true
	case "typeName":
		return "typeName", true
	case "methodName":
		return "methodName", true
	case "signature":
		return "signature", true
	case "ctx":
		return "ctx", true
	case "methodBciList":
		return "methodBciList", true
	case "records":
		return "records", true
	}
	return string(key), false
}

// "version":"1.0.0"
func (ps *parser) readVersion() error {
	ps.next()
	start := ps.offset()
	text, err := ps.str("a string")
	if err != nil {
		return err
	}
	v, err := parseVersion(string(text))
	if err != nil {
		return &placed{start, err}
	}
	switch {
	case v.Major == 1 && v.Minor > 1:
		ps.warn(WarnVersion, "", "version %s is newer than 1.1.0, the newest that is known: what it adds is skipped", v)
	case v.Pre != "":
		ps.warn(WarnVersion, "", "version %s is a pre-release", v)
	}
	ps.p.Version = v
	return nil
}

func parseVersion(s string) (Version, error) {
	bad := fmt.Errorf("%s is not MAJOR.MINOR.PATCH", quoteShort(s))
	numbers, pre := s, ""
	if i := strings.IndexAny(s, "-+"); i > 0 {
		numbers, pre = s[:i], s[i:]
	}
	parts := strings.Split(numbers, ".")
	if len(parts) != 3 || strings.Trim(pre, "-+.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return Version{}, bad
	}
	var n [3]int
	for i, part := range parts {
		if !isDigits(part) {
			return Version{}, bad
		}
		v, err := strconv.ParseInt(part, 10, 32)
		if err != nil {
			return Version{}, fmt.Errorf("%s: a number of the version does not fit in 31 bits", quoteShort(s))
		}
		n[i] = int(v)
	}
	v := Version{n[0], n[1], n[2], pre}
	if v.Major > 1 {
		return v, fmt.Errorf("%w: %s; versions 0.x and 1.x are", ErrVersion, quoteShort(s))
	}
	return v, nil
}

// {"id":9,"name":"java.lang.Object"}
func (ps *parser) readType() error {
	var id int64
	var name string
	var has struct{ id, name bool }
	ps.next()
	start := ps.offset()
	err := ps.object("typeName", "name", func(key string) (err error) {
		switch key {
		case "id":
			has.id = true
			id, err = ps.integer("a type id", -1, 1<<31-1)
		case "name":
			has.name = true
			name, err = ps.name()
		default:
			return errUnknown
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case !has.id || !has.name:
		return &placed{start, fmt.Errorf("a type without %s", missing(has.id, "id", "name"))}
	case id < 0 && name == "": // the placeholder of a stripped file
		return nil
	case id < 0:
		return &placed{start, fmt.Errorf("type id %d is negative", id)}
	case !ps.p.types.add(int32(id)):
		return &placed{start, fmt.Errorf("a second type %d", id)}
	}
	ps.types.Add(Type{TypeID(id), name})
	return nil
}

func missing(have bool, first, second string) string {
	if have {
		return strconv.Quote(second)
	}
	return strconv.Quote(first)
}

// {"id":19547,"name":"main","signature":[10,8,4823]}
func (ps *parser) readMethod() error {
	var id int64
	var name string
	var has struct{ id, name, signature bool }
	ps.next()
	start, signatureAt := ps.offset(), int64(0)
	err := ps.object("methodName", "name", func(key string) (err error) {
		switch key {
		case "id":
			has.id = true
			id, err = ps.integer("a method id", -1, 1<<31-1)
		case "name":
			has.name = true
			name, err = ps.name()
		case "signature":
			has.signature = true
			ps.params = ps.params[:0]
			ps.next()
			signatureAt = ps.offset()
			err = ps.integers(func() error {
				v, err := ps.integer("a type id", 0, 1<<31-1)
				ps.params = append(ps.params, TypeID(v))
				return err
			})
		default:
			return errUnknown
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case !has.id || !has.name:
		return &placed{start, fmt.Errorf("a method without %s", missing(has.id, "id", "name"))}
	case !has.signature:
		return &placed{start, errors.New(`a method without "signature"`)}
	case id < 0 && name == "": // the placeholder of a stripped file
		return nil
	case id < 0:
		return &placed{start, fmt.Errorf("method id %d is negative", id)}
	case len(ps.params) < 2:
		ps.field = "signature"
		return &placed{signatureAt, fmt.Errorf("expected a declaring type and a return type, found %d ids", len(ps.params))}
	case !ps.p.methods.add(int32(id)):
		return &placed{start, fmt.Errorf("a second method %d", id)}
	}
	ps.addMethod(MethodID(id), name)
	return nil
}

// addMethod stores a method whose signature is in params.
func (ps *parser) addMethod(id MethodID, name string) {
	m := Method{ID: id, Name: name, Declaring: ps.params[0], Return: ps.params[1]}
	if rest := ps.params[2:]; len(rest) > 0 {
		if len(ps.sigs)+len(rest) > cap(ps.sigs) {
			ps.sigs = make([]TypeID, 0, max(chunkLen, len(rest)))
		}
		from := len(ps.sigs)
		ps.sigs = append(ps.sigs, rest...)
		m.Params = ps.sigs[from:len(ps.sigs):len(ps.sigs)]
	}
	ps.methods.Add(m)
}

// name reads a string that is kept.
func (ps *parser) name() (string, error) {
	text, err := ps.str("a string")
	return ps.keep(text), err
}

// keep copies text to where all names are: one allocation for thousands of them.
func (ps *parser) keep(text []byte) string {
	const piece = 64 << 10
	if ps.names.Cap()-ps.names.Len() < len(text) {
		ps.names = strings.Builder{}
		ps.names.Grow(max(piece, len(text)))
	}
	from := ps.names.Len()
	ps.names.Write(text)
	return ps.names.String()[from:]
}

// integers reads an array of integers; one reads an element, which sub numbers.
func (ps *parser) integers(one func() error) error {
	if err := ps.take('[', "an array"); err != nil {
		return err
	}
	if c, _ := ps.next(); c == ']' {
		ps.pos++
		return nil
	}
	for ps.sub = 0; ; ps.sub++ {
		if err := one(); err != nil {
			return err
		}
		more, err := ps.more(']')
		if err != nil {
			return err
		}
		if !more {
			ps.sub = -1
			return nil
		}
	}
}

// {"ctx":"5:0<3:2<2:9<1:3","records":[7]}, or {"methodBciList":"5:0,3:2","records":[7]} in 0.2.0
func (ps *parser) readRecord(sec Section) error {
	var has struct{ ctx, records bool }
	ps.next()
	start := ps.offset()
	ps.values, ps.places = ps.values[:0], ps.places[:0]
	err := ps.object("methodBciList", "ctx", func(key string) error {
		switch key {
		case "ctx":
			has.ctx = true
			sep := byte('<')
			if ps.field == "methodBciList" {
				sep = ','
			}
			return ps.readContext(sep)
		case "records":
			has.records = true
			ps.next()
			ps.places = append(ps.places, ps.offset())
			return ps.integers(func() error {
				ps.next()
				ps.places = append(ps.places, ps.offset())
				v, err := ps.integer("a number", leastValue, 1<<63-1)
				ps.values = append(ps.values, v)
				return err
			})
		}
		return errUnknown
	})
	if err != nil {
		return err
	}
	if !has.ctx && sec == Monitors && ps.elem < 0 {
		has.ctx = true // 0.2.0 has none
	}
	if !has.ctx {
		return &placed{start, errors.New(`a record without "ctx"`)}
	}
	if !has.records {
		return &placed{start, errors.New(`a record without "records"`)}
	}
	if sub, err := ps.store(sec); err != nil {
		ps.field, ps.sub = "records", sub
		return &placed{ps.places[sub+1], err}
	}
	return nil
}

// leastValue lets any number of the records pass: store knows which may be negative.
const leastValue = -1 << 63

// readContext reads a context, whose frames a byte parts.
func (ps *parser) readContext(sep byte) error {
	ps.next()
	start := ps.offset()
	text, err := ps.str("a string")
	if err != nil {
		return err
	}
	ps.frames = ps.frames[:0]
	for rest := text; ; {
		part, more := rest, false
		for i, c := range rest {
			if c == sep {
				part, rest, more = rest[:i], rest[i+1:], true
				break
			}
		}
		f, ok := quickFrame(part)
		if !ok {
			f, err = parseFrame(string(part))
			if err != nil {
				return &placed{start, fmt.Errorf("frame %d: %w", len(ps.frames), err)}
			}
		}
		if len(ps.frames) >= maxFrames {
			return &placed{start, fmt.Errorf("more than %d frames", maxFrames)}
		}
		ps.frames = append(ps.frames, f)
		if !more {
			return nil
		}
	}
}

// quickFrame reads METHOD:BCI with numbers as they nearly always are.
func quickFrame(b []byte) (Frame, bool) {
	i := 0
	number := func(most int) (v int32, ok bool) {
		from := i
		for i < len(b) && b[i]-'0' <= 9 && i-from < most {
			v = v*10 + int32(b[i]-'0')
			i++
		}
		return v, i > from
	}
	m, ok := number(9)
	if !ok || i >= len(b) || b[i] != ':' {
		return Frame{}, false
	}
	i++
	sign := int32(1)
	if i < len(b) && b[i] == '-' {
		sign = -1
		i++
	}
	bci, ok := number(4)
	return Frame{MethodID(m), BCI(sign * bci)}, ok && i == len(b)
}

// store keeps the record in frames and values. On an error, the first result is which value is wrong, or -1 for
// all of them; nothing is stored then.
func (ps *parser) store(sec Section) (int, error) {
	v := ps.values
	switch sec {
	case Calls, Samples:
		if len(v) != 1 {
			return -1, fmt.Errorf("expected 1 number, found %d", len(v))
		}
	case Conditionals:
		if len(v)%3 != 0 {
			return -1, fmt.Errorf("expected 3 numbers for each successor, found %d", len(v))
		}
	default:
		if len(v)%2 != 0 {
			return -1, fmt.Errorf("expected 2 numbers for each type, found %d", len(v))
		}
	}
	total := ps.p.totals[sec]
	add := func(i int) error {
		if v[i] < 0 {
			return fmt.Errorf("count %d is negative", v[i])
		}
		if total += v[i]; total < 0 {
			return fmt.Errorf("count %d takes the sum of %s past 2^63-1", v[i], ps.section)
		}
		return nil
	}
	switch sec {
	case Calls, Samples:
		if err := add(0); err != nil {
			return 0, err
		}
	case Conditionals:
		ps.succs = ps.succs[:0]
		for i := 0; i < len(v); i += 3 {
			if v[i] < int64(MinBCI) || v[i] > int64(MaxBCI) {
				return i, fmt.Errorf("target %d is outside of %d to %d", v[i], MinBCI, MaxBCI)
			}
			if err := id31("index", v[i+1]); err != nil {
				return i + 1, err
			}
			if err := add(i + 2); err != nil {
				return i + 2, err
			}
			ps.succs = append(ps.succs, Successor{BCI(v[i]), int32(v[i+1]), v[i+2]})
		}
	default:
		ps.counts = ps.counts[:0]
		for i := 0; i < len(v); i += 2 {
			if err := id31("type id", v[i]); err != nil {
				return i, err
			}
			if err := add(i + 1); err != nil {
				return i + 1, err
			}
			ps.counts = append(ps.counts, TypeCount{TypeID(v[i]), v[i+1]})
		}
	}
	ps.p.totals[sec] = total
	if sec == Monitors { // the context is a dummy
		ps.p.Monitors = append(ps.p.Monitors, ps.counts...)
		return -1, nil
	}

	b := ps.batch
	r := pending{section: sec, frames: int32(len(ps.frames))}
	switch sec {
	case Calls, Samples:
		r.count = v[0]
		if sec == Calls && ps.frames[0].BCI != 0 {
			ps.warn(WarnLeafBCI, "", "")
		}
		if sec == Calls && looksPacked(r.count) {
			ps.warn(WarnPackedCount, "", "")
		}
	case Conditionals:
		for _, s := range ps.succs {
			if looksPacked(s.Count) {
				ps.warn(WarnPackedCount, "", "")
			}
		}
		r.values = int32(len(ps.succs))
		b.successors = append(b.successors, ps.succs...)
	default:
		r.values = int32(len(ps.counts))
		b.typeCounts = append(b.typeCounts, ps.counts...)
	}
	b.frames = append(b.frames, ps.frames...)
	b.records = append(b.records, r)
	if len(b.frames)+len(b.successors)+len(b.typeCounts) < batchFrames {
		return -1, nil
	}
	var err error
	ps.batch, err = ps.keeper.put(b)
	return -1, err
}

// id31 checks a number that is kept in 31 bits.
func id31(what string, v int64) error {
	switch {
	case v < 0:
		return fmt.Errorf("%s %d is negative", what, v)
	case v > 1<<31-1:
		return fmt.Errorf("%s %d does not fit in 31 bits", what, v)
	}
	return nil
}

// looksPacked reports whether a count looks like two 32-bit counts read as one, such as 34303903801135 =
// 7987<<32 | 7983: both halves are at least 16 and within an eighth of each other. One in a million counts of that size is
// so by chance.
func looksPacked(v int64) bool {
	hi, lo := v>>32, v&(1<<32-1)
	return hi >= 16 && max(hi-lo, lo-hi) <= hi/8
}

// finish looks at the whole: ids that are referred to but not listed, records that lack their caller's.
func (ps *parser) finish() {
	p := ps.p
	p.Contexts.seal()
	p.Stacks.seal()

	unlisted := func(s *slots, id int32, kind WarningKind, text string) {
		if s.add(id) {
			w := ps.warn(kind, "", "")
			w.Path, w.Offset = "", 0
			if w.Count == 1 {
				w.Text = fmt.Sprintf(text, id)
			}
		}
	}
	for _, t := range []*Tree{p.Contexts, p.Stacks} {
		for _, n := range t.All() {
			unlisted(&p.methods, int32(n.Method), WarnDanglingMethod, "referred to but not listed in methods, the first being %d")
		}
	}
	typed := func(id TypeID) {
		unlisted(&p.types, int32(id), WarnDanglingType, "referred to but not listed in types, the first being %d")
	}
	for _, m := range p.Methods {
		typed(m.Declaring)
		typed(m.Return)
		for _, t := range m.Params {
			typed(t)
		}
	}
	for _, c := range p.Monitors {
		typed(c.Type)
	}
	for _, records := range []*List[TypeProfile]{&p.Receivers, &p.InstanceOf} {
		for _, r := range records.All() {
			for _, c := range p.TypeCounts(r) {
				typed(c.Type)
			}
		}
	}

	counted := make([]bool, p.Contexts.Len())
	for _, c := range p.Calls.All() {
		counted[c.Node] = true
	}
	for _, c := range p.Calls.All() {
		if caller := p.Contexts.Node(c.Node).Parent; caller != NoNode && !counted[caller] {
			w := ps.warn(WarnMissingCaller, "", "")
			w.Path, w.Offset = "", 0
		}
	}

	for _, w := range ps.order {
		n := strconv.FormatInt(w.Count, 10)
		ids := func(one, many string) string {
			if w.Count == 1 {
				return n + " " + one
			}
			return n + " " + many
		}
		switch w.Kind {
		case WarnDanglingMethod:
			w.Text = ids("method id is ", "method ids are ") + w.Text
		case WarnDanglingType:
			w.Text = ids("type id is ", "type ids are ") + w.Text
		case WarnMissingCaller:
			w.Text = ids("inlined context has", "inlined contexts have") + " a call count while the caller's own has none: the caller's count is unknown"
		case WarnPackedCount:
			w.Text = ids("count looks", "counts look") + " like two 32-bit numbers read as one"
		case WarnUnknownField:
			w.Text = "skipped " + ids("field", "fields") + " that the format does not have"
		case WarnLeafBCI:
			w.Text = ids("call count is", "call counts are") + " not at BCI 0 of the leaf"
		}
		p.Warnings = append(p.Warnings, *w)
	}
}
