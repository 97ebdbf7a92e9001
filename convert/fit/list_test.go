package fit

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

const against = `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.Order"},{"id":2,"name":"[Ljava.lang.String;"},{"id":3,"name":"a.old.Cart"},
	{"id":4,"name":"a.Order$$Lambda$45dce27977eb3b217a31dc8778a0802922b54621_1"},{"id":5,"name":"int"},{"id":6,"name":"a.Trolley"},{"id":7,"name":"b.Gone"}],
	"methods":[{"id":1,"name":"total","signature":[1,5]},{"id":2,"name":"parse","signature":[1,0,2]},{"id":3,"name":"<init>","signature":[1,0]},
	{"id":4,"name":"add","signature":[3,0,5]},{"id":5,"name":"run","signature":[4,0]},{"id":6,"name":"<clinit>","signature":[1,0]},{"id":7,"name":"price","signature":[1,5,5]},
	{"id":8,"name":"push","signature":[6,0]},{"id":9,"name":"xyz","signature":[7,0]},{"id":10,"name":"unused","signature":[7,0]}],
	"callCountProfiles":[{"ctx":"1:0","records":[100]},{"ctx":"2:0<1:3","records":[200]},{"ctx":"3:0","records":[300]},{"ctx":"4:0","records":[10]},{"ctx":"5:0","records":[20]},
	{"ctx":"6:0","records":[1]},{"ctx":"7:0","records":[30]},{"ctx":"7:0<1:9","records":[5]},{"ctx":"8:0","records":[4]},{"ctx":"9:0","records":[2]}]}`

func TestAgainst(t *testing.T) {
	p := testprofile.Parse(t, against)
	want := []GoneMethod{
		{7, "a.Order.price(int)", 35, "a.Order.prices(int)"},
		{5, "a.Order$$Lambda$45dce27977eb3b217a31dc8778a0802922b54621_1.run()", 20, "a.Order$$Lambda$aaaaaaaaaaeb3b217a31dc8778a0802922b54621_1.run()"},
		{4, "a.old.Cart.add(int)", 10, "a.fresh.Cart.add(int)"},
		{8, "a.Trolley.push()", 4, "a.Trolleys.push()"},
		{9, "b.Gone.xyz()", 2, ""},
	}
	for name, list := range map[string]string{
		"inspect": `{"classes":["a.Order"],"fields":[],"methods":[{"declaringClass":"a.Order","name":"total","parameterTypes":[]},
			{"declaringClass":"a.Order","name":"parse","parameterTypes":["java.lang.String[]"]},{"declaringClass":"a.Order","name":"prices","parameterTypes":["int"]},
			{"declaringClass":"a.Order","name":"entirely","parameterTypes":["int"]},
			{"declaringClass":"a.fresh.Cart","name":"add","parameterTypes":["int"]},{"declaringClass":"a.Trolleys","name":"push","parameterTypes":[]},
			{"declaringClass":"a.Order$$Lambda$aaaaaaaaaaeb3b217a31dc8778a0802922b54621_1","name":"run","parameterTypes":[]}],
			"constructors":[{"declaringClass":"a.Order","parameterTypes":[]}]}`,
		"inspect of old": `{"methods":[{"declaringClass":"a.Order","name":"total","paramTypes":[]},{"declaringClass":"a.Order","name":"<init>","paramTypes":[]},
			{"declaringClass":"a.Order","name":"parse","paramTypes":["[Ljava.lang.String;"]},{"declaringClass":"a.Order","name":"prices","paramTypes":["int"]},
			{"declaringClass":"a.fresh.Cart","name":"add","paramTypes":["int"]},{"declaringClass":"a.Trolleys","name":"push","paramTypes":[]},
			{"declaringClass":"a.Order$$Lambda$aaaaaaaaaaeb3b217a31dc8778a0802922b54621_1","name":"run","paramTypes":[]}]}`,
		"lines": "# methods\n\na.Order.total()\na.Order.parse\n a.Order.<init>( )\r\na.Order.prices(int)\na.fresh.Cart.add(int)\na.Trolleys.push()\n" +
			"a.Order$$Lambda$aaaaaaaaaaeb3b217a31dc8778a0802922b54621_1.run()\n",
	} {
		t.Run(name, func(t *testing.T) {
			l, err := ReadMethods(strings.NewReader(list))
			if err != nil {
				t.Fatal(err)
			}
			a := NewListFit(p, l)
			if a.Metric != convert.Calls || a.Total != 672 || a.GoneValue != 71 {
				t.Errorf("%v: %d of %d", a.Metric, a.GoneValue, a.Total)
			}
			if len(a.Rows) != len(want) {
				t.Fatalf("%+v", a.Rows)
			}
			for i, w := range want {
				if a.Rows[i] != w {
					t.Errorf("got %+v\nwant %+v", a.Rows[i], w)
				}
			}
		})
	}

	l, err := ReadMethods(strings.NewReader("a.Order.total\na.Order.parse\na.Order.<init>\na.Order.price\na.old.Cart.add\na.Trolley.push\n"))
	if err != nil {
		t.Fatal(err)
	}
	if a := NewListFit(p, l); a.GoneValue != 22 || a.Total != 672 {
		t.Errorf("%d of %d are gone", a.GoneValue, a.Total)
	}
	for _, bad := range []string{"", "# none\n", "{}", `{"methods":`, "total()\n", "a.b(\n"} {
		if _, err := ReadMethods(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is a list of methods", bad)
		}
	}
}

// A profile fits the list of its own methods, under any names.
func TestAgainstItself(t *testing.T) {
	for name, data := range testprofile.Published(t) {
		t.Run(name, func(t *testing.T) {
			p := testprofile.Parse(t, string(data))
			names := convert.NewNames(p, convert.NameOptions{})
			var b strings.Builder
			for _, m := range p.Methods.All() {
				b.WriteString(methodOf(names, m).String() + "\n")
			}
			l, err := ReadMethods(strings.NewReader(b.String()))
			if p.Methods.Len() == 0 {
				if err == nil {
					t.Error("no methods are a list")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if a := NewListFit(p, l); a.GoneValue != 0 || len(a.Rows) > 0 {
				t.Errorf("%+v", a.Rows)
			}
		})
	}
}

// A line that no method can have is an error with its number.
func TestLongLineOfAList(t *testing.T) {
	_, err := ReadMethods(strings.NewReader("a.Order.total()\n\n" + strings.Repeat("x", 2<<20) + "\n"))
	if want := "line 3: longer than 1,048,576 bytes"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestAgainstWithoutTheVM: a fifth of the code that a user can change is gone. Entries of native-image and of the profiler do not
// dilute that, and their own methods, which no list needs to have, do not count as gone.
func TestAgainstWithoutTheVM(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"app.A"},{"id":2,"name":"java.util.B"},
		{"id":3,"name":"com.oracle.svm.core.genscavenge.C"},{"id":4,"name":"com.oracle.svm.enterprise.profiling.P"}],
		"methods":[{"id":1,"name":"kept","signature":[1,0]},{"id":2,"name":"gone","signature":[1,0]},{"id":3,"name":"gone","signature":[2,0]},
		{"id":4,"name":"collect","signature":[3,0]},{"id":5,"name":"count","signature":[4,0]}],
		"callCountProfiles":[{"ctx":"1:0","records":[80]},{"ctx":"2:0","records":[15]},{"ctx":"3:0","records":[5]},{"ctx":"4:0<1:3","records":[10000]},{"ctx":"5:0","records":[900]}]}`)
	l, err := ReadMethods(strings.NewReader("app.A.kept\n"))
	if err != nil {
		t.Fatal(err)
	}
	a := NewListFit(p, l)
	if a.Total != 100 || a.GoneValue != 20 || a.Share() != 0.2 || len(a.Rows) != 2 {
		t.Errorf("%d of %d, %g: %+v", a.GoneValue, a.Total, a.Share(), a.Rows)
	}
}

// methodOf returns a method of a profile as lists have it.
func methodOf(names *convert.Names, m iprof.Method) javaname.Method {
	params := make([]string, len(m.Params))
	for i, t := range m.Params {
		params[i] = names.Type(t)
	}
	return javaname.Method{Class: names.Type(m.Declaring), Name: javaname.EscapeHalves(m.Name), Params: strings.Join(params, ", ")}
}

// Parameters that methods share are not written out for each of them: 500 methods of 3 KB have a megabyte of these each.
func TestAgainstSharedParameters(t *testing.T) {
	var methods, calls []string
	for i := range 500 {
		methods = append(methods, fmt.Sprintf(`{"id":%d,"name":"m%d","signature":[1,0%s]}`, i+1, i, strings.Repeat(",2", 255)))
		calls = append(calls, fmt.Sprintf("%d:0 %d", i+1, 1000-i))
	}
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.A"},{"id":2,"name":"`+strings.Repeat("T", 4096)+`"}],
		"methods":[`+strings.Join(methods, ",")+`]`+testprofile.Calls(calls...)+`}`)
	l, err := ReadMethods(strings.NewReader("a.A.m0\na.A.m1(int)\na.A.m2(" + strings.Repeat("T", 4096) + ")\n"))
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	fit := NewListFit(p, l)
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; len(fit.Rows) != 499 || n > 64<<20 {
		t.Errorf("%d methods are gone, with %d bytes", len(fit.Rows), n)
	}
}
