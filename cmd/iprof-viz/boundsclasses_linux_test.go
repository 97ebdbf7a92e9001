package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

// codeCommands are those that read class files.
var codeCommands = []string{
	"calls --classpath JAR FILE", "calls -n 0 --format json --classpath JAR FILE", "peek . -n 0 -m calls --classpath JAR FILE",
	"list . --all -n 0 --classpath JAR FILE", "report --classpath JAR --base FILE FILE", "check --classpath JAR FILE",
	"lcov --classpath JAR FILE", "inline -n 0 --format json --classpath JAR FILE", "graph --format json --classpath JAR FILE",
	"pprof -m all --complete --classpath JAR FILE", "callgrind -m all --classpath JAR FILE", "speedscope --lines --classpath JAR FILE",
}

// callGraphCommands are those of them for kinds that cost where the call graph is made: it is the same for all, which take as long.
var callGraphCommands = []string{
	"calls -n 0 --format json --classpath JAR FILE", "report --classpath JAR --base FILE FILE", "check --classpath JAR FILE", "lcov --classpath JAR FILE",
}

// multiplyingClasses are class paths, and profiles of their programs, of which few bytes stand for much.
var multiplyingClasses = []kind{
	{"long descriptors", 400, func(n int) map[string][]byte {
		long := "(L" + strings.Repeat("x", 65000) + ";"
		files := withJar(one(profileText(nil, n, func(i int) string { return fmt.Sprintf(`"f","signature":[1,0%s]`, overload(i, ",3", ",4", ",5")) })),
			n, func(i int) (string, string) { return "f", long + overload(i, "I", "J", "D") + ")V" })
		return files
	}, codeCommands},
	{"jars in a jar", 60, func(n int) map[string][]byte {
		entries := map[string][]byte{}
		for i := range 30_000 {
			entries[fmt.Sprintf("app/C%d.class", i)] = nil
		}
		inner, jars := zipOf(entries), map[string][]byte{}
		for i := range n {
			jars[fmt.Sprintf("BOOT-INF/lib/%d.jar", i)] = inner
		}
		return map[string][]byte{"FILE": profileText(nil, 2, plainMethod), "JAR": zipOf(jars)}
	}, []string{"calls --classpath JAR FILE", "check --classpath JAR FILE", "report --classpath JAR --base FILE FILE"}}, // opening it is all
	{"classes of an interface, and calls of it", 20_000, func(n int) map[string][]byte {
		classes := callers(min(n/40, 1000), func(b *testclass.Builder, i int) []byte {
			return invokeInterface(b, "app/I", "m", "()V")
		})
		classes["app/I"] = (&testclass.Builder{Flags: 0x601}).Plain(0x401, "m", nil).Build("app/I")
		for i := range n {
			classes[fmt.Sprintf("app/C%d", i)] = (&testclass.Builder{Interfaces: []string{"app/I"}}).Plain(1, "m", []byte{0xb1}).Build(fmt.Sprintf("app/C%d", i))
		}
		return program(classes, min(n/40, 1000), nil)
	}, codeCommands},
	{"classes that inherit one method, and calls of it", 20_000, func(n int) map[string][]byte {
		classes := callers(min(n/40, 1000), func(b *testclass.Builder, i int) []byte {
			return invokeInterface(b, fmt.Sprintf("app/I%d", i), "m", "()V")
		})
		var interfaces []string
		for i := range min(n/40, 1000) {
			name := fmt.Sprintf("app/I%d", i)
			classes[name] = (&testclass.Builder{Flags: 0x601}).Plain(0x401, "m", nil).Build(name)
			interfaces = append(interfaces, name)
		}
		classes["app/B"] = (&testclass.Builder{Interfaces: interfaces}).Plain(1, "m", []byte{0xb1}).Build("app/B")
		for i := range n {
			classes[fmt.Sprintf("app/C%d", i)] = (&testclass.Builder{Super: "app/B"}).Build(fmt.Sprintf("app/C%d", i))
		}
		return program(classes, min(n/40, 1000), nil)
	}, codeCommands},
	{"interfaces of a class", 15_000, func(n int) map[string][]byte {
		classes := callers(100, func(b *testclass.Builder, i int) []byte {
			return invokeInterface(b, fmt.Sprint("app/I", i), "m", "()V")
		})
		var interfaces []string
		for i := range n {
			name := fmt.Sprint("app/I", i)
			interfaces = append(interfaces, name)
			classes[name] = (&testclass.Builder{Flags: 0x601}).Build(name)
		}
		for i := range 20 {
			name := fmt.Sprint("app/C", i)
			classes[name] = (&testclass.Builder{Interfaces: interfaces}).Plain(1, "m", []byte{0xb1}).Build(name)
		}
		return program(classes, 100, []string{"app.C0", "app.C1"})
	}, codeCommands},
	{"a chain of superclasses", 5_000, func(n int) map[string][]byte {
		classes := callers(100, func(b *testclass.Builder, i int) []byte {
			return invokeVirtual(b, fmt.Sprint("app/C", i*n/100), "m", "()V")
		})
		var receivers []string
		super := ""
		for i := range n {
			name := fmt.Sprint("app/C", i)
			b := &testclass.Builder{Super: super}
			if i == 0 || i%100 == 99 {
				b.Plain(1, "m", []byte{0xb1})
			}
			classes[name], super = b.Build(name), name
			receivers = append(receivers, strings.ReplaceAll(name, "/", "."))
		}
		return program(classes, 100, receivers[max(0, len(receivers)-1000):])
	}, callGraphCommands},
	{"overloads that one method calls", 8_000, func(n int) map[string][]byte {
		b := &testclass.Builder{}
		for i := range n {
			b.Method(1, "f", "("+overload(i, "I", "J", "D")+")V", b.Code([]byte{0xb1}, nil))
		}
		var code []byte
		for i := range n {
			code = append(code, testclass.Join(0xb8, testclass.Big(2, b.Member(10, "app/Main", "f", "("+overload(i, "I", "J", "D")+")V")))...)
		}
		b.Method(9, "m0", "()V", b.Code(append(code, 0xb1), nil))
		return map[string][]byte{
			"FILE": profileText(nil, n, func(i int) string {
				if i == 0 {
					return `"m0","signature":[1,0]`
				}
				return fmt.Sprintf(`"f","signature":[1,0%s]`, overload(i, ",3", ",4", ",5"))
			}),
			"JAR": zipOf(map[string][]byte{"app/Main.class": b.Build("app/Main")}),
		}
	}, codeCommands},
	{"diamonds of default methods", 300, func(n int) map[string][]byte {
		classes := callers(n, func(b *testclass.Builder, i int) []byte {
			return invokeInterface(b, fmt.Sprint("app/I", i), "m", "()V")
		})
		var receivers []string
		top := []string{}
		for i := range n {
			name := fmt.Sprint("app/I", i)
			b := &testclass.Builder{Flags: 0x601, Interfaces: top}
			classes[name] = b.Plain(1, "m", []byte{0xb1}).Build(name)
			left, right, class := fmt.Sprint("app/L", i), fmt.Sprint("app/R", i), fmt.Sprint("app/D", i)
			classes[left] = (&testclass.Builder{Flags: 0x601, Interfaces: []string{name}}).Build(left)
			classes[right] = (&testclass.Builder{Flags: 0x601, Interfaces: []string{name}}).Build(right)
			classes[class] = (&testclass.Builder{Interfaces: []string{left, right}}).Build(class)
			top = []string{left, right}
			receivers = append(receivers, strings.ReplaceAll(class, "/", "."))
		}
		return program(classes, n, receivers)
	}, callGraphCommands},
	{"large methods, with two million calls", 1_050, func(n int) map[string][]byte {
		name := func(i int) string { return fmt.Sprintf("m%x", sha256.Sum256(fmt.Append(nil, i))) } // a class must not be 200 times its compressed size
		b := &testclass.Builder{}
		calls := bytes.Repeat(testclass.Join(0xb8, testclass.Big(2, b.Member(10, "app/Main", "callee", "()V"))), 1_900)
		for i := range n {
			b.Method(9, name(i), "()V", b.Code(append(calls, 0xb1), nil))
		}
		text := profileText(nil, n, func(i int) string { return fmt.Sprintf(`%q,"signature":[1,0]`, name(i)) })
		return map[string][]byte{"FILE": text, "JAR": zipOf(map[string][]byte{"app/Main.class": b.Build("app/Main")})}
	}, callGraphCommands},
	{"calls of a large method, and its contexts", 10_000, largeMethod, codeCommands},
	{"as many as are looked at one by one", 1_400, largeMethod, []string{ // a million, see calls.Graph.InContexts
		"inline -n 0 --format json --classpath JAR FILE", "inline --into m0 --format json --classpath JAR FILE", "graph --units --format dot --classpath JAR FILE",
	}},
}

// largeMethod is a method with n calls that is inlined into n/2 others.
func largeMethod(n int) map[string][]byte {
	b := &testclass.Builder{}
	call := testclass.Join(0xb8, testclass.Big(2, b.Member(10, "app/Main", "m1", "()V")))
	b.Method(9, "m0", "()V", b.Code(append(bytes.Repeat(call, n), 0xb1), nil))
	for i := range n/2 - 1 {
		b.Method(9, fmt.Sprint("m", i+1), "()V", b.Code(testclass.Join(0xb8, testclass.Big(2, b.Member(10, "app/Main", "m0", "()V")), 0xb1), nil))
	}
	text := profileText(nil, n/2, plainMethod)
	var inlined bytes.Buffer
	for i := range n/2 - 1 {
		fmt.Fprintf(&inlined, `,{"ctx":"0:0<%d:0","records":[3]},{"ctx":"1:0<0:%d<%d:0","records":[2]}`, i+1, 3*i, i+1)
	}
	return map[string][]byte{"FILE": append(bytes.TrimSuffix(text, []byte("]}")), inlined.String()+"]}"...), "JAR": zipOf(map[string][]byte{"app/Main.class": b.Build("app/Main")})}
}

func invokeInterface(b *testclass.Builder, owner, name, descriptor string) []byte {
	return testclass.Join(0x01, 0xb9, testclass.Big(2, b.Member(11, owner, name, descriptor)), 1, 0) // aconst_null before
}

func invokeVirtual(b *testclass.Builder, owner, name, descriptor string) []byte {
	return testclass.Join(0x01, 0xb6, testclass.Big(2, b.Member(10, owner, name, descriptor)))
}

// callers is a class app.Main with methods m0, m1 and so on, each of which has one call, at BCI 1.
func callers(n int, call func(b *testclass.Builder, i int) []byte) map[string][]byte {
	b := &testclass.Builder{}
	for i := range n {
		b.Method(9, fmt.Sprint("m", i), "()V", b.Code(append(call(b, i), 0xb1), nil))
	}
	object := &testclass.Builder{}
	return map[string][]byte{"app/Main": b.Build("app/Main"), "java/lang/Object": binaryWithoutSuper(object.Build("java/lang/Object"))}
}

// binaryWithoutSuper sets the superclass of a class without members to none.
func binaryWithoutSuper(class []byte) []byte {
	binary.BigEndian.PutUint16(class[len(class)-10:], 0)
	return class
}

func plainMethod(i int) string { return fmt.Sprintf(`"m%d","signature":[1,0]`, i) }

// program is a class path, and a profile of the methods of app.Main in which each call has all the receivers.
func program(classes map[string][]byte, methods int, receivers []string) map[string][]byte {
	types := append([]string{"unused", "int", "long", "double"}, receivers...)
	text := bytes.TrimSuffix(profileText(types, methods, plainMethod), []byte("}"))
	if len(receivers) > 0 {
		var records []string
		for i := range receivers {
			records = append(records, fmt.Sprintf("%d,%d", i+6, 1))
		}
		var sites []string
		for i := range methods {
			sites = append(sites, fmt.Sprintf(`{"ctx":"%d:1","records":[%s]}`, i, strings.Join(records, ",")))
		}
		text = append(text, `,"virtualInvokeProfiles":[`+strings.Join(sites, ",")+"]"...)
	}
	files := map[string][]byte{}
	for name, data := range maps.All(classes) {
		files[name+".class"] = data
	}
	return map[string][]byte{"FILE": append(text, '}'), "JAR": zipOf(files)}
}
