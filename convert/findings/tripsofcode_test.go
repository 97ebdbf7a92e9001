package findings_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// The code may prove the trips of an inner loop in a method whose entries are not counted: a finding has them, as branches does.
func TestTripsByCodeWithoutEntries(t *testing.T) {
	var b testclass.Builder
	b.Method(9, "run", "(I)V", b.Code([]byte{ // 0: nop, 1: iload_0, 2: ifeq 13, 5: iload_0, 6: ifeq 1, 9: nop, 10: goto 5, 13: return
		0, 0x1a, 0x99, 0, 11, 0x1a, 0x99, 0xff, 0xfb, 0, 0xa7, 0xff, 0xfb, 0xb1}, nil))
	class, err := classfile.Parse(b.Build("A"))
	if err != nil {
		t.Fatal(err)
	}
	body, err := class.Methods[0].Code()
	if err != nil {
		t.Fatal(err)
	}
	p := testprofile.Parse(t, `{`+testprofile.Methods("run", "other")+testprofile.Calls("2:0 2000000")+
		testprofile.Section("conditionalProfiles", []string{"1:2 5 0 100000 13 1 10", "1:6 1 0 100000 9 1 9900000"})+`}`)
	r := findings.New(p, convert.NewNames(p, convert.NameOptions{}), findings.Options{Code: func(slot int32) *classfile.Code {
		if p.MethodIDAt(int(slot)) == 1 {
			return body
		}
		return nil
	}})
	for _, f := range r.List {
		if f.Kind == findings.Loop && f.Title == "loop, ×99.0 per exit" {
			return
		}
	}
	t.Errorf("%+v", r.List)
}
