package iprof_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Stacks of another tool have names and values, and are a profile without caveats that is not an iprof.
func TestStacksOfAnotherTool(t *testing.T) {
	var b iprof.Builder
	b.SetOrigin(iprof.Origin{Format: "folded stacks", Unit: "ms", PerSample: 10})
	for i, name := range []string{"main", "work"} {
		b.AddMethod(iprof.Method{ID: iprof.MethodID(i), Name: name, Declaring: iprof.NoType, Return: iprof.NoType})
	}
	main := b.Stacks().Child(iprof.NoNode, 0, 0)
	for range 2 {
		if err := b.AddCount(iprof.Samples, iprof.Count{Node: b.Stacks().Child(main, 0, 1), Value: 20}); err != nil {
			t.Fatal(err)
		}
	}
	p := b.Profile()
	if len(p.Warnings) > 0 || p.Total(iprof.Samples) != 40 || p.Stacks.Len() != 2 || p.TypeSlots() != 0 {
		t.Errorf("%d samples, %d nodes, %d types, %v", p.Total(iprof.Samples), p.Stacks.Len(), p.TypeSlots(), p.Warnings)
	}
	if m, ok := p.Method(1); !ok || m.Name != "work" || m.Declaring != iprof.NoType || m.Return != iprof.NoType || m.Params != nil {
		t.Errorf("method 1: %+v", m)
	}
	if _, ok := p.Type(iprof.NoType); ok {
		t.Error("NoType is listed")
	}
	for _, p := range []*iprof.Profile{p, iprof.Canonical(p, true)} {
		if o := p.Origin(); !reflect.DeepEqual(o, iprof.Origin{Format: "folded stacks", Unit: "ms", PerSample: 10}) {
			t.Errorf("origin %+v", o)
		}
		var out bytes.Buffer
		err := iprof.Write(&out, p)
		if want := "cannot be written as an iprof: it was made from folded stacks"; !errors.Is(err, iprof.ErrNotWritable) || err.Error() != want || out.Len() > 0 {
			t.Errorf("%d bytes written, %v, want %s", out.Len(), err, want)
		}
	}
}

func TestOriginOfIprof(t *testing.T) {
	if o := load(t, "../testdata/fib.iprof").Origin(); !reflect.DeepEqual(o, iprof.Origin{Unit: "samples", PerSample: 1}) {
		t.Errorf("origin %+v", o)
	}
}

func TestWriteWithoutSignature(t *testing.T) {
	var b iprof.Builder
	b.AddType(iprof.Type{ID: 1, Name: "A"})
	b.AddMethod(iprof.Method{ID: 1, Name: "m", Declaring: 1, Return: iprof.NoType})
	err := iprof.Write(&bytes.Buffer{}, b.Profile())
	if want := "cannot be written as an iprof: it has methods without a signature"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// A Builder is empty after Profile, and changes nothing of it.
func TestBuilderAfterProfile(t *testing.T) {
	var b iprof.Builder
	tree := b.Stacks()
	b.AddMethod(iprof.Method{ID: 1, Name: "m", Declaring: iprof.NoType, Return: iprof.NoType})
	b.AddCount(iprof.Samples, iprof.Count{Node: tree.Child(iprof.NoNode, 0, 1), Value: math.MaxInt64})
	if err := b.AddCount(iprof.Samples, iprof.Count{Value: 1}); !errors.Is(err, iprof.ErrOverflow) {
		t.Errorf("past 2^63-1: %v", err)
	}
	p := b.Profile()
	if b.Records() != 0 || tree.Len() != 0 {
		t.Errorf("%d records and %d nodes are left", b.Records(), tree.Len())
	}
	if n := tree.Child(iprof.NoNode, 0, 1); n != 0 || !b.AddMethod(iprof.Method{ID: 1}) {
		t.Errorf("node %d", n)
	}
	tree.Child(0, 0, 1)
	if err := b.AddCount(iprof.Samples, iprof.Count{Value: 1}); err != nil {
		t.Error(err)
	}
	if p.Stacks.Len() != 1 || p.Samples.Len() != 1 || p.Methods.Len() != 1 || p.MethodSlots() != 1 {
		t.Error("the profile has grown")
	}
}

// An id that is taken keeps its first entry, and the caller learns that.
func TestIDsAreTakenOnce(t *testing.T) {
	var b iprof.Builder
	added := []bool{
		b.AddType(iprof.Type{ID: 3, Name: "A"}), b.AddType(iprof.Type{ID: 3, Name: "B"}),
		b.AddMethod(iprof.Method{ID: 4, Name: "a", Declaring: 3, Return: 3}), b.AddMethod(iprof.Method{ID: 4, Name: "b", Declaring: 3, Return: 9}),
	}
	if want := []bool{true, false, true, false}; !slices.Equal(added, want) {
		t.Errorf("added %v, want %v", added, want)
	}
	p := b.Profile()
	a, _ := p.Type(3)
	m, _ := p.Method(4)
	if a.Name != "A" || m.Name != "a" || p.Types.Len() != 1 || p.Methods.Len() != 1 || p.TypeSlots() != 1 || len(p.Warnings) > 0 {
		t.Errorf("%q, %q, %d types, %d methods, %d slots, %v", a.Name, m.Name, p.Types.Len(), p.Methods.Len(), p.TypeSlots(), p.Warnings)
	}
}

// A name that ends within half of a surrogate pair is written as it is.
func TestWriteCutSurrogate(t *testing.T) {
	for _, name := range []string{"\xed", "a\xed\xa0", "\xed\xa0\x80", "\xed\xa0\x80\xed"} {
		var b iprof.Builder
		b.AddType(iprof.Type{ID: 1, Name: name})
		var out bytes.Buffer
		if err := iprof.Write(&out, b.Profile()); err != nil {
			t.Fatal(err)
		}
		if want := strings.ReplaceAll(`"name":"`+name+`"}`, "\xed\xa0\x80", `\ud800`); !strings.Contains(out.String(), want) {
			t.Errorf("%q: %q", name, out.String())
		}
	}
}

// The canonical form has the version that its sections need.
func TestVersionOfCanonical(t *testing.T) {
	for _, c := range []struct {
		section iprof.Section
		want    string
	}{{iprof.Receivers, "1.0.0"}, {iprof.InstanceOf, "1.1.0"}} {
		b := iprof.NewBuilder(iprof.Version{Major: 0, Minor: 4})
		b.AddType(iprof.Type{ID: 0, Name: "A"})
		b.AddMethod(iprof.Method{ID: 1, Name: "m", Declaring: 0, Return: 0})
		if err := b.AddTypeProfile(c.section, b.Contexts().Child(iprof.NoNode, 0, 1), 5, []iprof.TypeCount{{Type: 0, Count: 2}}); err != nil {
			t.Fatal(err)
		}
		if got := iprof.Canonical(b.Profile(), false).Version.String(); got != c.want {
			t.Errorf("with %s: %s, want %s", c.section, got, c.want)
		}
	}
}

// Wrong arguments have a result, or a panic that names the mistake.
func TestMisuse(t *testing.T) {
	if got := iprof.Section(9).String() + " " + iprof.Section(-1).String(); got != "Section(9) Section(-1)" {
		t.Error(got)
	}
	var p iprof.Profile
	for range p.Successors(iprof.Conditional{}) {
		t.Error("a conditional of no profile has a successor")
	}
	for range p.TypeCounts(iprof.TypeProfile{}) {
		t.Error("a type profile of no profile has a type")
	}
	if m, ok := p.Method(7); ok || m.ID != 7 {
		t.Errorf("method 7 of an empty profile: %+v, %v", m, ok)
	}
	var b iprof.Builder
	for name, call := range map[string]func(){
		"iprof: records of conditionalProfiles are not a Count":     func() { b.AddCount(iprof.Conditionals, iprof.Count{}) },
		"iprof: records of callCountProfiles are not a TypeProfile": func() { b.AddTypeProfile(iprof.Calls, 0, 0, nil) },
		"iprof: count -1 is negative":                               func() { b.AddCount(iprof.Calls, iprof.Count{Value: -1}) },
		"iprof: method id -1 is negative":                           func() { b.AddMethod(iprof.Method{ID: -1}) },
		"iprof: type id -1 is negative":                             func() { b.AddType(iprof.Type{ID: iprof.NoType}) },
		"iprof: id 7 is not in this profile":                        func() { p.MethodSlot(7) },
	} {
		func() {
			defer func() {
				if got := recover(); got != name {
					t.Errorf("panic %v, want %s", got, name)
				}
			}()
			call()
		}()
	}
	if b.Records() != 0 {
		t.Errorf("%d records", b.Records())
	}
}

// Records that were not read are not silently left out.
func TestWriteOfPart(t *testing.T) {
	for records, want := range map[string]bool{"": true, `{"ctx":"1:0","records":[7]}`: false, `{"ctx":"1:0","records":[7]},{"ctx":"2:0","records":[1]}`: false} {
		one, err := iprof.Parse(strings.NewReader(`{"version":"1.0.0","types":[],"methods":[],"callCountProfiles":[`+records+`]}`), iprof.Options{Sections: []iprof.Section{iprof.Samples}})
		if err != nil {
			t.Fatal(err)
		}
		if err := iprof.Write(io.Discard, one); (err == nil) != want {
			t.Errorf("records %s were not read: %v", records, err)
		}
	}
	data := testfile.Read(t, "../testdata/shop.iprof")
	p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{Sections: []iprof.Section{iprof.Samples}})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []*iprof.Profile{p, iprof.Canonical(p, false)} {
		var out bytes.Buffer
		err := iprof.Write(&out, p)
		if !errors.Is(err, iprof.ErrNotWritable) || !strings.HasSuffix(err.Error(), "were not read") || out.Len() > 0 {
			t.Errorf("%d bytes, %v", out.Len(), err)
		}
	}
}

// A type that only a signature names has a slot and a warning, as in a file; one that is listed later has none.
func TestBuilderRefersToTypesOfSignatures(t *testing.T) {
	var b iprof.Builder
	b.AddMethod(iprof.Method{ID: 1, Name: "m", Declaring: 5, Return: 6, Params: []iprof.TypeID{7, 6}})
	b.AddType(iprof.Type{ID: 6, Name: "int"})
	p := b.Profile()
	if p.TypeSlots() != 3 || p.TypeSlot(5) == p.TypeSlot(7) {
		t.Errorf("%d slots, of 5, 6 and 7", p.TypeSlots())
	}
	if len(p.Warnings) != 1 || p.Warnings[0].Kind != iprof.WarnDanglingType || p.Warnings[0].Count != 2 {
		t.Errorf("%+v, want one of two types", p.Warnings)
	}
}

// By default an input may have 2 GiB.
func TestDefaultInput(t *testing.T) {
	if iprof.DefaultMaxInput != 2*1024*1024*1024 {
		t.Error(iprof.DefaultMaxInput)
	}
}
