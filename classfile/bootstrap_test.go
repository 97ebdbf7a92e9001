package classfile_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

const metafactory = "java/lang/invoke/LambdaMetafactory"

// A bootstrap is a bootstrap method of an invokedynamic.
type bootstrap struct {
	owner, name string
	arguments   int
	kind        int // of the handle in the second argument: below 5 of a field, otherwise of a method; 0: a text
}

// lambdaOf returns the lambda of a method's invokedynamic with number, in a class with bootstrap methods. Edit changes the attribute.
func lambdaOf(t *testing.T, number int, edit func([]byte) []byte, methods ...bootstrap) (classfile.Handle, bool) {
	t.Helper()
	b := &testclass.Builder{}
	content := numbers(len(methods))
	for i, m := range methods {
		body := b.Text("a body")
		switch {
		case m.kind >= 5:
			body = b.Handle(m.kind, b.Member(10, "a/A", "body"+string(rune('0'+i)), "()V"))
		case m.kind > 0:
			body = b.Handle(m.kind, b.Member(9, "a/A", "field", "I"))
		}
		content = append(content, numbers(b.Handle(6, b.Member(10, m.owner, m.name, "()V")), m.arguments)...)
		content = append(content, numbers(b.Text("first"), body, b.Text("third"))[:2*m.arguments]...)
	}
	if edit != nil {
		content = edit(content)
	}
	if content != nil {
		b.Attributes = append(b.Attributes, b.Attribute("BootstrapMethods", content))
	}
	dynamic := b.Constant(1, testclass.Join(18, testclass.Big(2, number), testclass.Big(2, b.NameAndType("run", "()Ljava/lang/Runnable;"))))
	b.Method(9, "m", "()V", b.Code(testclass.Join(0xBA, testclass.Big(2, dynamic), 0, 0, 0xB1), nil))
	class, err := classfile.Parse(b.Build("T"))
	if err != nil {
		t.Fatal(err)
	}
	code, err := class.Methods[0].Code()
	if err != nil {
		t.Fatal(err)
	}
	if h, ok := code.Instructions[1].Lambda(); ok {
		t.Errorf("a return makes the lambda %v", h)
	}
	first, ok := code.Instructions[0].Lambda()
	if again, okAgain := code.Instructions[0].Lambda(); again != first || okAgain != ok {
		t.Errorf("first %v, then %v", first, again)
	}
	return first, ok
}

// A lambda is the second argument of a bootstrap method of LambdaMetafactory, a handle of a method.
func TestLambda(t *testing.T) {
	lambda := bootstrap{metafactory, "metafactory", 3, 6}
	other := bootstrap{"java/lang/invoke/StringConcatFactory", "makeConcatWithConstants", 1, 0}
	for _, c := range []struct {
		name    string
		number  int
		methods []bootstrap
		want    string // method; "": none
		kind    classfile.HandleKind
	}{
		{"metafactory", 0, []bootstrap{lambda}, "body0", classfile.HandleStatic},
		{"altMetafactory", 0, []bootstrap{{metafactory, "altMetafactory", 3, 5}}, "body0", classfile.HandleVirtual},
		{"after another", 1, []bootstrap{other, {metafactory, "metafactory", 3, 8}}, "body1", classfile.HandleNew},
		{"before another", 0, []bootstrap{lambda, other}, "body0", classfile.HandleStatic},
		{"not a lambda", 1, []bootstrap{lambda, other}, "", 0},
		{"a number after the last", 1, []bootstrap{lambda}, "", 0},
		{"the handle of a field", 0, []bootstrap{{metafactory, "metafactory", 3, 4}}, "", 0},
		{"not a handle", 0, []bootstrap{{metafactory, "metafactory", 3, 0}}, "", 0},
		{"two arguments", 0, []bootstrap{{metafactory, "metafactory", 2, 6}}, "", 0},
		{"another method of the factory", 0, []bootstrap{{metafactory, "make", 3, 6}}, "", 0},
		{"a method of another factory", 0, []bootstrap{{"Factory", "metafactory", 3, 6}}, "", 0},
	} {
		h, ok := lambdaOf(t, c.number, nil, c.methods...)
		if ok != (c.want != "") || ok && (h.Ref.Name != c.want || h.Kind != c.kind || h.Ref.Owner != "a.A" || h.Ref.Descriptor != "()V") {
			t.Errorf("%s: %+v, %v, want %s", c.name, h, ok, c.want)
		}
	}
	for name, edit := range map[string]func([]byte) []byte{
		"no attribute": func([]byte) []byte { return nil },
		"empty":        func([]byte) []byte { return []byte{} },
		"truncated":    func(content []byte) []byte { return content[:len(content)-1] },
		"a byte more":  func(content []byte) []byte { return append(content, 0) },
		"too many":     func(content []byte) []byte { content[1]++; return content },
	} {
		if h, ok := lambdaOf(t, 0, edit, lambda); ok {
			t.Errorf("%s: %+v", name, h)
		}
	}
}
