package calls_test

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// classesOf returns the classes of a text, which has a line for a class and one for each of its methods. Bytecode is a list of calls by
// the names of their instructions, of jumps over so many bytes, and of big, which is 30 nops, so that native-image does not inline the
// method before it adds counters. A return is at the end.
//
//	class app/Round extends app/Shape implements app/I
//	static run()V: static app/Main.help()V, virtual app/Shape.area()V, dynamic make()V, lambda run()Lapp/Task; app/Main.body()V, ifeq 9, goto 6, big
func classesOf(t *testing.T, text string) calls.Options {
	t.Helper()
	all := map[string]*classfile.Class{}
	var names []string
	var b *testclass.Builder
	var lambdas [][]byte
	name := ""
	build := func() {
		if b == nil {
			return
		}
		if lambdas != nil {
			b.Attributes = append(b.Attributes, b.Attribute("BootstrapMethods", testclass.Big(2, len(lambdas)), slices.Concat(lambdas...)))
		}
		class, err := classfile.Parse(b.Build(name))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all[class.Name], names = class, append(names, class.Name)
	}
	for line := range strings.Lines(text + "class java/lang/Object\n") {
		head, code, _ := strings.Cut(strings.TrimSpace(line), ": ")
		words := strings.Fields(head)
		flags := 0
		for len(words) > 0 && flagWords[words[0]] > 0 {
			flags |= flagWords[words[0]]
			words = words[1:]
		}
		if len(words) == 0 {
			continue
		}
		if words[0] == "class" || words[0] == "interface" {
			build()
			b, lambdas, name = &testclass.Builder{Flags: flags | 1}, nil, words[1]
			if words[0] == "interface" {
				b.Flags |= 0x600
			}
			for i := 2; i < len(words); i += 2 {
				if words[i] == "extends" {
					b.Super = words[i+1]
				} else {
					b.Interfaces = append(b.Interfaces, words[i+1])
				}
			}
			continue
		}
		method, descriptor, _ := strings.Cut(words[0], "(")
		var attributes [][]byte
		for _, annotation := range words[1:] {
			attributes = append(attributes, b.Attribute("RuntimeInvisibleAnnotations", testclass.Big(2, 1), testclass.Big(2, b.UTF8(annotation)), testclass.Big(2, 0)))
		}
		if flags&0x500 == 0 { // neither native nor abstract
			bytecode, made := assemble(t, b, code, len(lambdas))
			lambdas = append(lambdas, made...)
			attributes = append(attributes, b.Code(bytecode, nil))
		}
		b.Method(flags|1, method, "("+descriptor, attributes...)
	}
	build()
	object := all["java.lang.Object"]
	object.Super = ""
	find := func(name string) (*classfile.Class, error) {
		if strings.Contains(name, "Damaged") {
			return nil, &classfile.FormatError{File: name, Err: classfile.ErrTruncated}
		}
		if k, ok := all[name]; ok {
			return k, nil
		}
		return nil, classpath.ErrNotFound
	}
	headers := func() iter.Seq2[classfile.Header, error] {
		return func(yield func(classfile.Header, error) bool) {
			for _, name := range names {
				k := all[name]
				if !yield(classfile.Header{Name: k.Name, Super: k.Super, Interfaces: k.Interfaces, Flags: k.Flags}, nil) {
					return
				}
			}
		}
	}
	return calls.Options{Class: find, Classes: hierarchy.New(find, headers)}
}

var flagWords = map[string]int{"static": 8, "final": 0x10, "synchronized": 0x20, "native": 0x100, "abstract": 0x400}

// assemble returns bytecode, and the bootstrap methods of its lambdas.
func assemble(t *testing.T, b *testclass.Builder, code string, lambdas int) (bytecode []byte, made [][]byte) {
	t.Helper()
	member := func(tag int, name string) []byte {
		at := strings.LastIndexByte(name[:strings.IndexByte(name, '(')], '.')
		method, descriptor, _ := strings.Cut(name[at+1:], "(")
		return testclass.Big(2, b.Member(tag, name[:at], method, "("+descriptor))
	}
	for in := range strings.SplitSeq(code, ", ") {
		words := strings.Fields(in)
		if len(words) == 0 {
			continue
		}
		argument := words[len(words)-1]
		switch words[0] {
		case "static":
			bytecode = testclass.Join(bytecode, 0xB8, member(10, argument))
		case "special":
			bytecode = testclass.Join(bytecode, 0xB7, member(10, argument))
		case "virtual":
			bytecode = testclass.Join(bytecode, 0xB6, member(10, argument))
		case "interface":
			bytecode = testclass.Join(bytecode, 0xB9, member(11, argument), 1, 0)
		case "dynamic", "lambda":
			name, descriptor, _ := strings.Cut(words[1], "(")
			call := testclass.Join(18, testclass.Big(2, lambdas+len(made)), testclass.Big(2, b.NameAndType(name, "("+descriptor)))
			bytecode = testclass.Join(bytecode, 0xBA, testclass.Big(2, b.Constant(1, call)), 0, 0)
			owner := "java/lang/invoke/LambdaMetafactory.metafactory()V"
			if words[0] == "dynamic" {
				owner, argument = "app/Bootstrap.make()V", "app/Bootstrap.made()V"
			}
			handle := func(name string) []byte {
				return testclass.Big(2, b.Constant(1, testclass.Join(15, 6, member(10, name))))
			}
			text := testclass.Big(2, b.Text("argument"))
			made = append(made, testclass.Join(handle(owner), testclass.Big(2, 3), text, handle(argument), text))
		case "ifeq", "goto":
			n, err := strconv.Atoi(argument)
			if err != nil {
				t.Fatal(err)
			}
			bytecode = testclass.Join(bytecode, map[string]int{"ifeq": 0x99, "goto": 0xA7}[words[0]], testclass.Big(2, n))
		case "big":
			bytecode = append(bytecode, make([]byte, 30)...)
		default:
			t.Fatal(in)
		}
	}
	return append(bytecode, 0xB1), made
}

// describe returns everything that a graph says, with the slots, and in the order, of the profile before its listed methods were rotated
// by a number.
func describe(g *calls.Graph, p *iprof.Profile, by int) string {
	names, methods, listed := convert.NewNames(p, convert.NameOptions{}), p.MethodSlots(), p.Methods.Len()
	original := func(slot int32) int32 {
		if slot < 0 || int(slot) >= listed {
			return slot
		}
		return (slot + int32(by)) % int32(listed)
	}
	rotated := make([]int32, methods)
	for slot := range int32(methods) {
		rotated[original(slot)] = slot
	}
	var b strings.Builder
	fmt.Fprintf(&b, "callers %d, without code %d\n", g.Callers, g.WithoutCode)
	for _, err := range g.Problems {
		fmt.Fprintf(&b, "problem %v\n", err)
	}
	count := func(c calls.Count) string {
		s := fmt.Sprintf("%d–%d", c.Low, c.High)
		if c.High == unlimited {
			s = fmt.Sprintf("%d–", c.Low)
		}
		if c.Usual {
			s += " usual"
		}
		if c.Rest && !c.Fixed() {
			s += " or none"
		}
		return s
	}
	callee := func(c *calls.Callee) string {
		s := strings.TrimPrefix(c.Class+"."+c.Method+c.Ref().Descriptor, ".")
		if c.Slot >= 0 {
			s = fmt.Sprintf("%d:%s", original(c.Slot), s)
		}
		if c.Inherited {
			s += " inherited"
		}
		if c.OtherTypes {
			s += " other types"
		}
		return s
	}
	all := slices.Collect(g.Sites())
	slices.SortStableFunc(all, func(x, y *calls.Site) int { return cmp.Compare(original(x.Slot), original(y.Slot)) })
	for _, s := range all {
		fmt.Fprintf(&b, "%d@%d %s %s: executed %d %s, made %s", original(s.Slot), s.BCI, s.Kind, s.Called.Name, s.Executions.Count, s.Executions.Bound, count(s.Made))
		fmt.Fprintf(&b, ", types %d saturated %t, contradicts %t, reason %q\n", s.Types, s.Saturated, s.Contradicts, s.Reason)
		for k := range s.Targets {
			t := &s.Targets[k]
			fmt.Fprintf(&b, "  %s: %s, %s of %s stayed, inlined %d in %d, %s", callee(t.Callee), t.Evidence, count(t.Stayed), count(t.Calls), t.Inlined, t.Contexts, t.Part())
			if t.Uncounted {
				b.WriteString(", uncounted")
			}
			if t.Types != nil {
				fmt.Fprintf(&b, ", types %d", t.Types)
			}
			for _, m := range t.May {
				fmt.Fprintf(&b, ", may %s", callee(m))
			}
			for _, f := range g.Facts(s, t) {
				fmt.Fprintf(&b, "; %s %q", f.Kind, f.Text)
			}
			if g.Leaves(t) {
				b.WriteString(", leaves")
			}
			if n := g.CodeLength(t.Callee); n != 0 {
				fmt.Fprintf(&b, ", %d bytes", n)
			}
			b.WriteString("\n")
		}
		var stayed []calls.StayedCall
		for k := range s.Targets {
			stayed = append(stayed, calls.StayedOf(s, &s.Targets[k]))
		}
		if len(stayed) > 1 {
			fmt.Fprintf(&b, "  together: %s stayed\n", count(g.Stayed(stayed)))
		}
	}
	for slot, at := range rotated {
		if hints := g.Hints(at); hints != nil {
			fmt.Fprintf(&b, "hints %d: %+v\n", slot, hints)
		}
	}
	for slot, at := range rotated[:len(g.Entered)] {
		e := &g.Entered[at]
		fmt.Fprintf(&b, "entered %d: root %d known %t, called %s, outside %s", slot, e.Root, e.Known, count(e.Called), count(e.Outside()))
		if e.Early {
			b.WriteString(", early")
		}
		if e.Contradicts {
			b.WriteString(", contradicts")
		}
		if e.From != calls.FromUnknown {
			fmt.Fprintf(&b, ", from %d by %d", e.From, original(e.Caller))
		}
		fmt.Fprintf(&b, ", %s", g.OutsideName(e, names))
		if text := e.Contradiction(); text != "" {
			b.WriteString(", " + text)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "%q\n", g.Notes("more"))
	for o := range g.Outside(names, nil) {
		fmt.Fprintf(&b, "outside %d: %s %t, %s %d\n", original(o.Slot), count(o.Entries), o.Known, o.Name, original(o.Caller))
	}
	var nodes []iprof.NodeID
	for node := range p.Contexts.All() {
		nodes = append(nodes, iprof.NodeID(node))
	}
	leaving, leftOut := g.Leaving(nodes)
	fmt.Fprintf(&b, "%d contexts left out\n", leftOut)
	for node, n := range p.Contexts.All() {
		for _, c := range leaving[iprof.NodeID(node)] {
			fmt.Fprintf(&b, "%d in context %d: %s at %d, frame %d\n", original(int32(p.MethodSlot(n.Method))), node, count(c.Calls()), c.Site.BCI, original(c.Frame))
		}
	}
	return strings.ReplaceAll(b.String(), strconv.Itoa(unlimited), "unlimited")
}
