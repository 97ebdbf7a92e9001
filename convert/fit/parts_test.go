package fit

import (
	"math"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/javaname"
)

// Lists are text or the output of native-image-inspect, of any version, after blanks.
func TestReadMethods(t *testing.T) {
	for text, want := range map[string]int{
		"a.B.c()": 1, "\n \t# comment\n\na.B.c()\r\n  a.B.d( int , java.lang.String )\n": 2, "a.B.c(String(AAA)(int)": 1,
		`{"methods":[{"declaringClass":"a.B","name":"c","parameterTypes":[]}]}`:                                                                                              1,
		"\n" + ` {"methods":[{"declaringClass":"a.B","name":"c","paramTypes":["[I"]}],"constructors":[{"declaringClass":"a.B","parameterTypes":["int"]}],"classes":["a.C"]}`: 2,
	} {
		l, err := ReadMethods(strings.NewReader(text))
		if err != nil || l.Len() != want {
			t.Errorf("%q: %d methods, %v", text, l.Len(), err)
		}
	}
	l, err := ReadMethods(strings.NewReader(`{"methods":[{"declaringClass":"a.B","name":"c","paramTypes":["[I"]}],"constructors":[{"declaringClass":"a.B","parameterTypes":["int","[Ljava.lang.String;"]}],"classes":["[La.C;"]}`))
	if err != nil || !l.exact[javaname.Method{Class: "a.B", Name: "c", Params: "int[]"}] || !l.exact[javaname.Method{Class: "a.B", Name: "<init>", Params: "int, java.lang.String[]"}] || !l.classes["a.C[]"] || !l.classes["a.B"] {
		t.Errorf("%+v, %v", l, err)
	}
	l, err = ReadMethods(strings.NewReader("a.B.c\na.B.d(int,java.lang.String[])"))
	if err != nil || !l.any[[2]string{"a.B", "c"}] || !l.exact[javaname.Method{Class: "a.B", Name: "d", Params: "int, java.lang.String[]"}] || l.Len() != 1 || !l.classes["a.B"] {
		t.Errorf("%+v, %v", l, err)
	}
	for text, want := range map[string]string{
		"": "it contains no methods", "  \n# nothing\n": "it contains no methods", "{}": "it contains no methods",
		"a.B.c()\nnodots": `line 2: "nodots" is not CLASS.METHOD or CLASS.METHOD(PARAMETERS)`, ".c": `line 1: ".c" is not CLASS.METHOD or CLASS.METHOD(PARAMETERS)`,
		"a.": `line 1: "a." is not CLASS.METHOD or CLASS.METHOD(PARAMETERS)`, "a.b(int": `line 1: "a.b(int" does not end with its closing bracket`,
		`{"methods":[{"declaringClass":"a.B","name":"c","parameterTypes":[]},{"declaringClass":"a.B","name":"c"}]}`: "not an output of native-image-inspect: methods[1] lacks its declaringClass, name or parameterTypes",
		`{"methods":[{"name":"c","parameterTypes":[]}]}`:                                                            "not an output of native-image-inspect: methods[0] lacks its declaringClass, name or parameterTypes",
		`{"methods":[{"declaringClass":"a.B","parameterTypes":[]}]}`:                                                "not an output of native-image-inspect: methods[0] lacks its declaringClass, name or parameterTypes",
		`{"constructors":[{"parameterTypes":[]}]}`:                                                                  "not an output of native-image-inspect: constructors[0] lacks its declaringClass, name or parameterTypes",
		`{"methods":7}`: "not an output of native-image-inspect: json: ",
	} {
		if _, err := ReadMethods(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Shares of nothing are 0; weights have a unit, and sums do not overflow.
func TestNumbersOfFits(t *testing.T) {
	if got := (&ListFit{GoneValue: 3, Total: 12}).Share(); got != 0.25 {
		t.Error(got)
	}
	if got := (&ListFit{GoneValue: 1, Total: 1}).Share(); got != 1 {
		t.Error(got)
	}
	if got := (&ListFit{}).Share(); got != 0 {
		t.Error(got)
	}
	if (&Fit{Samples: true}).Unit() != "samples" || (&Fit{}).Unit() != "counts" {
		t.Error("the unit of weights")
	}
	for _, c := range [][3]int64{{0, 0, 0}, {3, 4, 7}, {math.MaxInt64 - 4, 4, math.MaxInt64}, {math.MaxInt64 - 4, 5, math.MaxInt64}, {math.MaxInt64, math.MaxInt64, math.MaxInt64}, {math.MaxInt64 - 4, 3, math.MaxInt64 - 1}} {
		if got := sum(c[0], c[1]); got != c[2] || sum(c[1], c[0]) != c[2] {
			t.Errorf("%d + %d: %d", c[0], c[1], got)
		}
	}
	m := Method{Misfits: []Misfit{{Count: math.MaxInt64 - 1}, {Count: 5}}}
	if got := m.lost(); got != math.MaxInt64 {
		t.Error(got)
	}
	var f Fit
	f.NotJudged[Native] = MethodSum{Methods: 2, Weight: 5}
	f.NotJudged[Damaged] = MethodSum{Methods: 1, Weight: 7}
	if got := f.Unjudged(); got != (MethodSum{Methods: 3, Weight: 12}) {
		t.Errorf("%+v", got)
	}
}

// Code that a VM generates is recognized by the names of its classes and methods.
func TestGeneratedCode(t *testing.T) {
	for name, want := range map[string]bool{
		"a.B c": false, "a.B$$Lambda c": true, "jdk.proxy1.$Proxy7 c": true, "a.B/0x1 c": true, "java.lang.invoke.LambdaForm$MH c": true, "java.lang.invoke.DirectMethodHandle$Holder c": true, "a.Direct$Holder c": false,
		"java.lang.invoke.BoundMethodHandle$Species_LL c": true, "a.Target_b c": true, "a.B c%d": true, "a.B String(AAA)": true, "a.B lambda$main$0": false,
	} {
		class, method, _ := strings.Cut(name, " ")
		if got := isGenerated(class, method); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
