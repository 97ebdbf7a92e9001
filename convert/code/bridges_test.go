package code_test

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// A method is listed before its bridge: with classes even if the bridge is on more stacks, without them if they count the same. A method
// that only has a less specific parameter is no bridge: the hottest is first.
func TestMethodsAreListedBeforeTheirBridges(t *testing.T) {
	const types = `{"version":"1.1.0","types":[{"id":0,"name":"a.Box"},{"id":1,"name":"java.lang.Object"},{"id":2,"name":"java.lang.String"}],
		"methods":[{"id":7,"name":"get","signature":[0,1]},{"id":8,"name":"get","signature":[0,2]},
		{"id":9,"name":"put","signature":[0,1,1]},{"id":10,"name":"put","signature":[0,1,2]}],
		"callCountProfiles":[{"ctx":"7:0","records":[40]},{"ctx":"8:0<7:1","records":[40]},{"ctx":"9:0","records":[30]},{"ctx":"10:0","records":[20]}],
		"samplingProfiles":[{"ctx":"8:0<7:1","records":[5]}`
	var b testclass.Builder
	const public, bridge = 1, int(classfile.AccBridge) | 1
	code1 := b.Code([]byte{1, 0xb0}, nil) // aconst_null, areturn
	b.Method(bridge, "get", "()Ljava/lang/Object;", code1)
	b.Method(public, "get", "()Ljava/lang/String;", code1)
	b.Method(public, "put", "(Ljava/lang/Object;)Ljava/lang/Object;", code1)
	b.Method(public, "put", "(Ljava/lang/String;)Ljava/lang/Object;", code1)
	box, err := classfile.Parse(b.Build("a/Box"))
	if err != nil {
		t.Fatal(err)
	}
	classes := func(name string) (*classfile.Class, error) {
		if name == "a.Box" {
			return box, nil
		}
		return nil, classpath.ErrNotFound
	}
	for name, c := range map[string]struct {
		samples string
		class   code.Finder
	}{"classes": {`,{"ctx":"7:1","records":[3]}]}`, classes}, "no classes": {"]}", nil}} {
		p := testprofile.Parse(t, types+c.samples)
		names := convert.NewNames(p, convert.NameOptions{Disambiguate: true})
		l, err := code.List(p, names, nil, code.ListOptions{Class: c.class})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range l.Methods {
			got = append(got, names.Method(int(m.Slot)))
		}
		const want = "a.Box.get():java.lang.String a.Box.get():java.lang.Object a.Box.put(java.lang.Object) a.Box.put(java.lang.String)"
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
