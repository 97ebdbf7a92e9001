package fit_test

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// greeter opens a jar with one class, whose code is:
//
//	static String greet(String name): 0 aload_0  1 invokevirtual String.isEmpty  4 ifeq 12  7 ldc  9 goto 13  12 aload_0  13 areturn
func greeter(t *testing.T) *classpath.Path {
	t.Helper()
	path := testpath.Open(t, "../../classfile/testdata/greeter.jar")
	return path
}

// greet is a profile of Greeter.greet, with more records.
func greet(records string) string {
	return `{"version":"1.0.0","types":[{"id":0,"name":"Greeter"},{"id":1,"name":"java.lang.String"},{"id":2,"name":"boolean"},{"id":3,"name":"void"}],
		"methods":[{"id":1,"name":"greet","signature":[0,1,1]},{"id":2,"name":"isEmpty","signature":[1,2]},{"id":3,"name":"length","signature":[1,2]},
			{"id":4,"name":"<init>","signature":[0,3]},{"id":5,"name":"isEmpty","signature":[1,3]},
			{"id":6,"name":"isNot%1","signature":[1,2]}],
		"callCountProfiles":[{"ctx":"1:0","records":[10]}]` + records + `}`
}

func TestPlaces(t *testing.T) {
	for _, test := range []struct{ name, records, want string }{
		{"entries only", ``, ""},
		{"what it has", `,"conditionalProfiles":[{"ctx":"1:4","records":[7,0,3,12,1,7]}],"virtualInvokeProfiles":[{"ctx":"1:1","records":[1,10]}]`, ""},
		{"successors in another order", `,"conditionalProfiles":[{"ctx":"1:4","records":[12,0,7,7,1,3]}]`, ""},
		{"the first place with a frame state", `,"conditionalProfiles":[{"ctx":"1:4","records":[9,0,3,13,1,7]}]`, ""},
		{"negative BCIs", `,"conditionalProfiles":[{"ctx":"1:-1","records":[-5,0,3]},{"ctx":"1:4","records":[-5,0,3,-5,1,4]}]`, ""},
		{"no branch", `,"conditionalProfiles":[{"ctx":"1:7","records":[7,0,3]}]`, "conditional@7 3: a conditional: ldc"},
		{"inside of an instruction", `,"conditionalProfiles":[{"ctx":"1:5","records":[7,0,3]}]`, "conditional@5 3: a conditional: no instruction begins there"},
		{"after the end", `,"conditionalProfiles":[{"ctx":"1:40","records":[7,0,3]}]`, "conditional@40 3: a conditional: nothing: the bytecode ends at @14"},
		{"another target", `,"conditionalProfiles":[{"ctx":"1:4","records":[7,0,3,14,1,7]}]`, "conditional@4 10: a conditional that goes to @14: ifeq to @7, @12"},
		{"a target in an inlined method", `,"conditionalProfiles":[{"ctx":"1:4","records":[7,0,3,2,1,7]}]`, ""},
		{"another target in one context only", `,"conditionalProfiles":[{"ctx":"1:4","records":[7,0,3,14,1,7]},{"ctx":"1:4<4:1","records":[7,0,2,12,1,2]}]`, ""},
		{"another target in one context, one in another", `,"conditionalProfiles":[{"ctx":"1:4","records":[7,0,3,14,1,7]},{"ctx":"1:4<4:1","records":[7,0,2]}]`,
			"conditional@4 12: a conditional that goes to @14: ifeq to @7, @12"},
		{"another target that was never taken, without a call on the line", `,"conditionalProfiles":[{"ctx":"1:4","records":[7,0,3,14,1,0]}]`,
			"conditional@4 3: a conditional that goes to @14: ifeq to @7, @12"},
		{"more targets than there are", `,"conditionalProfiles":[{"ctx":"1:4","records":[7,0,3,12,1,7,1,2,1]}]`, "conditional@4 11: a conditional that goes to @1: ifeq to @7, @12"},
		{"no virtual call", `,"virtualInvokeProfiles":[{"ctx":"1:0","records":[1,10]}]`, "virtual call@0 10: a virtual call: aload_0"},
		{"no type check", `,"instanceofProfiles":[{"ctx":"1:1","records":[1,10]}]`, "type check@1 10: a type check: a call of java.lang.String.isEmpty()"},
		{"the callee", `,"conditionalProfiles":[{"ctx":"2:4<1:1","records":[7,0,3]}]`, ""},
		{"another callee", `,"conditionalProfiles":[{"ctx":"3:4<1:1","records":[7,0,3]}]`, "call@1 0: a call of java.lang.String.length(): a call of java.lang.String.isEmpty()"},
		{"a generated callee", `,"conditionalProfiles":[{"ctx":"6:4<1:1","records":[7,0,3]}]`, ""},
		{"a callee that returns another type", `,"conditionalProfiles":[{"ctx":"5:4<1:1","records":[7,0,3]}]`,
			"call@1 0: a call of java.lang.String.isEmpty() that returns void: a call of java.lang.String.isEmpty() that returns boolean"},
		{"a constructor where none is", `,"conditionalProfiles":[{"ctx":"4:4<1:12","records":[7,0,3]}]`, "call@12 0: a call of Greeter.<init>(): aload_0"},
		{"a caller after the end", `,"conditionalProfiles":[{"ctx":"2:4<1:40","records":[7,0,3]}]`, "call@40 0: a call of java.lang.String.isEmpty(): nothing: the bytecode ends at @14"},
		{"samples", `,"samplingProfiles":[{"ctx":"1:9","records":[7]},{"ctx":"3:0<1:1","records":[7]}]`, ""},
		{"a sample in an instruction", `,"samplingProfiles":[{"ctx":"1:8","records":[7]}]`, "sample@8 7: a sample: no instruction begins there"},
		{"a caller on a stack that calls nothing", `,"samplingProfiles":[{"ctx":"2:0<1:0","records":[7]}]`, "call@0 7: a call of java.lang.String.isEmpty(): aload_0"},
	} {
		p := testprofile.Parse(t, greet(test.records))
		f := fit.New(p, nil, fit.Code{Program: greeter(t)})
		got := ""
		for _, m := range f.Misfits {
			for _, x := range m.Misfits {
				if convert.NewNames(p, convert.NameOptions{}).PlainName(int(m.Slot)) == "Greeter.greet" {
					got += fmt.Sprintf("%s@%d %d: %s: %s", x.Kind, x.BCI, x.Count, x.Recorded, x.Code)
				}
			}
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestWeights(t *testing.T) {
	p := testprofile.Parse(t, greet(`,"conditionalProfiles":[{"ctx":"1:4","records":[7,0,3,12,1,7]}],"virtualInvokeProfiles":[{"ctx":"1:1","records":[1,9]}],
		"instanceofProfiles":[{"ctx":"1:1","records":[1,5]}],"samplingProfiles":[{"ctx":"1:9","records":[1000]}]`))
	f := fit.New(p, nil, fit.Code{Program: greeter(t)})
	if share, ok := f.Share(); f.Total != 10+10+9+5 || f.Samples || f.Program.Changed.Weight != 34 || !ok || share != 0 {
		t.Errorf("%+v", f)
	}
	p = testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"Greeter"},{"id":1,"name":"java.lang.String"}],
		"methods":[{"id":1,"name":"greet","signature":[0,1,1]}],"samplingProfiles":[{"ctx":"1:9","records":[7]},{"ctx":"1:9<1:1","records":[4]}]}`)
	f = fit.New(p, nil, fit.Code{Program: greeter(t)})
	if share, ok := f.Share(); f.Total != 11 || !f.Samples || f.Unit() != "samples" || !ok || share != 1 || f.Program.Fits.Methods == 0 || f.Program.Unproven.Methods != 0 {
		t.Errorf("%+v", f)
	}
}

func TestReasons(t *testing.T) {
	const head = `{"version":"1.0.0","types":[{"id":0,"name":%q},{"id":1,"name":"void"}],"methods":[{"id":1,"name":%q,"signature":[0,1]}],
		"callCountProfiles":[{"ctx":"%d:0","records":[3]}]}`
	for _, test := range []struct {
		class, method string
		id            int
		want          string // a reason, or a verdict
	}{
		{"Greeter", "<init>", 1, "fits"},
		{"Greeter", "greets", 1, "gone"},
		{"Greeting", "run", 1, "gone"}, // its package is there
		{"lib.Greeter", "run", 1, fit.NoClass.String()},
		{"java.lang.Thread", "run", 1, fit.NoJDK.String()},
		{"com.oracle.svm.core.JavaMainWrapper", "run", 1, fit.VMCode.String()},
		{"com.oracle.svm.enterprise.profiling.X", "run", 1, fit.VMCode.String()},
		{"Greeter$$Lambda/0x00000007c1156bd0", "run", 1, fit.Generated.String()},
		{"jdk.proxy4.$Proxy83", "run", 1, fit.Generated.String()},
		{"jdk.internal.reflect.GeneratedMethodAccessor12", "invoke", 1, fit.Generated.String()},
		{"com.oracle.svm.core.jdk.Target_java_lang_Thread", "run", 1, fit.Generated.String()},
		{"Greeter", "computeValue%1", 1, fit.Generated.String()},
		{"Greeter", "run", 7, fit.Unnamed.String()},
	} {
		f := fit.New(testprofile.Parse(t, fmt.Sprintf(head, test.class, test.method, test.id)), nil, fit.Code{Program: greeter(t)})
		var got []string
		for reason, part := range f.NotJudged {
			if part.Methods > 0 {
				got = append(got, fit.Reason(reason).String())
			}
		}
		for _, of := range []struct {
			part fit.MethodSum
			word string
		}{{f.Program.Fits, "fits"}, {f.Program.Changed, "changed"}, {f.Program.Gone, "gone"}} {
			if of.part.Methods > 0 {
				got = append(got, of.word)
			}
		}
		if f.Program.Unproven != f.Program.Fits { // there is no place to compare
			t.Errorf("%s.%s: %+v", test.class, test.method, f.Program)
		}
		if fmt.Sprint(got) != fmt.Sprint([]string{test.want}) || f.Total != 3 {
			t.Errorf("%s.%s: %q, want %s", test.class, test.method, got, test.want)
		}
	}
}

// A class of the JDK that is missing is gone if the JDK has its package, whatever packages the program has.
func TestGoneFromTheJDK(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "java/util"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "java/util/Other.class"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	jdk := testpath.Open(t, dir)
	f := fit.New(testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"java.util.Vector"},{"id":1,"name":"java.sql.Date"},{"id":2,"name":"void"},{"id":3,"name":"Greeting"}],
		"methods":[{"id":1,"name":"add","signature":[0,2]},{"id":2,"name":"now","signature":[1,2]},{"id":3,"name":"run","signature":[3,2]}],
		"callCountProfiles":[{"ctx":"1:0","records":[3]},{"ctx":"2:0","records":[4]},{"ctx":"3:0","records":[5]}]}`), nil, fit.Code{Program: greeter(t), JDK: jdk})
	if f.JDK.Gone != (fit.MethodSum{Methods: 1, Weight: 3}) || f.NotJudged[fit.NoClass] != (fit.MethodSum{Methods: 1, Weight: 4}) || f.Program.Gone != (fit.MethodSum{Methods: 1, Weight: 5}) {
		t.Errorf("%+v", f)
	}
}

// A method that is gone has the one that it was probably renamed to, unless heavier ones have names of 4 MB.
func TestCandidates(t *testing.T) {
	for _, c := range []struct {
		heavier int // bytes
		want    string
	}{{5, "Greeter.greet(java.lang.String)"}, {5 << 20, ""}} {
		p := testprofile.Parse(t, fmt.Sprintf(`{"version":"1.0.0","types":[{"id":0,"name":"Greeter"},{"id":1,"name":"java.lang.String"}],
			"methods":[{"id":1,"name":%q,"signature":[0,1,1,1]},{"id":2,"name":"greets","signature":[0,1,1]}],
			"callCountProfiles":[{"ctx":"1:0","records":[9]},{"ctx":"2:0","records":[3]}]}`, strings.Repeat("x", c.heavier)))
		f := fit.New(p, nil, fit.Code{Program: greeter(t)})
		if len(f.Misfits) != 2 || f.Misfits[1].Candidate != c.want {
			t.Errorf("after %d bytes: %d misfits, %q, want %q", c.heavier, len(f.Misfits), f.Misfits[len(f.Misfits)-1].Candidate, c.want)
		}
	}
}

// A damaged class is an error of its methods only.
func TestDamagedClass(t *testing.T) {
	file := filepath.Join(t.TempDir(), "app.jar")
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(out)
	w, err := z.Create("Greeter.class")
	if err == nil {
		_, err = w.Write([]byte("\xca\xfe\xba\xbe\x00\x00\x00\x34nonsense"))
	}
	if err == nil {
		err = z.Close()
	}
	if err == nil {
		err = out.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	path := testpath.Open(t, file)
	f := fit.New(testprofile.Parse(t, greet("")), nil, fit.Code{Program: path})
	if f.NotJudged[fit.Damaged].Methods != 1 || len(f.Damaged) != 1 {
		t.Errorf("%+v", f)
	}
}

// A class Target_Greeter on the class path replaces methods of Greeter, so methods that do not fit are not reported.
func TestSubstitutedClasses(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "Target_Greeter.class"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	path := testpath.Open(t, "../../classfile/testdata/greeter.jar"+string(filepath.ListSeparator)+dir)
	f := fit.New(testprofile.Parse(t, greet(`,"conditionalProfiles":[{"ctx":"4:7","records":[7,0,3]}]`)), nil, fit.Code{Program: path})
	if f.NotJudged[fit.Substituted] != (fit.MethodSum{Methods: 1, Weight: 3}) || f.Program.Fits.Methods != 1 || len(f.Misfits) > 0 {
		t.Errorf("%+v", f)
	}
}

func TestJudged(t *testing.T) {
	v := fit.Verdicts{
		Fits: fit.MethodSum{Methods: 1, Weight: 20}, Changed: fit.MethodSum{Methods: 300, Weight: 4000}, Gone: fit.MethodSum{Methods: 50000, Weight: 600000},
		Unproven: fit.MethodSum{Methods: 1, Weight: 20},
	}
	if got := v.Judged(); got != (fit.MethodSum{Methods: 50301, Weight: 604020}) {
		t.Errorf("%+v", got)
	}
}
