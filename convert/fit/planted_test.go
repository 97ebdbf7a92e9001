package fit_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// shop is a program with all kinds of places. Changes are planted in it, and its profile has a record at each place of each method.
const shop = `package app;

import java.util.*;
import java.util.function.*;

public class Shop {
    interface Item { int price(); default int tax() { return price() / 5; } }
    record Book(int price) implements Item { }
    record Food(int price) implements Item { public int tax() { return 0; } }
    static class Crate<T extends Item> implements Comparable<Crate<T>> {
        final T item;
        Crate(T item) { this.item = item; }
        public int compareTo(Crate<T> other) { return item.price() - other.item.price(); }
    }

    private int sold;

    int total(List<Item> items) {
        int sum = 0;
        for (Item item : items) {
            if (item instanceof Food) {
                sum += item.price();
            } else {
                sum += item.price() + item.tax();
                sold++;
            }
        }
        return sum;
    }

    static int rate(int kind) {
        switch (kind) {
            case 0: return 5;
            case 1: return 7;
            case 7: return 19;
            default: return -1;
        }
    }

    int discount(int sum, boolean member) {
        if (sum > 100) {
            return sum / 10;
        } else {
            log("none");
            return member ? sum / 20 : 0;
        }
    }

    void log(String text) {
        if (sold > 10) {
            System.out.println(text);
        }
    }

    static int parse(String text) {
        try {
            return Integer.parseInt(text.trim());
        } catch (NumberFormatException e) {
            return text == null ? 0 : text.length();
        }
    }

    synchronized int longest(Collection<String> names) {
        int longest = 0;
        for (String name : names) {
            longest = Math.max(longest, name.length());
        }
        do { longest--; } while (longest > 20);
        return longest;
    }

    Supplier<Item> later(int price) {
        return () -> price > 3 ? new Book(price) : new Food(price);
    }

    static int count(Object[] all) {
        int n = 0;
        for (Object o : all) {
            if (o instanceof Crate) n += ((Crate<?>) o).item.price() > 3 ? 2 : 1;
        }
        return n;
    }
}
`

// compiler compiles a file in several directories, in one VM: to start one takes longer than to compile.
const compiler = `import javax.tools.*;

public class Compiler {
    public static void main(String[] args) {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        for (int i = 1; i < args.length; i++)
            if (javac.run(null, null, null, "-nowarn", "-d", args[i], args[i] + "/" + args[0]) != 0) System.exit(1);
    }
}
`

// javac compiles versions of a program and opens their classes.
func javac(t *testing.T, name string, sources ...string) []*classpath.Path {
	t.Helper()
	testtier.Sequential(t)
	for _, program := range []string{"java", "javac"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("no " + program)
		}
	}
	write := func(file, text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := []string{filepath.Join(t.TempDir(), "Compiler.java"), name}
	write(run[0], compiler)
	for _, source := range sources {
		dir := t.TempDir()
		write(filepath.Join(dir, name), source)
		run = append(run, dir)
	}
	if out, err := exec.Command("java", append(testclass.QuickJava(), run...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var paths []*classpath.Path
	for _, dir := range run[2:] {
		path := testpath.Open(t, dir)
		paths = append(paths, path)
	}
	return paths
}

// A recorder makes a profile that has a record at each place of each method of some classes, as if everything had run once.
type recorder struct {
	b       iprof.Builder
	types   map[string]iprof.TypeID
	methods map[string]iprof.MethodID
	classes map[string]*classfile.Class
	names   []string // of classes
}

func (r *recorder) typ(name string) iprof.TypeID {
	id, ok := r.types[name]
	if !ok {
		id = iprof.TypeID(len(r.types))
		r.types[name] = id
		r.b.AddType(iprof.Type{ID: id, Name: name})
	}
	return id
}

func (r *recorder) method(class, name, descriptor string) iprof.MethodID {
	key := class + "." + name + descriptor
	id, ok := r.methods[key]
	if ok {
		return id
	}
	id = iprof.MethodID(len(r.methods) + 1)
	r.methods[key] = id
	params, ret, err := classfile.Types(descriptor)
	if err != nil {
		panic(err)
	}
	m := iprof.Method{ID: id, Name: name, Declaring: r.typ(class), Return: r.typ(ret)}
	for _, p := range params {
		m.Params = append(m.Params, r.typ(p))
	}
	r.b.AddMethod(m)
	return id
}

// record makes the profile of the classes on a path whose names have a prefix. Calls of methods in them are inlined.
func record(t *testing.T, path *classpath.Path, prefix string) *iprof.Profile {
	t.Helper()
	r := &recorder{types: map[string]iprof.TypeID{}, methods: map[string]iprof.MethodID{}, classes: map[string]*classfile.Class{}}
	for name := range path.Classes() {
		if !strings.HasPrefix(name, prefix) {
			continue
		}
		class, err := path.Class(name)
		if err != nil {
			t.Fatal(err)
		}
		r.classes[name] = class
		r.names = append(r.names, name)
	}
	for _, name := range r.names {
		class := r.classes[name]
		for i := range class.Methods {
			m := &class.Methods[i]
			code, err := m.Code()
			if err != nil {
				t.Fatal(err)
			}
			if code == nil {
				continue
			}
			root := r.b.Contexts().Child(iprof.NoNode, 0, r.method(name, m.Name, m.Descriptor))
			r.b.AddCount(iprof.Calls, iprof.Count{Node: root, Value: 1})
			for _, in := range code.Instructions {
				r.instruction(root, in)
			}
		}
	}
	return r.b.Profile()
}

func (r *recorder) instruction(node iprof.NodeID, in classfile.Instruction) {
	bci := iprof.BCI(in.BCI)
	if flow := in.Flow(); flow == classfile.Branch || flow == classfile.Switch {
		var list []iprof.Successor
		for i, s := range in.Successors() {
			list = append(list, iprof.Successor{Target: iprof.BCI(s.BCI), Index: int32(i), Count: 1})
		}
		r.b.AddConditional(node, bci, list)
	}
	one := []iprof.TypeCount{{Type: r.typ("app.Shop"), Count: 1}}
	switch in.Op {
	case classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		r.b.AddTypeProfile(iprof.Receivers, node, bci, one)
	case classfile.OpInstanceof, classfile.OpCheckcast:
		r.b.AddTypeProfile(iprof.InstanceOf, node, bci, one)
	}
	ref, ok := in.Called()
	if !ok || ref.Owner == "" {
		return
	}
	owners := []string{ref.Owner}
	if in.Op == classfile.OpInvokeinterface { // the classes that may implement it
		owners = r.names
	}
	for _, owner := range owners {
		class := r.classes[owner]
		if class == nil {
			continue
		}
		if m, ok := class.MethodByDescriptor(ref.Name, ref.Descriptor); ok && m.HasCode() {
			callee := r.b.Contexts().Child(node, bci, r.method(owner, m.Name, m.Descriptor))
			r.b.AddCount(iprof.Calls, iprof.Count{Node: callee, Value: 1})
		}
	}
}

// verdicts compares a profile with other code: methods by name, with their verdict.
func verdicts(p *iprof.Profile, path *classpath.Path) (map[string]string, *fit.Fit) {
	names := convert.NewNames(p, convert.NameOptions{})
	f := fit.New(p, names, fit.Code{Program: path})
	all := map[string]string{}
	for _, m := range f.Misfits {
		text := m.Verdict.String()
		if m.Candidate != "" {
			text += ", now " + m.Candidate
		}
		all[names.Signature(int(m.Slot))] = text
	}
	return all, f
}

// TestPlantedChanges changes a method of the program at a time: the methods that changed are found, and no others are accused.
func TestPlantedChanges(t *testing.T) {
	const total, items = "app.Shop.total(java.util.List)", "app.Shop.longest(java.util.Collection)"
	tests := []struct {
		name, old, new string
		want           map[string]string
	}{
		{"nothing", "", "", map[string]string{}},
		{"a comment", "int sum = 0;", "int sum = /* cents */ 0;", map[string]string{}},
		{"a longer constant that takes no more bytes", "return 19;", "return 20;", map[string]string{}},
		{"renamed", "int discount(", "int discounts(", map[string]string{
			"app.Shop.discount(int, boolean)": "gone, now app.Shop.discounts(int, boolean)"}},
		{"other parameters", "int discount(int sum, boolean member) {", "int discount(long all, boolean member) { int sum = (int) all;", map[string]string{
			"app.Shop.discount(int, boolean)": "gone, now app.Shop.discount(long, boolean)"}},
		{"a method deleted", "static int rate(int kind) {\n        switch (kind) {\n            case 0: return 5;\n            case 1: return 7;\n            case 7: return 19;\n            default: return -1;\n        }\n    }", "", map[string]string{
			"app.Shop.rate(int)": "gone"}},
		{"a class renamed", "Food", "Meal", map[string]string{
			"app.Shop$Food.<init>(int)": "gone, now app.Shop$Meal.<init>(int)", "app.Shop$Food.price()": "gone, now app.Shop$Meal.price()",
			"app.Shop$Food.tax()": "gone, now app.Shop$Meal.tax()", "app.Shop$Food.toString()": "gone, now app.Shop$Meal.toString()",
			"app.Shop$Food.hashCode()": "gone, now app.Shop$Meal.hashCode()", "app.Shop$Food.equals(java.lang.Object)": "gone, now app.Shop$Meal.equals(java.lang.Object)",
			"app.Shop.lambda$later$0(int)": "changed"}}, // it called Food's constructor
		{"a statement before a branch", "if (sum > 100) {", "sold++; if (sum > 100) {", map[string]string{"app.Shop.discount(int, boolean)": "changed"}},
		{"a statement in a loop", "if (item instanceof Food) {", "sold--; if (item instanceof Food) {", map[string]string{total: "changed"}},
		{"a statement at the end changes nothing before", "sold++;\n            }\n        }\n        return sum;", "sold++;\n            }\n        }\n        sold--; return sum;", map[string]string{}},
		{"branches in another order", "if (sum > 100) {\n            return sum / 10;\n        } else {\n            log(\"none\");\n            return member ? sum / 20 : 0;\n        }",
			"if (sum <= 100) {\n            log(\"none\");\n            return member ? sum / 20 : 0;\n        } else {\n            return sum / 10;\n        }",
			map[string]string{"app.Shop.discount(int, boolean)": "changed"}},
		{"cases of a switch in another order are the same targets", "case 0: return 5;\n            case 1: return 7;", "case 1: return 5;\n            case 0: return 7;", map[string]string{}},
		{"another case", "case 7: return 19;", "case 7: return 19; case 8: return 1000;", map[string]string{"app.Shop.rate(int)": "changed"}},
		{"another callee", "sum += item.price() + item.tax();", "sum += item.tax() + item.price();", map[string]string{total: "changed"}},
		{"another callee of the same shape", "log(\"none\");", "tell(\"none\");", map[string]string{"app.Shop.discount(int, boolean)": "changed"}},
		{"a static method of another class", "Math.max(longest, name.length())", "Math.max(longest, name.length()) + Integer.max(0, 1)", map[string]string{items: "changed"}},
		{"no virtual call any more", "name.length()", "7", map[string]string{items: "changed"}},
		{"another type check", "text == null ? 0 : text.length()", "0", map[string]string{"app.Shop.parse(java.lang.String)": "changed"}},
		{"the end of a loop", "do { longest--; } while (longest > 20);", "longest--;", map[string]string{items: "changed"}},
		{"an abstract method", "default int tax() { return price() / 5; }", "int tax();", map[string]string{"app.Shop$Item.tax()": "changed"}},
	}
	sources := []string{shop}
	for _, test := range tests {
		source := shop
		if test.old != "" {
			if source = strings.ReplaceAll(shop, test.old, test.new); source == shop {
				t.Fatalf("%s: nothing to replace", test.name)
			}
		}
		switch test.name {
		case "another callee of the same shape":
			source = strings.Replace(source, "void log(", "void tell(String text) { log(text); }\n    void log(", 1)
		case "an abstract method":
			source = strings.Replace(source, "implements Item { }", "implements Item { public int tax() { return 1; } }", 1)
		}
		sources = append(sources, source)
	}
	testtier.Long(t, "compiles thirty versions of a program, each with one change")
	programs := javac(t, "Shop.java", sources...)
	p := record(t, programs[0], "")
	for i, test := range tests {
		got, f := verdicts(p, programs[i+1])
		if fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%s:\n got %v\nwant %v", test.name, got, test.want)
			for _, m := range f.Misfits {
				t.Logf("%+v", m)
			}
		}
		if all := f.Unjudged(); all.Methods > 0 {
			t.Errorf("%s: not judged %v", test.name, f.NotJudged)
		}
	}
}

// inOneLine is a static method of Known.java up to the beginning of its body.
var inOneLine = regexp.MustCompile(`(?m)^    static \w+ (\w+)\([^)]*\) \{ `)

// TestShiftedMethodsAreFound takes a measured profile and inserts a statement at the beginning of every other method.
func TestShiftedMethodsAreFound(t *testing.T) {
	source, err := os.ReadFile(filepath.Join(shared, "known/Known.java"))
	if err != nil {
		t.Skip("no ../shared/jvm")
	}
	const halves = 2
	sources, shifted := []string{string(source)}, make([]map[string]bool, halves)
	for half := range halves {
		shifted[half] = map[string]bool{}
		n := 0
		sources = append(sources, inOneLine.ReplaceAllStringFunc(string(source), func(head string) string {
			if n++; n%halves != half {
				return head
			}
			shifted[half]["Known."+inOneLine.FindStringSubmatch(head)[1]] = true
			return head + "sink++; "
		}))
	}
	testtier.Long(t, "compiles versions of a program whose methods are shifted")
	programs := javac(t, "Known.java", sources...)
	p := testprofile.Read(t, bytes.NewReader(testprofile.Beside(t)["known/known.iprof"]))
	if accused, f := verdicts(p, programs[0]); len(accused) > 0 || f.Program.Fits.Methods < 100 {
		t.Errorf("accused: %v; %+v", accused, f.Program)
	}
	withPlaces := map[string]bool{} // methods with a place after the first statement
	sites := sites.New(p, sites.Options{})
	names := convert.NewNames(p, convert.NameOptions{})
	for _, s := range sites.Conditionals.All {
		withPlaces[names.PlainName(int(s.Slot))] = true
	}
	for _, s := range sites.Receivers.All {
		withPlaces[names.PlainName(int(s.Slot))] = true
	}
	for _, s := range sites.Calls.All {
		withPlaces[names.PlainName(int(s.Slot))] = true
	}
	for half := range halves {
		accused, _ := verdicts(p, programs[half+1])
		found := map[string]bool{}
		for signature, verdict := range accused {
			name, _, _ := strings.Cut(signature, "(")
			if found[name] = true; !shifted[half][name] || verdict != "changed" {
				t.Errorf("half %d: %s is %s", half, signature, verdict)
			}
		}
		for name := range shifted[half] {
			if withPlaces[name] && !found[name] {
				t.Errorf("half %d: %s is not found", half, name)
			}
		}
		t.Logf("half %d: %d methods found of %d", half, len(found), len(shifted[half]))
	}
}

// If a branch begins with an inlined call, its target may be a place in the method called.
func TestTargetsInCallees(t *testing.T) {
	program := javac(t, "Shop.java", shop)[0]
	class, err := program.Class("app.Shop")
	if err != nil {
		t.Fatal(err)
	}
	code := func(name string) *classfile.Code {
		for i := range class.Methods {
			if m := &class.Methods[i]; m.Name == name {
				c, err := m.Code()
				if err != nil {
					t.Fatal(err)
				}
				return c
			}
		}
		t.Fatal("no " + name)
		return nil
	}
	branch := code("discount").Instructions[2]
	ways := branch.Successors()
	if branch.Flow() != classfile.Branch || code("log").Length < 17 {
		t.Fatal("other code than expected")
	}
	for target := branch.BCI + 1; target < 40; target++ {
		if target == ways[0].BCI {
			continue
		}
		p := testprofile.Parse(t, fmt.Sprintf(`{"version":"1.0.0","types":[{"id":0,"name":"app.Shop"},{"id":1,"name":"int"},{"id":2,"name":"boolean"}],
			"methods":[{"id":1,"name":"discount","signature":[0,1,1,2]}],"conditionalProfiles":[{"ctx":"1:%d","records":[%d,0,3,%d,1,7]}]}`,
			branch.BCI, ways[0].BCI, target))
		accused, _ := verdicts(p, program)
		_, inCallee := code("log").At(target)
		if want := !inCallee && !onLine(code("discount"), ways[0].BCI, target) && !onLine(code("discount"), ways[1].BCI, target); want != (len(accused) > 0) {
			t.Errorf("@%d: accused: %v, want %v", target, accused, want)
		}
	}
}

// onLine reports whether control comes from one BCI to another without a choice.
func onLine(code *classfile.Code, from, to int) bool {
	for range code.Instructions {
		in, ok := code.At(from)
		if from == to || !ok {
			return from == to
		}
		next := in.Successors()
		if len(next) != 1 {
			return false
		}
		from = next[0].BCI
	}
	return false
}
