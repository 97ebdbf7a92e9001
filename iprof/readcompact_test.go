package iprof

import (
	"slices"
	"strings"
	"testing"
)

// parserOf returns a parser of sections at the beginning of a text, which is in its window.
func parserOf(text string) *parser {
	ps := &parser{scanner: newScanner(strings.NewReader(text), nil), p: &Profile{}, batch: &batch{}, elem: -1, sub: -1}
	for _, sec := range Sections {
		ps.keeps[sec] = true
	}
	ps.peek()
	return ps
}

// Records as native-image writes them are read in the fast way, with numbers of up to 9, 4 and 18 digits. Others are left to the
// general one, and nothing is consumed.
func TestCompactRecords(t *testing.T) {
	const number18 = 999_999_999_999_999_999
	for _, tt := range []struct {
		sec    Section
		text   string
		frames Context // nil: it is left
		values []int64
	}{
		{Samples, `{"ctx":"5:0<3:2<2:9<1:3","records":[7]}`, Context{{5, 0}, {3, 2}, {2, 9}, {1, 3}}, []int64{7}},
		{Samples, `{"ctx":"0:0","records":[0]}`, Context{{0, 0}}, []int64{0}},
		{Samples, `{"ctx":"1234567:9012<9876543:-9999","records":[999999999999999999]}`, Context{{1234567, 9012}, {9876543, -9999}}, []int64{number18}},
		{Samples, `{"ctx":"1:10","records":[10]},{"ctx":"2:0","records":[1]}`, Context{{1, 10}}, []int64{10}},
		{Conditionals, `{"ctx":"19:-5","records":[-5,0,908,65535,1,21]}`, Context{{19, -5}}, []int64{-5, 0, 908, 65535, 1, 21}},
		{Samples, `{"ctx":"1:2","records":[1234567]}`, Context{{1, 2}}, []int64{1234567}},
		{Samples, `{"ctx":"1:2","records":[12345678]}`, Context{{1, 2}}, []int64{12345678}},
		{Samples, `{"ctx":"1:2","records":[123456789]}`, Context{{1, 2}}, []int64{123456789}},
		{Receivers, `{"ctx":"1:2","records":[4,100000000000000000]}`, Context{{1, 2}}, []int64{4, 100_000_000_000_000_000}},
		{sec: Samples, text: `{"ctx":"12345678:1","records":[7]}`},
		{sec: Samples, text: `{"ctx":"1:12345","records":[7]}`},
		{sec: Samples, text: `{"ctx":"1:-12345","records":[7]}`},
		{sec: Samples, text: `{"ctx":"1:1","records":[1000000000000000000]}`},
		{sec: Samples, text: `{"ctx":"1:1","records":[01]}`},
		{sec: Samples, text: `{"ctx":"1:1","records":[0123456789]}`},
		{sec: Samples, text: `{"ctx":"1:1","records":[]}`},
		{sec: Samples, text: `{"ctx":"1:1","records":[1,]}`},
		{sec: Samples, text: `{"ctx":"1:1","records":[-]}`},
		{sec: Samples, text: `{"ctx":"","records":[1]}`},
		{sec: Samples, text: `{"ctx":"1","records":[1]}`},
		{sec: Samples, text: `{"ctx":":1","records":[1]}`},
		{sec: Samples, text: `{"ctx":"1:","records":[1]}`},
		{sec: Samples, text: `{"ctx":"1:-","records":[1]}`},
		{sec: Samples, text: `{"ctx":"1:1<","records":[1]}`},
		{sec: Samples, text: `{"ctx":"1:1","records":[-1]}`},      // an error, with a place
		{sec: Samples, text: `{"ctx":"1:1","records":[1,2]}`},     // another
		{sec: Samples, text: `{"ctx":"1:1","records":[1],"x":2}`}, // a warning
		{sec: Samples, text: ` {"ctx":"1:1","records":[1]}`},
		{sec: Samples, text: ``},
	} {
		ps := parserOf(tt.text)
		ok := ps.fastRecord(tt.sec)
		switch {
		case ok != (tt.frames != nil):
			t.Errorf("%s: read: %t", tt.text, ok)
		case !ok:
			if ps.offset() != 0 || len(ps.batch.records) != 0 {
				t.Errorf("%s: %d bytes are consumed, %d records stored", tt.text, ps.offset(), len(ps.batch.records))
			}
		default:
			if end := strings.Index(tt.text, "]}") + 2; ps.offset() != int64(end) || len(ps.batch.records) != 1 {
				t.Errorf("%s: %d bytes are consumed, not %d, %d records stored", tt.text, ps.offset(), end, len(ps.batch.records))
			}
			if !slices.Equal(Context(ps.batch.frames), tt.frames) || !slices.Equal(ps.values, tt.values) {
				t.Errorf("%s: %v %v", tt.text, ps.batch.frames, ps.values)
			}
		}
	}
}

// beyond are the bytes after the input in a window: a 0, and others that no result depends on.
var beyond = "\x00" + "1234567"[:padding-1]

// A record that ends with the window is told from one of another form: only the first may be read after the window has moved on.
func TestCompactRecordAtEndOfWindow(t *testing.T) {
	const record = `{"ctx":"51:-40<3:2","records":[-17,0,8]}`
	ps := &parser{batch: &batch{}}
	if n, _ := ps.match([]byte(record + beyond)); n != len(record) {
		t.Errorf("%d of %d bytes", n, len(record))
	}
	for i := range record {
		ps.frames = ps.room()
		if n, short := ps.match([]byte(record[:i] + beyond)); n != 0 || !short {
			t.Errorf("%s: %d bytes, short: %t", record[:i], n, short)
		}
		if n, short := ps.match([]byte(record[:i] + "!" + record[i+1:] + beyond)); n != 0 || short {
			t.Errorf("%s!%s: %d bytes, short: %t", record[:i], record[i+1:], n, short)
		}
	}
}

// The longest context that the format allows is read in the fast way, and a longer one is left.
func TestLongestCompactRecord(t *testing.T) {
	for n, want := range map[int]bool{MaxFrames: true, MaxFrames + 1: false} {
		ps := &parser{batch: &batch{}}
		ps.frames = ps.room()
		got, _ := ps.match([]byte(`{"ctx":"` + strings.Repeat("1:2<", n-1) + `1:2","records":[7]}` + beyond))
		if (got > 0) != want {
			t.Errorf("%d frames: read: %t", n, got > 0)
		}
	}
}

// Types and methods as native-image writes them are read in the fast way, others are left.
func TestCompactEntries(t *testing.T) {
	for text, want := range map[string]*Method{
		`{"id":9,"name":"m","signature":[8,10]}`:                {ID: 9, Name: "m", Declaring: 8, Return: 10},
		`{"id":0,"name":"","signature":[0,1,2345678,3]}`:        {Name: "", Declaring: 0, Return: 1, Params: []TypeID{2345678, 3}},
		`{"id":9876543,"name":"a ~b","signature":[9999999,10]}`: {ID: 9876543, Name: "a ~b", Declaring: 9999999, Return: 10},
		`{"id":1000000000,"name":"m","signature":[8,10]}`:       nil,
		`{"id":1,"name":"m","signature":[1000000000,10]}`:       nil,
		`{"id":1,"name":"m","signature":[8]}`:                   nil, // an error
		`{"id":1,"name":"m","signature":[]}`:                    nil,
		`{"id":1,"name":"m","signature":[8,]}`:                  nil,
		`{"id":1,"name":"m","signature":[8,09]}`:                nil,
		`{"id":,"name":"m","signature":[8,9]}`:                  nil,
		`{"id":1,"name":"é","signature":[8,9]}`:                 nil,
		`{"id":1,"name":"\n","signature":[8,9]}`:                nil,
		`{"id":1,"name":"` + "\x1f" + `","signature":[8,9]}`:    nil,
		`{"id":1,"name":"m"}`:                                   nil,
		` {"id":1,"name":"m","signature":[8,9]}`:                nil,
		``:                                                      nil,
	} {
		for range 2 {
			ps := parserOf(text + ",")
			ok := ps.fastMethod()
			if ok != (want != nil) || !ok && ps.offset() != 0 || ok && ps.offset() != int64(len(text)) {
				t.Errorf("%q: read: %t, %d of %d bytes", text, ok, ps.offset(), len(text))
				continue
			}
			if !ok {
				continue
			}
			if m := ps.p.Methods.At(0); m.ID != want.ID || m.Name != want.Name || m.Declaring != want.Declaring || m.Return != want.Return || !slices.Equal(m.Params, want.Params) {
				t.Errorf("%q: %+v", text, m)
			}
			ps.pos = 0
			if ps.fastMethod() || ps.offset() != 0 || ps.p.Methods.Len() != 1 {
				t.Errorf("%q: listed twice, and read", text)
			}
		}
	}
	for text, want := range map[string]*Type{
		`{"id":9,"name":"java.lang.Object"}`: {9, "java.lang.Object"},
		`{"id":0,"name":""}`:                 {0, ""},
		`{"id":1234567,"name":"[I"}`:         {1234567, "[I"},
		`{"id":12345678,"name":"[I"}`:        nil,
		`{"id":00,"name":"A"}`:               nil,
		`{"id":1,"name":"\u0041"}`:           nil,
		`{"id":1,"name":"A","x":1}`:          nil,
		`{"id":-1,"name":""}`:                nil,
	} {
		ps := parserOf(text + ",")
		ok := ps.fastType()
		if ok != (want != nil) || !ok && ps.offset() != 0 || ok && (ps.offset() != int64(len(text)) || ps.p.Types.At(0) != *want) {
			t.Errorf("%q: read: %t, %d of %d bytes", text, ok, ps.offset(), len(text))
			continue
		}
		if ps.pos = 0; ok && ps.fastType() {
			t.Errorf("%q: listed twice, and read", text)
		}
	}
}

// An entry that ends with the window, or is cut off anywhere, is not read past its end.
func TestCompactEntryAtEndOfWindow(t *testing.T) {
	const method, class = `{"id":12,"name":"main","signature":[8,9,10]}`, `{"id":12,"name":"A"}`
	ps := &parser{}
	for i := range method {
		if _, _, n := ps.matchMethod([]byte(method[:i] + beyond)); n != 0 {
			t.Errorf("%s: %d bytes", method[:i], n)
		}
	}
	for i := range class {
		if _, _, n := matchType([]byte(class[:i] + beyond)); n != 0 {
			t.Errorf("%s: %d bytes", class[:i], n)
		}
	}
	_, _, m := ps.matchMethod([]byte(method + beyond))
	_, _, c := matchType([]byte(class + beyond))
	if m != len(method) || c != len(class) {
		t.Errorf("%d of %d bytes, %d of %d", m, len(method), c, len(class))
	}
}

// Frames with numbers of up to 9 and 4 digits are read in the fast way, others are left.
func TestQuickFrame(t *testing.T) {
	for text, want := range map[string]*Frame{
		"1:0": {1, 0}, "90:19": {90, 19}, "123456789:9999": {123456789, 9999}, "987654321:-9990": {987654321, -9990}, "0:-1": {0, -1},
		"1234567890:0": nil, "1:12345": nil, "1:-12345": nil, "": nil, "1": nil, "1:": nil, "1:-": nil, ":1": nil, ":": nil,
		"1:1 ": nil, "1:1<": nil, "-1:1": nil, "1::1": nil, "1;1": nil, "1:/": nil, "1::": nil, "/:1": nil,
	} {
		got, ok := quickFrame([]byte(text))
		if ok != (want != nil) || ok && got != *want {
			t.Errorf("%q: %v, %t", text, got, ok)
		}
	}
}
