package calls_test

import (
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// classFiles are class files by name: app.Main. Those of length 0 are damaged.
type classFiles map[string][]byte

func (f classFiles) options(t *testing.T) calls.Options {
	find := func(name string) (*classfile.Class, error) {
		data, ok := f[name]
		if !ok {
			return nil, classpath.ErrNotFound
		}
		return classfile.Parse(data)
	}
	headers := func() iter.Seq2[classfile.Header, error] {
		return func(yield func(classfile.Header, error) bool) {
			for name, data := range f {
				h, err := classfile.ParseHeader(data)
				if h.Name = name; !yield(h, err) {
					return
				}
			}
		}
	}
	return calls.Options{Class: find, Classes: hierarchy.New(find, headers)}
}

// caller returns app.Main, whose run loads a null reference, calls a method of another class, ()V, and returns. The call is at BCI 1.
func caller(op int, owner, name string) []byte {
	var b testclass.Builder
	tag, count := 10, []byte(nil)
	if op == 0xb9 {
		tag, count = 11, []byte{1, 0}
	}
	called := testclass.Big(2, b.Member(tag, owner, name, "()V"))
	b.Method(static, "run", "()V", b.Code(testclass.Join(0x01, op, called, count, 0xb1), nil))
	return b.Build("app/Main")
}

// class returns a class with methods ()V, which return.
func class(b testclass.Builder, name string, flags int, methods ...string) []byte {
	for _, m := range methods {
		b.Method(flags, m, "()V", b.Code([]byte{0xb1}, nil))
	}
	return b.Build(name)
}

const (
	static     = 0x8
	abstractly = 0x401 // of a method, without code
	iface      = 0x600 // of a class
)

// TestProblemsOfClasses has 10 entries of a method with one call, and class files that leave it open how often that called which method:
// the reason is told, and no count of a target is exact.
func TestProblemsOfClasses(t *testing.T) {
	const ran = `{"version":"1.1.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.Main"}],
		"methods":[{"id":1,"name":"run","signature":[2,1]}],"callCountProfiles":[{"ctx":"1:0","records":[10]}]}`
	const inlined = `{"version":"1.1.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.Main"},{"id":3,"name":"app.A"}],
		"methods":[{"id":1,"name":"run","signature":[2,1]},{"id":2,"name":"get","signature":[3,1]}],
		"callCountProfiles":[{"ctx":"1:0","records":[10]},{"ctx":"2:0<1:1","records":[4]}]}`
	var shape testclass.Builder
	shape.Flags = iface
	shape.Method(abstractly, "get", "()V")
	noClasses := shape.Build("app/Shape")
	a := testclass.Builder{Interfaces: []string{"app/Shape"}}
	loop := func(name, super string) []byte { return class(testclass.Builder{Super: super}, name, 1, "other") }
	for _, c := range []struct {
		name, profile string
		files         classFiles
		reason        calls.Reason
		low           int64 // of all targets
	}{
		{"the caller's class is missing", ran, classFiles{}, calls.NoReason, 0}, // without a call on record there is no site
		{"the caller's class is missing, and a call was inlined", inlined, classFiles{}, calls.NoClassFile, 4},
		{"another version of the caller has no call there", inlined, classFiles{"app.Main": class(testclass.Builder{}, "app/Main", static, "run")}, calls.OtherCode, 4},
		{"the class that is called is missing", ran, classFiles{"app.Main": caller(0xb6, "app/A", "get")}, calls.MissingClass, 0},
		{"it is damaged", ran, classFiles{"app.Main": caller(0xb6, "app/A", "get"), "app.A": {}}, calls.DamagedClass, 0},
		{"it is another class", ran, classFiles{"app.Main": caller(0xb6, "app/A", "get"), "app.A": class(testclass.Builder{}, "other/A", 1, "get")}, calls.DamagedClass, 0},
		{"it has no such method", ran, classFiles{"app.Main": caller(0xb6, "app/A", "get"), "app.A": class(testclass.Builder{}, "app/A", 1, "set")}, calls.MissingMethod, 0},
		{"its supertypes form a cycle", ran, classFiles{"app.Main": caller(0xb6, "app/A", "get"), "app.A": loop("app/A", "app/B"), "app.B": loop("app/B", "app/A")}, calls.CyclicSupertypes, 0},
		{"an interface that no class implements", ran, classFiles{"app.Main": caller(0xb9, "app/Shape", "get"), "app.Shape": noClasses}, calls.SeveralMethods, 0},
		{"an interface, and an inlined callee", inlined, classFiles{"app.Main": caller(0xb9, "app/Shape", "get"), "app.Shape": noClasses,
			"app.A": class(a, "app/A", 1, "get")}, calls.NoReason, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := testprofile.Parse(t, c.profile)
			g := calls.New(p, c.files.options(t))
			checkIdentities(t, p, g)
			s := g.At(0, 1)
			if s == nil {
				if c.reason != calls.NoReason {
					t.Fatal("no site")
				}
				return
			}
			low := int64(0)
			for _, x := range s.Targets {
				low += x.Calls.Low
				if e := x.Calls.Execution(); e.Bound == code.Exact {
					t.Errorf("%+v: %+v", x.Callee, e)
				}
			}
			if s.Reason != c.reason || low != c.low {
				t.Errorf("%v, at least %d calls: %+v", s.Reason, low, s)
			}
		})
	}
}

// A chain of seven methods that call each other, the last one nothing, is known to return. A longer one is not searched.
func TestChainOfMethodsThatReturn(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.1.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.Main"}],
		"methods":[{"id":1,"name":"run","signature":[2,1]}],"callCountProfiles":[{"ctx":"1:0","records":[10]}]}`)
	for _, methods := range []int{7, 8} {
		text := "class app/Main\nstatic run()V: static app/Main.m1()V\n"
		for i := 1; i < methods; i++ {
			text += fmt.Sprintf("static m%d()V: static app/Main.m%d()V\n", i, i+1)
		}
		hints := calls.New(p, classesOf(t, text+fmt.Sprintf("static m%d()V\n", methods))).Hints(0)
		if got := hints[0].Returns; got != (methods == 7) {
			t.Errorf("%d methods: %t", methods, got)
		}
	}
}

// TestMethodsThatReturn has a caller of methods of which some cannot throw: it calls small and, in another class, plain and, in a class
// with an initializer, late. Only the first two are known to return.
func TestMethodsThatReturn(t *testing.T) {
	var b testclass.Builder
	ref := func(owner, name string) []byte { return testclass.Big(2, b.Member(10, owner, name, "()V")) }
	b.Method(static, "run", "()V", b.Code(testclass.Join(0xb8, ref("app/Main", "small"), 0xb8, ref("app/Plain", "plain"), 0xb8, ref("app/Late", "late"),
		0xb8, ref("app/Main", "again"), 0xb1), nil))
	b.Method(static, "small", "()V", b.Code(testclass.Join(0xb8, ref("app/Plain", "plain"), 0xb1), nil))
	b.Method(static, "again", "()V", b.Code(testclass.Join(0xb8, ref("app/Main", "again"), 0xb1), nil)) // until the stack is full
	files := classFiles{
		"app.Main": b.Build("app/Main"), "app.Plain": class(testclass.Builder{}, "app/Plain", static, "plain"),
		"app.Late": class(testclass.Builder{}, "app/Late", static, "late", "<clinit>"),
	}
	p := testprofile.Parse(t, `{"version":"1.1.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.Main"}],
		"methods":[{"id":1,"name":"run","signature":[2,1]}],"callCountProfiles":[{"ctx":"1:0","records":[10]}]}`)
	hints := calls.New(p, files.options(t)).Hints(0)
	var returning []int
	for bci, h := range hints {
		if h.Returns {
			returning = append(returning, bci)
		}
	}
	slices.Sort(returning)
	if !slices.Equal(returning, []int{0, 3}) {
		t.Errorf("%v return", returning)
	}
	g := calls.New(p, files.options(t))
	for bci, want := range map[iprof.BCI]code.Bound{0: code.Exact, 3: code.Exact, 6: code.Exact, 9: code.UnlessThrown} {
		if s := g.At(0, bci); s.Executions.Bound != want || s.Executions.Count != 10 {
			t.Errorf("@%d: %+v", bci, s.Executions)
		}
	}
}

// Without a list of all classes, those that a call names are found by their names.
func TestClassesFoundByName(t *testing.T) {
	for _, file := range []string{"wordcount", "tally"} {
		p := testprofile.Example(file + ".iprof")
		all := withClasses(t, "../../testdata/"+file+".jar")
		exact := func(opts calls.Options) (found []string) {
			for s, target := range calls.New(p, opts).All() {
				if x := target.Calls.Execution(); target.Evidence == calls.ByCode && x.Bound == code.Exact {
					found = append(found, fmt.Sprint(s.Slot, s.BCI, target.Callee.Slot, x))
				}
			}
			return found
		}
		if got, want := exact(calls.Options{Class: all.Class}), exact(all); len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}
