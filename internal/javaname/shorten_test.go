package javaname_test

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func TestText(t *testing.T) {
	for _, tt := range []struct {
		text  string
		limit int
		want  string
	}{
		{"x.Generated", 11, "x.Generated"},
		{"x.Generated", 5, "x.Gen…+6"},
		{"x.é", 3, "x.…+2"}, // between characters
		{"", 0, ""},
	} {
		if got := javaname.Shorten(tt.text, tt.limit); got != tt.want {
			t.Errorf("%q cut at %d is %q, want %q", tt.text, tt.limit, got, tt.want)
		}
	}
}

// profileOf has methods of a class with a long name, each with 255 parameters of that class.
func profileOf(methods int) *iprof.Profile {
	b := iprof.NewBuilder(iprof.Version{Major: 1})
	b.AddType(iprof.Type{ID: 1, Name: "x." + strings.Repeat("Y", 60_000)})
	params := make([]iprof.TypeID, 255)
	for i := range params {
		params[i] = 1
	}
	for i := range methods {
		b.AddMethod(iprof.Method{ID: iprof.MethodID(i + 1), Name: "f", Declaring: 1, Return: 1, Params: params})
	}
	return b.Profile()
}

// Names and signatures that repeat a long name are cut: the more of them there are, the shorter.
func TestLimit(t *testing.T) {
	for _, tt := range []struct{ methods, most int }{{10, 4 * 65_535}, {10_000, 4 * 6_800}, {100_000, 4 * 1_100}} {
		p := profileOf(tt.methods)
		names := convert.NewNames(p, convert.NameOptions{Style: convert.SignatureNames, Disambiguate: true})
		m, _ := p.MethodAt(tt.methods - 1)
		for what, name := range map[string]string{
			"name": names.Method(tt.methods - 1), "signature": names.Signature(tt.methods - 1), "JVM signature": convert.JVMSignature(p, m),
		} {
			if len(name) > tt.most || !strings.Contains(name, "…+") {
				t.Errorf("of %d methods: the %s has %d bytes, want at most %d and how many are left out", tt.methods, what, len(name), tt.most)
			}
		}
	}
	m, _ := profileOf(1).MethodAt(0)
	if got := convert.JVMSignature(profileOf(1), m); !strings.HasPrefix(got, "x."+strings.Repeat("Y", 60_000)+".f(Lx/") || !strings.Contains(got, "…+254)") {
		t.Errorf("the name of a class is not whole in %.80s…", got)
	}
}

func TestRepeatedText(t *testing.T) {
	var r javaname.RepeatedText
	if got := r.Params([]string{"int", "[Ljava.lang.String;"}); got != "int, java.lang.String[]" {
		t.Error(got)
	}
	long := strings.Repeat("x", 600)
	if got := r.Params([]string{long, long, "int"}); got != long+", …+2" {
		t.Error(got)
	}
	if got := r.Cut(long + long); got != (long + long)[:1024]+"…+176" {
		t.Error(got)
	}
	for !r.Full() {
		r.Cut(long)
	}
	if got := r.Cut(long); got != long[:64]+"…+536" {
		t.Error(got)
	}
	if got := r.Params([]string{long, "int"}); got != long[:64]+"…+536, …+1" {
		t.Error(got)
	}
}
