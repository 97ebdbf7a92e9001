package iprof_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// The code below reads a profile a second time, with encoding/json and without the package under test: slowly, with a map
// for everything, and by the text of the format description. Tests compare the two.

// A reading is the content of a file as text.
type reading struct {
	version  string
	types    []string            // "ID NAME", in the file's order
	methods  []string            // "ID NAME [SIGNATURE]"
	sections map[string][]string // "CTX VALUES", by name in 1.1.0; only those that the file has
	totals   map[string]int64
	frames   [2]int // distinct frames of inlining contexts and of sampled stacks
	warnings map[iprof.WarningKind]int64
}

// A value is a JSON value: an object, an array, or one of string, json.Number, bool and nil.
type (
	object []pair
	pair   struct {
		key   string
		value any
	}
)

var (
	escapes   = regexp.MustCompile(`\\u[0-9a-fA-F]{4}|\\.|[^\\]+`)
	frameForm = regexp.MustCompile(`^([0-9]+):(-?[0-9]+)$`)
)

var errDepth = errors.New("nested too deep")

func readJSON(data []byte) (any, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	switch {
	case !utf8.Valid(data):
		return nil, errors.New("not UTF-8")
	case !json.Valid(data):
		return nil, errors.New("not JSON")
	}
	d := json.NewDecoder(strings.NewReader(markHalves(string(data))))
	d.UseNumber()
	return readValue(d, 1)
}

// halfMark stands for \u before half of a surrogate pair, which encoding/json replaces.
const halfMark = "\uf8ff"

// markHalves marks halves of surrogate pairs in JSON.
func markHalves(data string) string {
	all := escapes.FindAllString(data, -1)
	unit := func(i int) int64 {
		if i == len(all) || !strings.HasPrefix(all[i], `\u`) {
			return 0
		}
		v, _ := strconv.ParseInt(all[i][2:], 16, 32)
		return v
	}
	var b strings.Builder
	for i := 0; i < len(all); i++ {
		switch high := unit(i)>>10 == 0x36; {
		case high && unit(i+1)>>10 == 0x37:
			b.WriteString(all[i] + all[i+1])
			i++
		case high || unit(i)>>10 == 0x37:
			b.WriteString(halfMark + all[i][2:])
		default:
			b.WriteString(all[i])
		}
	}
	return b.String()
}

// withHalves replaces the marks by the three bytes that UTF-8 would have.
func withHalves(text string) string {
	before, rest, found := strings.Cut(text, halfMark)
	for found {
		v, _ := strconv.ParseInt(rest[:4], 16, 32)
		before += string([]byte{0xed, 0x80 | byte(v>>6&0x3f), 0x80 | byte(v&0x3f)})
		var more string
		more, rest, found = strings.Cut(rest[4:], halfMark)
		before += more
	}
	return before
}

func readValue(d *json.Decoder, depth int) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	if token != json.Delim('{') && token != json.Delim('[') {
		if text, ok := token.(string); ok {
			return withHalves(text), nil
		}
		return token, nil
	}
	if depth > 16 {
		return nil, errDepth
	}
	o, a := object{}, []any{}
	for d.More() {
		key := ""
		if token == json.Delim('{') {
			k, err := d.Token()
			if err != nil {
				return nil, err
			}
			key = withHalves(k.(string))
		}
		v, err := readValue(d, depth+1)
		if err != nil {
			return nil, err
		}
		o, a = append(o, pair{key, v}), append(a, v)
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if token == json.Delim('{') {
		return o, nil
	}
	return a, nil
}

// gunzip inflates data if it is gzipped.
func gunzip(data []byte) ([]byte, error) {
	if !bytes.HasPrefix(data, []byte("\x1f\x8b")) {
		return data, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

type refusal struct{ error }

// must ends read with an error.
func must(ok bool, format string, args ...any) {
	if !ok {
		panic(refusal{fmt.Errorf(format, args...)})
	}
}

// read reads a profile. It returns an error if the format does not allow it.
func read(data []byte) (r *reading, err error) {
	data, err = gunzip(data)
	if err != nil {
		return nil, err
	}
	v, err := readJSON(data)
	if err != nil {
		return nil, err
	}
	defer func() {
		if e := recover(); e != nil {
			r, err = nil, e.(refusal)
		}
	}()

	r = &reading{sections: map[string][]string{}, totals: map[string]int64{}, warnings: map[iprof.WarningKind]int64{}}
	top := r.keys(v, map[string]string{
		"version": "version", "types": "types", "methods": "methods",
		"callCountProfiles": "callCountProfiles", "hotnessPoints": "callCountProfiles",
		"conditionalProfiles": "conditionalProfiles", "conditionalPoints": "conditionalProfiles",
		"virtualInvokeProfiles": "virtualInvokeProfiles", "invokePoints": "virtualInvokeProfiles",
		"monitorProfiles": "monitorProfiles", "monitorsProfile": "monitorProfiles",
		"instanceofProfiles": "instanceofProfiles", "samplingProfiles": "samplingProfiles",
	}, "version", "types", "methods")

	r.version, _ = top["version"].value.(string)
	must(regexp.MustCompile(`^[01](\.(0|[1-9][0-9]{0,8})){2}([-+][-+.0-9A-Za-z]*)?$`).MatchString(r.version), "version %v", top["version"])
	if strings.ContainsAny(r.version, "-+") || strings.HasPrefix(r.version, "1.") && !regexp.MustCompile(`^1\.[01]\.`).MatchString(r.version) {
		r.warnings[iprof.WarnVersion]++
	}

	listed := map[string]map[int64]bool{"types": {}, "methods": {}}
	list := func(table, old string, each func(id int64, name string, fields map[string]pair) string) (rows []string) {
		names := map[string]string{"id": "id", "name": "name", old: "name"}
		needed := []string{"id", "name"}
		if table == "methods" {
			names["signature"] = "signature"
			needed = append(needed, "signature")
		}
		for _, e := range array(top[table].value) {
			fields := r.keys(e, names, needed...)
			id := integer(fields["id"].value, -1, 1<<31-1)
			name, ok := fields["name"].value.(string)
			must(ok, "a name that is no string")
			if !utf8.ValidString(name) {
				r.warnings[iprof.WarnHalfPair]++
			}
			row := each(id, name, fields)
			if id == -1 && name == "" {
				continue
			}
			must(id >= 0 && !listed[table][id], "negative or second id %d", id)
			listed[table][id] = true
			rows = append(rows, row)
		}
		return rows
	}
	mentioned := map[string]map[int64]bool{"types": {}, "methods": {}}
	r.types = list("types", "typeName", func(id int64, name string, _ map[string]pair) string {
		return fmt.Sprintf("%d %q", id, name)
	})
	r.methods = list("methods", "methodName", func(id int64, name string, fields map[string]pair) string {
		var signature []int64
		for _, e := range array(fields["signature"].value) {
			signature = append(signature, integer(e, 0, 1<<31-1))
		}
		if id == -1 && name == "" {
			return ""
		}
		must(len(signature) >= 2, "signature of %d", len(signature))
		for _, id := range signature {
			mentioned["types"][id] = true
		}
		return fmt.Sprintf("%d %q %v", id, name, signature)
	})

	type call struct {
		node, parent int
	}
	var calls []call
	type place struct {
		parent       int
		site, method int64
	}
	trees := [2]map[place]int{{}, {}}
	for _, section := range []string{
		"callCountProfiles", "conditionalProfiles", "virtualInvokeProfiles", "instanceofProfiles", "monitorProfiles", "samplingProfiles",
	} {
		at, ok := top[section]
		if !ok {
			continue
		}
		r.sections[section] = []string{}
		group, counted := 2, 1 // numbers in a group, and which of them is the count
		switch section {
		case "callCountProfiles", "samplingProfiles":
			group, counted = 1, 0
		case "conditionalProfiles":
			group, counted = 3, 2
		}
		total := new(big.Int)
		record := func(e any, needed ...string) {
			fields := r.keys(e, map[string]string{"ctx": "ctx", "methodBciList": "ctx", "records": "records"}, needed...)
			ctx := ""
			node, parent := -1, -1
			if c, ok := fields["ctx"]; ok {
				text, ok := c.value.(string)
				must(ok, "a context that is no string")
				frames := strings.Split(text, map[string]string{"ctx": "<", "methodBciList": ","}[c.key])
				tree := 0
				if section == "samplingProfiles" {
					tree = 1
				}
				site := int64(0)
				for i, f := range slices.Backward(frames) {
					must(frameForm.MatchString(f), "frame %q", f)
					left, right, _ := strings.Cut(f, ":")
					method, err1 := strconv.ParseInt(left, 10, 64)
					bci, err2 := strconv.ParseInt(right, 10, 64)
					must(err1 == nil && err2 == nil && method < 1<<31 && bci >= -1<<15 && bci < 1<<16, "frame %q", f)
					frames[i] = fmt.Sprintf("%d:%d", method, bci)
					if section != "monitorProfiles" {
						mentioned["methods"][method] = true
						at := place{node, site, method}
						if _, ok := trees[tree][at]; !ok {
							trees[tree][at] = len(trees[tree])
						}
						parent, node, site = node, trees[tree][at], bci
					}
				}
				ctx = strings.Join(frames, "<")
				if section == "callCountProfiles" && !strings.HasSuffix(frames[0], ":0") {
					r.warnings[iprof.WarnLeafBCI]++
				}
			}
			var v []int64
			for _, e := range array(fields["records"].value) {
				v = append(v, integer(e, -(1<<63-1), 1<<63-1))
			}
			must(len(v)%group == 0 && (group > 1 || len(v) == 1), "%d numbers in a record of %s", len(v), section)
			for i := 0; i < len(v); i += group {
				count := v[i+counted]
				must(count >= 0, "negative count")
				total.Add(total, big.NewInt(count))
				must(total.IsInt64(), "sum too large")
				switch group {
				case 3:
					must(v[i] >= -1<<15 && v[i] < 1<<16 && v[i+1] >= 0 && v[i+1] < 1<<31, "successor %v", v[i:i+3])
				case 2:
					must(v[i] >= 0 && v[i] < 1<<31, "type %d", v[i])
					mentioned["types"][v[i]] = true
				}
				if high, low := count>>32, count&0xffffffff; section != "samplingProfiles" && section != "monitorProfiles" && high >= 16 &&
					(high-low <= high/8 && low-high <= high/8 || low >= 16 && low < 8192 && high < 8192) {
					r.warnings[iprof.WarnPackedCount]++
				}
			}
			if section == "monitorProfiles" {
				for i := 0; i < len(v); i += 2 {
					r.sections[section] = append(r.sections[section], fmt.Sprint(v[i], v[i+1]))
				}
				return
			}
			if section == "callCountProfiles" {
				calls = append(calls, call{node, parent})
			}
			r.sections[section] = append(r.sections[section], strings.TrimSpace(ctx+" "+strings.Trim(fmt.Sprint(v), "[]")))
		}
		if _, ok := at.value.(object); ok && at.key == "monitorsProfile" {
			record(at.value, "records")
		} else {
			for _, e := range array(at.value) {
				record(e, "ctx", "records")
			}
		}
		r.totals[section] = total.Int64()
	}
	r.frames = [2]int{len(trees[0]), len(trees[1])}
	for table, kind := range map[string]iprof.WarningKind{"types": iprof.WarnDanglingType, "methods": iprof.WarnDanglingMethod} {
		for id := range mentioned[table] {
			if !listed[table][id] {
				r.warnings[kind]++
			}
		}
	}
	has := map[int]bool{}
	for _, c := range calls {
		has[c.node] = true
	}
	for _, c := range calls {
		if c.parent >= 0 && !has[c.parent] {
			r.warnings[iprof.WarnMissingCaller]++
		}
	}
	return r, nil
}

// keys returns the fields of an object by the names that they have now, and counts those that have none.
func (r *reading) keys(v any, names map[string]string, needed ...string) map[string]pair {
	o, ok := v.(object)
	must(ok && len(o) <= 1000, "no object of at most 1000 keys")
	fields := map[string]pair{}
	for _, p := range o {
		name, ok := names[p.key]
		if !ok {
			name = "unknown " + p.key
			r.warnings[iprof.WarnUnknownField]++
		}
		_, twice := fields[name]
		must(!twice, "second %q", p.key)
		fields[name] = p
	}
	for _, name := range needed {
		_, ok := fields[name]
		must(ok, "no %q", name)
	}
	return fields
}

func array(v any) []any {
	a, ok := v.([]any)
	must(ok, "no array")
	return a
}

func integer(v any, minimum, maximum int64) int64 {
	n, _ := v.(json.Number)
	i, err := strconv.ParseInt(n.String(), 10, 64)
	must(err == nil && i >= minimum && i <= maximum, "%v", v)
	return i
}

// compare says where a profile differs from the reading of its file.
func compare(p *iprof.Profile, r *reading) error {
	var errs []error
	differ := func(name string, got, want any) {
		g, w := fmt.Sprint(got), fmt.Sprint(want)
		if g == w {
			return
		}
		i := 0
		for i < min(len(g), len(w)) && g[i] == w[i] {
			i++
		}
		i = max(0, i-30)
		errs = append(errs, fmt.Errorf("%s: …%.90s, want …%.90s", name, g[i:], w[i:]))
	}
	differ("version", p.Version, r.version)

	var types, methods []string
	for _, t := range p.Types.All() {
		types = append(types, fmt.Sprintf("%d %q", t.ID, t.Name))
		if got, ok := p.Type(t.ID); !ok || got != t {
			errs = append(errs, fmt.Errorf("type %d is found as %v", t.ID, got))
		}
	}
	for _, m := range p.Methods.All() {
		methods = append(methods, fmt.Sprintf("%d %q %v", m.ID, m.Name, append([]iprof.TypeID{m.Declaring, m.Return}, m.Params...)))
		if got, ok := p.Method(m.ID); !ok || got.Name != m.Name || got.ID != m.ID {
			errs = append(errs, fmt.Errorf("method %d is found as %v", m.ID, got))
		}
	}
	differ("types", strings.Join(types, "\n"), strings.Join(r.types, "\n"))
	differ("methods", strings.Join(methods, "\n"), strings.Join(r.methods, "\n"))

	for _, s := range iprof.Sections {
		want, has := r.sections[s.String()]
		differ(s.String()+" is there", p.Has(s), has)
		differ("number of "+s.String(), p.Records(s), len(want))
		differ("total of "+s.String(), p.Total(s), r.totals[s.String()])
		differ(s.String(), strings.Join(rows(p, s), "\n"), strings.Join(want, "\n"))
	}
	differ("frames", [2]int{p.Contexts.Len(), p.Stacks.Len()}, r.frames)

	warnings := map[iprof.WarningKind]int64{}
	for _, w := range p.Warnings {
		warnings[w.Kind] += w.Count
	}
	differ("warnings", sorted(warnings), sorted(r.warnings))
	return errors.Join(errs...)
}

func sorted(m map[iprof.WarningKind]int64) string {
	var s []string
	for k, v := range m {
		s = append(s, fmt.Sprint(k, " ", v))
	}
	sort.Strings(s)
	return strings.Join(s, ", ")
}
