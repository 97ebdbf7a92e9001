package iprof

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// canonical maps the keys of dialect 0.2.0 to the keys of later versions.
var canonical = map[string]string{
	"hotnessPoints":     "callCountProfiles",
	"conditionalPoints": "conditionalProfiles",
	"invokePoints":      "virtualInvokeProfiles",
	"monitorsProfile":   "monitorProfiles",
}

// document reads {"version":"1.0.0","types":[…],"methods":[…],"callCountProfiles":[…],…}, in any order
// ("Structure").
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
			if len(ps.seen) == maxKeys {
				return &placed{start, errKeys}
			}
			ps.seen[id] = name
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
		return fmt.Errorf("%s after the end of the profile", ps.found())
	}
	if ps.err != io.EOF { // such as a wrong checksum
		return ps.failure()
	}
	var missing []string
	for _, name := range []string{"version", "types", "methods"} {
		if _, ok := ps.seen[name]; !ok {
			missing = append(missing, strconv.Quote(name))
		}
	}
	switch len(missing) {
	case 0:
		return nil
	case 3: // other JSON
		return fmt.Errorf("%w: it has no %s", ErrNotIprof, strings.Join(missing, ", no "))
	}
	return fmt.Errorf("no %s", strings.Join(missing, ", no "))
}

// repeats returns the error for a key that has the meaning of an earlier one.
func repeats(key, before string) error {
	if key == before {
		return fmt.Errorf("a second %s", quoteShort(key))
	}
	return fmt.Errorf("%s duplicates %s", quoteShort(key), quoteShort(before))
}

// notObject returns the error for a file that does not begin with an object. It recognizes common mistakes.
func (ps *parser) notObject() error {
	const tarMagic = 257 // the offset of "ustar" in a tar archive
	for ps.end-ps.pos < tarMagic+len("ustar") && ps.err == nil {
		ps.fill()
	}
	head := string(ps.buf[ps.pos:ps.end])
	if len(head) > tarMagic && strings.HasPrefix(head[tarMagic:], "ustar") {
		return fmt.Errorf("%w: it is a tar archive", ErrNotIprof)
	}
	for _, known := range []struct{ magic, text string }{
		{"version https://git-lfs", "it is a Git LFS pointer; the file itself was not fetched"},
		{"<", "it looks like an HTML or XML page"},
		{"\xca\xfe\xba\xbe", "it is a Java class file"},
		{"PK\x03\x04", "it is a zip or jar file"},
		{"\x7fELF", "it is an executable"},
		{"MZ", "it is an executable"},
		{"\xcf\xfa\xed\xfe", "it is an executable"},
		{"\x1f\x8b", "it is gzipped twice"},
		{"\x28\xb5\x2f\xfd", "it is zstd-compressed; decompress it first"},
		{"BZh", "it is bzip2-compressed; decompress it first"},
		{"\xfd7zXZ", "it is xz-compressed; decompress it first"},
		{"FLR\x00", "it is a JDK Flight Recorder recording"},
		{"\xff\xfe", "it is UTF-16 text"},
		{"\xfe\xff", "it is UTF-16 text"},
	} {
		if strings.HasPrefix(head, known.magic) {
			return fmt.Errorf("%w: %s", ErrNotIprof, known.text)
		}
	}
	if head == "" && ps.err == io.EOF {
		if ps.offset() == 0 {
			return fmt.Errorf("%w: it is empty", ErrNotIprof)
		}
		return fmt.Errorf("%w: it contains only whitespace", ErrNotIprof)
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
		return ps.array(func() error {
			if ps.fastType() {
				return nil
			}
			return ps.readType()
		})
	case "methods":
		return ps.array(func() error {
			if ps.fastMethod() {
				return nil
			}
			return ps.readMethod()
		})
	}
	for _, sec := range Sections {
		if id != sec.String() {
			continue
		}
		ps.p.present[sec] = true
		if err := ps.begin(sec); err != nil {
			return err
		}
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

// readVersion reads the value of "version":"1.0.0". Versions are semantic: a new minor version adds fields.
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
		w, _ := ps.warnings.add(WarnVersion, "")
		w.Text = fmt.Sprintf("version %s is newer than 1.1.0, the newest supported one: unknown fields are skipped", v)
	case v.Pre != "":
		w, _ := ps.warnings.add(WarnVersion, "")
		w.Text = fmt.Sprintf("version %s is a pre-release", v)
	}
	ps.p.Version, ps.repeats = v, ps.omits && v.Major == 0 && v.Minor == 2
	return nil
}
