package hierarchy_test

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
)

// JVMS 5.4.3.3 and 5.4.3.4, for each rule of method resolution.
func TestResolve(t *testing.T) {
	for _, c := range []struct{ rule, program, ref, want string }{
		{"the class", "class A: public m", "A.m", "A.m"},
		{"one of the superclass", "class A: public m\nclass B extends A\nclass C extends B: public n", "C.m", "A.m"},
		{"the nearest superclass", "class A: public m\nclass B extends A: public m\nclass C extends B", "C.m", "B.m"},
		{"private and static ones, too", "class A: private static m\nclass B extends A", "B.m", "A.m"},
		{"the descriptor decides", "class A: public m\nclass B extends A: public m(I)V", "B.m", "A.m"},
		{"a constructor", "class A: public <init>", "A.<init>", "A.<init>"},
		{"constructors are not inherited", "class A", "A.<init>", `no such method: "A.<init>"`},
		{"none", "class A: public n", "A.m", `no such method: "A.m"`},
		{"no class", "class A", "B.m", `class not found: "B"`},
		{"a missing superclass could have it", "class A extends Gone: public n", "A.m", `class not found: "Gone"`},
		{"a missing superclass does not matter", "class A extends Gone: public m", "A.m", "A.m"},
		{"a damaged superclass", "class A extends Damaged", "A.m", `damaged class: "Damaged": Damaged: unexpected end`},
		{"a method of Object", "class A", "A.toString", object + ".toString"},
		{"Object is missing, and has none of that name", noObject + "\nclass A implements I\ninterface I: abstract m", "A.m", "I.m"},
		{"Object is missing, and has one of that name", noObject + "\nclass A implements I\ninterface I: abstract wait", "A.wait", `class not found: "java.lang.Object"`},
		{"Object is missing, of an interface", noObject + "\ninterface I extends J\ninterface J: m", "interface I.m", "J.m"},
		{"Object is missing, and has one, of an interface", noObject + "\ninterface I", "interface I.equals", `class not found: "java.lang.Object"`},
		{"Object is damaged, of an interface", "final class java.lang.Object: m\ninterface I", "interface I.n", `no such method: "I.n"`},
		{"a class for an interface", "class A: public m", "interface A.m", `incompatible class: "A"`},
		{"an interface for a class", "interface I: m", "I.m", `incompatible class: "I"`},
		{"an interface", "interface I: abstract m", "interface I.m", "I.m"},
		{"a public method of Object", "interface I", "interface I.toString", object + ".toString"},
		{"a protected method of Object", "interface I", "interface I.finalize", `no such method: "I.finalize"`},
		{"a superinterface", "interface I: abstract m\ninterface J extends I", "interface J.m", "I.m"},
		{"not a private one of a superinterface", "interface I: private m\ninterface J extends I", "interface J.m", `no such method: "J.m"`},
		{"not a static one of a superinterface", "interface I: static m\nclass A implements I", "A.m", `no such method: "A.m"`},
		{"superclasses before interfaces", "interface I: m\nclass A: public m\nclass B extends A implements I", "B.m", "A.m"},
		{"interfaces of superclasses", "interface I: abstract m\nclass A implements I\nclass B extends A", "B.m", "I.m"},
		{"the only default method", "interface I: abstract m\ninterface J: m\nclass A implements I, J", "A.m", "J.m"},
		{"the lowest default method", "interface I: m\ninterface J extends I: m\nclass A implements I, J", "A.m", "J.m"},
		{"an abstract one hides a default one", "interface I: m\ninterface J extends I: abstract m\nclass A implements I, J", "A.m", "J.m"},
		{"hidden over two levels", "interface I: m\ninterface J extends I\ninterface K extends J: abstract m\nclass A implements I, K", "A.m", "K.m"},
		{"any of several default ones", "interface I: m\ninterface J: m\nclass A implements I, J", "A.m", "I.m or J.m"},
		{"any of several abstract ones", "interface I: abstract m\ninterface J: abstract m\nclass A implements J, I", "A.m", "J.m or I.m"},
		{"a missing interface could have it", "class A implements Gone", "A.m", `class not found: "Gone"`},
		{"a missing interface of an interface could have it", "interface I extends Gone\nclass A implements I", "A.m", `class not found: "Gone"`},
		{"a missing superinterface is decided", "interface I extends Gone: m\nclass A implements I", "A.m", "I.m"},
		{"markers of arrays have none", "class A implements java.lang.Cloneable, java.io.Serializable", "A.m", `no such method: "A.m"`},
		{"a class as superinterface", "class B\nclass A implements B", "A.m", `incompatible class: "B"`},
		{"an interface as superclass", "interface I: m\nclass A extends I", "A.m", `incompatible class: "I"`},
		{"a final superclass", "final class B: public m\nclass A extends B", "A.m", `incompatible class: "B"`},
		{"own superclass", "class A extends A", "A.m", `cyclic supertypes: "A"`},
		{"superclasses in a cycle", "class A extends B\nclass B extends C\nclass C extends D\nclass D extends B", "A.m", `cyclic supertypes: "D" or cyclic supertypes: "B" or cyclic supertypes: "C"`},
		{"superinterfaces in a cycle", "interface I extends J\ninterface J extends I", "interface I.m", `cyclic supertypes: "I"`},
		{"an array has a clone of its own", "class A", "[LA;.clone()Ljava/lang/Object;", "[LA;.clone()Ljava/lang/Object;"},
		{"an array has the methods of Object", "class A", "[[I.toString", object + ".toString"},
		{"no array", "class A", "[Q.clone()Ljava/lang/Object;", `class not found: "[Q"`},
		{"signature polymorphic", "class java.lang.invoke.MethodHandle: public varargs native invoke([Ljava/lang/Object;)Ljava/lang/Object;",
			"java.lang.invoke.MethodHandle.invoke(I)V", "java.lang.invoke.MethodHandle.invoke([Ljava/lang/Object;)Ljava/lang/Object;"},
		{"signature polymorphic of VarHandle", "class java.lang.invoke.VarHandle: public varargs native get([Ljava/lang/Object;)Ljava/lang/Object;",
			"java.lang.invoke.VarHandle.get(I)V", "java.lang.invoke.VarHandle.get([Ljava/lang/Object;)Ljava/lang/Object;"},
		{"not signature polymorphic: not native", "class java.lang.invoke.MethodHandle: public varargs invoke([Ljava/lang/Object;)V",
			"java.lang.invoke.MethodHandle.invoke(I)V", `no such method: "java.lang.invoke.MethodHandle.invoke(I)V"`},
		{"not signature polymorphic: another parameter", "class java.lang.invoke.MethodHandle: public varargs native invoke([I)V",
			"java.lang.invoke.MethodHandle.invoke(I)V", `no such method: "java.lang.invoke.MethodHandle.invoke(I)V"`},
		{"not signature polymorphic: another of its name", "class java.lang.invoke.MethodHandle: public varargs native invoke([Ljava/lang/Object;)V, public invoke",
			"java.lang.invoke.MethodHandle.invoke(I)V", `no such method: "java.lang.invoke.MethodHandle.invoke(I)V"`},
		{"not signature polymorphic: of another class", "class Handle: public varargs native invoke([Ljava/lang/Object;)V",
			"Handle.invoke(I)V", `no such method: "Handle.invoke(I)V"`},
		{"of two alike the first", "class A: public m, private m", "A.m", "A.m"},
	} {
		if got := answer(programOf(t, c.program).classes().Resolve(refOf(c.ref))); !slices.Contains(strings.Split(c.want, " or "), got) {
			t.Errorf("%s: %s, want %s", c.rule, got, c.want)
		}
	}
}

// JVMS 6.5.invokespecial.
func TestSpecial(t *testing.T) {
	for _, c := range []struct{ rule, program, caller, ref, want string }{
		{"a constructor", "class A: public <init>", "A", "A.<init>", "A.<init>"},
		{"a private method", "class A: private m", "A", "A.m", "A.m"},
		{"of the superclass", "class A: public m\nclass B extends A: public m", "B", "A.m", "A.m"},
		{"of the superclass now, though compiled against the one above", "class A: public m\nclass B extends A: public m\nclass C extends B: public m", "C", "A.m", "B.m"},
		{"of a class that is none above", "class A: public m\nclass B: public m", "B", "A.m", "A.m"},
		{"of Object in Object", "class B", object, object + ".toString", object + ".toString"},
		{"a static method", "class A: public static m", "A", "A.m", `incompatible class: "A.m"`},
		{"an abstract method", "class A: abstract m\nclass B extends A", "B", "A.m", `abstract: "A.m"`},
		{"a default method", "interface I: m\nclass A implements I: public m", "A", "interface I.m", "I.m"},
		{"a default method above", "interface I: m\ninterface J extends I\nclass A implements J", "A", "interface J.m", "I.m"},
		{"two default methods", "interface I: m\ninterface J: m\ninterface K extends I, J\nclass A implements K", "A", "interface K.m", `ambiguous: "K.m"`},
		{"two abstract methods", "interface I: abstract m\ninterface J: abstract m\ninterface K extends I, J\nclass A implements K", "A", "interface K.m", `abstract: "K.m"`},
		{"one of Object, by an interface", "interface I\nclass A implements I", "A", "interface I.toString", object + ".toString"},
		{"an inherited default method of the superclass", "interface I: m\nclass A implements I\nclass B extends A", "B", "A.m", "I.m"},
		{"not found", "class A", "A", "A.m", `no such method: "A.m"`},
		{"a missing class above", "class A: public m\nclass B extends Gone", "B", "A.m", `class not found: "Gone"`},
		{"an interface as superclass of the caller", "class A: public m\ninterface I\nclass B extends I", "B", "A.m", `incompatible class: "I"`},
		{"a missing interface", "interface I: abstract m\nclass A implements I, Gone\nclass B extends A", "B", "interface I.m", `abstract: "I.m"`},
		{"a missing interface of the superclass", "class Z: static m\nclass A extends Z implements Gone\nclass B extends A: public m", "B", "A.m", `incompatible class: "Z.m"`},
		{"Object is missing", noObject + "\ninterface I: m\nclass A implements I\nclass B extends A", "B", "A.m", "I.m"},
		{"a static one on the way", "class A: public m\nclass B extends A: public static m\nclass C extends B", "C", "A.m", "A.m"},
	} {
		classes := programOf(t, c.program).classes()
		caller, err := classes.Class(c.caller)
		if err != nil {
			t.Fatal(err)
		}
		if got := answer(classes.Special(caller, refOf(c.ref))); got != c.want {
			t.Errorf("%s: %s, want %s", c.rule, got, c.want)
		}
	}
}

// JVMS 5.4.5 and 5.4.6. The first reference is resolved; then its method is selected for the receiver.
func TestSelect(t *testing.T) {
	for _, c := range []struct{ rule, program, ref, receiver, want string }{
		{"the method itself", "class A: public m\nclass B extends A", "A.m", "B", "A.m"},
		{"an override", "class A: public m\nclass B extends A: public m", "A.m", "B", "B.m"},
		{"the nearest override", "class A: public m\nclass B extends A: public m\nclass C extends B: public m\nclass D extends C", "A.m", "D", "C.m"},
		{"not one of a subclass", "class A: public m\nclass B extends A: public m", "A.m", "A", "A.m"},
		{"not one above", "class A: public m\nclass B extends A: public m", "B.m", "B", "B.m"},
		{"a private method", "class A: private m\nclass B extends A: public m", "A.m", "B", "A.m"},
		{"a private one does not override", "class A: public m\nclass B extends A: private m", "A.m", "B", "A.m"},
		{"a static one does not override", "class A: public m\nclass B extends A: public static m", "A.m", "B", "A.m"},
		{"protected", "class a.A: protected m\nclass b.B extends a.A: protected m", "a.A.m", "b.B", "b.B.m"},
		{"private to the package, in it", "class a.A: m\nclass a.B extends a.A: m", "a.A.m", "a.B", "a.B.m"},
		{"private to the package, in another", "class a.A: m\nclass b.B extends a.A: public m", "a.A.m", "b.B", "a.A.m"},
		{"in a package by way of another", "class a.A: m\nclass b.B extends a.A: m\nclass a.C extends b.B: m", "a.A.m", "a.C", "a.C.m"},
		{"an override is public, one of another package overrides that", "class a.A: m\nclass a.B extends a.A: public m\nclass b.C extends a.B: public m", "a.A.m", "b.C", "b.C.m"},
		{"an override is protected, one of another package overrides that", "class a.A: m\nclass a.B extends a.A: protected m\nclass b.C extends a.B: public m", "a.A.m", "b.C", "b.C.m"},
		{"packages within each other differ", "class a.A: m\nclass a.b.B extends a.A: m", "a.A.m", "a.b.B", "a.A.m"},
		{"no package", "class A: m\nclass B extends A: m\nclass Ab extends A: m", "A.m", "Ab", "Ab.m"},
		{"abstract", "abstract class A: abstract public m\nclass B extends A", "A.m", "B", `abstract: "B.m"`},
		{"the receiver is abstract", "class A: public m\nabstract class B extends A", "A.m", "B", `abstract: "B"`},
		{"the receiver is an interface", "interface I: m\ninterface J extends I", "interface I.m", "J", `abstract: "J"`},
		{"not a subtype", "class A: public m\nclass B", "A.m", "B", `not a subtype: "B of A"`},
		{"not a subtype, whatever its interfaces are", "class A: public m\nclass B implements Gone", "A.m", "B", `not a subtype: "B of A"`},
		{"not a subtype, of an interface", "interface I: m\nclass B", "interface I.m", "B", `not a subtype: "B of I"`},
		{"undecided: a missing superclass", "class A: public m\nclass B extends Gone", "A.m", "B", `class not found: "Gone"`},
		{"undecided: a missing interface", "interface I: m\nclass B implements Gone", "interface I.m", "B", `class not found: "Gone"`},
		{"undecided: the first of two", "interface I: m\nclass B implements Gone, Lost", "interface I.m", "B", `class not found: "Gone"`},
		{"markers do not make it undecided", "interface I: m\nclass B implements java.lang.Cloneable", "interface I.m", "B", `not a subtype: "B of I"`},
		{"decided beside a missing interface", "interface I: m\nclass B implements I, Gone: public m", "interface I.m", "B", "B.m"},
		{"a missing interface could have a default", "interface I: m\nclass B implements I, Gone", "interface I.m", "B", `class not found: "Gone"`},
		{"a missing receiver", "class A: public m", "A.m", "Gone", `class not found: "Gone"`},
		{"a static method", "class A: public static m", "A.m", "A", `incompatible class: "A.m"`},
		{"a constructor", "class A: public <init>", "A.<init>", "A", `incompatible class: "A.<init>"`},
		{"an implementation", "interface I: abstract m\nclass A implements I: public m", "interface I.m", "A", "A.m"},
		{"an inherited implementation", "interface I: abstract m\nclass A: public m\nclass B extends A implements I", "interface I.m", "B", "A.m"},
		{"an implementation before a default", "interface I: m\nclass A: public m\nclass B extends A implements I", "interface I.m", "B", "A.m"},
		{"a default", "interface I: m\nclass A implements I", "interface I.m", "A", "I.m"},
		{"a default of another interface", "interface I: abstract m\ninterface J: m\nclass A implements I, J", "interface I.m", "A", "J.m"},
		{"two defaults", "interface I: m\ninterface J: m\nclass A implements I, J", "interface I.m", "A", `ambiguous: "A.m"`},
		{"no default", "interface I: abstract m\nclass A implements I", "interface I.m", "A", `abstract: "A.m"`},
		{"a private one implements nothing", "interface I: m\nclass A implements I: private m", "interface I.m", "A", "I.m"},
		{"not public", "interface I: abstract m\nclass A implements I: m", "interface I.m", "A", `inaccessible: "A.m"`},
		{"a default, by a class", "interface I: m\nabstract class A implements I: abstract public m\nclass B extends A", "A.m", "B", `abstract: "B.m"`},
		{"a method of Object, of an interface's class", "interface I\nclass A implements I: public toString", "interface I.toString", "A", "A.toString"},
		{"an array", "class A", "[LA;.clone()Ljava/lang/Object;", "[LA;", "[LA;.clone()Ljava/lang/Object;"},
		{"an array for another", "class A", "[LA;.clone()Ljava/lang/Object;", "[I", "[I.clone()Ljava/lang/Object;"},
		{"no array for one", "class A", "[LA;.clone()Ljava/lang/Object;", "A", `not a subtype: "A of [LA;"`},
		{"an array as Object", "class A", object + ".toString", "[LA;", object + ".toString"},
		{"Object is missing", noObject + "\ninterface I: m\nclass A implements I", "interface I.m", "A", "I.m"},
		{"Object is missing, and could have it", noObject + "\ninterface I: wait\nclass A implements I", "interface I.wait", "A", `class not found: "java.lang.Object"`},
		{"Object is missing, not a subtype", noObject + "\nclass A: public m\nclass B", "A.m", "B", `not a subtype: "B of A"`},
	} {
		classes := programOf(t, c.program).classes()
		resolved, err := classes.Resolve(refOf(c.ref))
		if err != nil {
			t.Errorf("%s: %v", c.rule, err)
			continue
		}
		if got := answer(classes.Select(resolved, c.receiver)); got != c.want {
			t.Errorf("%s: %s, want %s", c.rule, got, c.want)
		}
	}
}

// Targets are those that the classes that can have objects select, near ones first.
func TestTargets(t *testing.T) {
	const shapes = "abstract class Shape: abstract public area\nclass Square extends Shape: public area\nclass Round extends Shape: public area\nclass Circle extends Round\n" +
		"class Tile extends Square: public area\ninterface Named: name\nclass Sign implements Named\nclass Neon extends Sign: public name"
	for _, c := range []struct {
		rule, program, ref string
		limit              int
		want               string
	}{
		{"subclasses, each method once", shapes, "Shape.area", 9, "Square.area Round.area Tile.area"},
		{"of a class", shapes, "Round.area", 9, "Round.area"},
		{"at most one more than the limit", shapes, "Shape.area", 1, "Square.area Round.area"},
		{"as many as the limit", shapes, "Shape.area", 3, "Square.area Round.area Tile.area"},
		{"of an interface", shapes, "interface Named.name", 9, "Named.name Neon.name"},
		{"a subinterface and its class", "interface I: abstract m\ninterface J extends I\nclass A implements J: public m", "interface I.m", 9, "A.m"},
		{"classes that throw have none", "interface I: abstract m\nclass A implements I\nclass B implements I: m\nclass C implements I: public m", "interface I.m", 9, "C.m"},
		{"two defaults throw", "interface I: m\ninterface J: m\nclass A implements I, J\nclass B implements I", "interface I.m", 9, "I.m"},
		{"a final method needs no other class", "class A: public final m", "A.m", 0, "A.m"},
		{"a final class, which inherits it", "class A: public m\nfinal class B extends A", "B.m", 9, "A.m"},
		{"a final class that is abstract", "class A: public m\nabstract final class B extends A", "B.m", 9, `abstract: "B"`},
		{"a static method", "class A: public static m", "A.m", 9, `incompatible class: "A.m"`},
		{"a constructor", "class A: public <init>", "A.<init>", 9, `incompatible class: "A.<init>"`},
		{"not found", "class A", "A.m", 9, `no such method: "A.m"`},
		{"undecided", "interface I: m\nclass A implements I, Gone", "interface I.m", 9, `class not found: "Gone"`},
		{"abstract classes in a cycle", "interface I: abstract m\nabstract class A extends B implements I\nabstract class B extends A\nclass C implements I: public m", "interface I.m", 9, "C.m"},
		{"no classes", "interface I: abstract m", "interface I.m", 9, ""},
	} {
		targets, err := programOf(t, c.program).classes().Targets(refOf(c.ref), c.limit)
		var got []string
		for _, m := range targets {
			got = append(got, answer(m, nil))
		}
		if err != nil {
			got = append(got, answer(nil, err))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.rule, s, c.want)
		}
	}
}

// Without all classes, only final methods have targets. Types that are found, but not among those given, may have unknown subtypes.
func TestTargetsOfUnknownClasses(t *testing.T) {
	p := programOf(t, "class A: public m, public final n\nclass B extends A: public m\nclass Other: public m")
	for _, c := range []struct {
		classes   *hierarchy.Classes
		ref, want string
	}{
		{hierarchy.New(p.find, nil), "A.n", ""},
		{hierarchy.New(p.find, nil), "A.m", `unknown classes: "all"`},
		{hierarchy.New(p.find, program{[]string{"B"}, p.types}.headers), "B.m", ""},
		{hierarchy.New(p.find, program{[]string{"B"}, p.types}.headers), "A.m", `unknown classes: "A"`},
		{hierarchy.New(p.find, program{[]string{"B"}, p.types}.headers), "Other.m", `unknown classes: "Other"`},
	} {
		for range 2 { // the error stays
			targets, err := c.classes.Targets(refOf(c.ref), 9)
			if err == nil && (c.want != "" || len(targets) != 1) || err != nil && err.Error() != c.want {
				t.Errorf("%s: %d targets, %v, want %s", c.ref, len(targets), err, c.want)
			}
		}
	}
}

// All headers are read once, and not for final methods.
func TestHeadersAreReadOnce(t *testing.T) {
	p := programOf(t, "class A: public m, public final n")
	read := 0
	classes := hierarchy.New(p.find, func() iter.Seq2[classfile.Header, error] {
		read++
		return p.headers()
	})
	for i, ref := range []string{"A.n", "A.m", "A.m"} {
		if _, err := classes.Targets(refOf(ref), 9); err != nil || read != min(i, 1) {
			t.Errorf("%s: read %d times: %v", ref, read, err)
		}
	}
}

// Subtypes by way of a class that is not given, but found, count.
func TestTargetsByFoundClasses(t *testing.T) {
	p := programOf(t, "class A: public m\nclass Between extends A\nclass B extends Between: public m")
	classes := hierarchy.New(p.find, program{[]string{"A", "B"}, p.types}.headers)
	if targets, err := classes.Targets(refOf("A.m"), 9); err != nil || len(targets) != 2 {
		t.Errorf("%d targets, %v", len(targets), err)
	}
	if n, damaged, err := classes.World(); err != nil || n != 2 || damaged {
		t.Errorf("%d classes, damaged %t: %v", n, damaged, err)
	}
}

// Classes of one name are one, and damaged ones are none.
func TestWorld(t *testing.T) {
	p := programOf(t, "class A extends Gone implements Lost\nclass B extends A\nclass C\ninterface I extends Lost")
	given := func(yield func(classfile.Header, error) bool) {
		for _, name := range []string{"A", "B", "C", "C", "I"} {
			if !yield(headerOf(p.types[name]), nil) {
				return
			}
		}
		for range 2 {
			if !yield(classfile.Header{}, classfile.ErrTruncated) {
				return
			}
		}
	}
	n, damaged, err := hierarchy.New(p.find, func() iter.Seq2[classfile.Header, error] { return given }).World()
	if err != nil || n != 4 || !damaged {
		t.Errorf("%d classes, damaged %t: %v", n, damaged, err)
	}
	if _, _, err := hierarchy.New(p.find, nil).World(); !errors.Is(err, hierarchy.UnknownWorld) {
		t.Error(err)
	}
}

// A class file has to be of the class that was asked for, and has to have a superclass.
func TestClass(t *testing.T) {
	p := programOf(t, "class A implements I: public m, private n\ninterface I\nclass Other\nclass Headless")
	p.types["B"] = p.types["Other"]
	p.types["Headless"].Super = ""
	classes := p.classes()
	for _, c := range []struct{ name, want string }{
		{"B", `damaged class: "B": the class is Other`},
		{"Headless", `damaged class: "Headless": it has no superclass, or java.lang.Object has one`},
		{"Damaged", `damaged class: "Damaged": Damaged: unexpected end`},
		{"Gone", `class not found: "Gone"`},
		{"[Damaged;", `class not found: "[Damaged;"`},
	} {
		for range 2 { // the error stays
			if _, err := classes.Class(c.name); err == nil || err.Error() != c.want {
				t.Errorf("%s: %v, want %s", c.name, err, c.want)
			}
		}
	}
	a, err := classes.Class("A")
	if err != nil || a.Name != "A" || a.Super != object || !slices.Equal(a.Interfaces, []string{"I"}) || a.Interface() {
		t.Errorf("%+v: %v", a, err)
	}
	if m, ok := a.Method("n", signature); !ok || m.Flags != classfile.AccPrivate || m.Class != a || m.String() != "A.n()V" {
		t.Errorf("%+v", m)
	}
	if m, ok := a.Method("o", signature); ok {
		t.Errorf("%+v", m)
	}
	if i, err := classes.Class("I"); err != nil || !i.Interface() {
		t.Errorf("%+v: %v", i, err)
	}
	if array, err := classes.Class("[LA;"); err != nil || array.Super != object || array.Flags != classfile.AccPublic|classfile.AccFinal|classfile.AccAbstract {
		t.Errorf("%+v: %v", array, err)
	}
}

// Final methods are those that no class can override.
func TestFinal(t *testing.T) {
	classes := programOf(t, "class A: public m, private p, static s, final f, public <init>, protected q\nfinal class F: public m").classes()
	for ref, want := range map[string]bool{"A.m": false, "A.q": false, "A.p": true, "A.s": true, "A.f": true, "A.<init>": true, "F.m": true} {
		if m, err := classes.Resolve(refOf(ref)); err != nil || m.Final() != want {
			t.Errorf("%s: %v", ref, err)
		}
	}
}

// A class has at most 1,000 superclasses, and 20,000 paths to superinterfaces.
func TestLimits(t *testing.T) {
	chain := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "class C%d extends C%d\n", i, i+1)
		}
		fmt.Fprintf(&b, "class C%d: public m", n)
		return b.String()
	}
	for n, want := range map[int]string{999: "C999.m", 1000: `too large: "C1000"`} {
		if got := answer(programOf(t, chain(n)).classes().Resolve(refOf("C0.m"))); got != want {
			t.Errorf("%d superclasses: %s, want %s", n, got, want)
		}
	}
	deep := func(n int) string { return strings.NewReplacer("class C", "interface C").Replace(chain(n)) }
	for n, want := range map[int]string{1000: "C1000.m", 1001: `too large: "C1001"`} {
		if got := answer(programOf(t, deep(n)).classes().Resolve(refOf("interface C0.m"))); got != want {
			t.Errorf("%d superinterfaces: %s, want %s", n, got, want)
		}
	}
	wide := func(n int) string { return "interface I: m\nclass A implements " + strings.Repeat("I,", n) }
	for n, want := range map[int]string{20_000: "I.m", 20_001: `too large: "A"`} {
		if got := answer(programOf(t, wide(n)).classes().Resolve(refOf("A.m"))); got != want {
			t.Errorf("%d times a superinterface: %s, want %s", n, got, want)
		}
	}
}
