package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// ofKind bounds the commands on multiplying inputs of any size: they have a result, or a message of a limit. It holds for a loaded
// machine, as ofSmall does: most take less than a second, and at twice the size, and quiet, none takes five.
var ofKind = bound{ofSmall.memory, ofSmall.time / 2}

// Commands that show all of a profile, or compare it: those that inputs of every kind have made slow. A report with a base has all that
// one without has, and JSON what text has.
var kindCommands = []string{
	"report --base FILE FILE", "diff FILE FILE", "check FILE", "top --format json FILE", "list . --all -n 0 FILE",
	"inline -n 0 --format json FILE", "graph --format json FILE",
	"flame --names signature FILE", "pprof -m all FILE", "callgrind -m all FILE", "strip --unused FILE",
}

// Inputs that name things once and use them often take time and memory in proportion to their size, up to a limit: every command
// stays within the bounds of small files. One that the limit refuses is asked again with half of the input, until it has a result:
// what costs most is just below the limit. If info is refused, so are all others, by the reader. Commands that several kinds have run on
// every third one, and a report, which makes nearly all models, on all.
func TestBoundsOfMultiplying(t *testing.T) {
	testtier.Long(t, "commands on inputs that multiply, at the sizes that cost most")
	program := filepath.Join(build(t, thisProgram), "iprof-viz")
	some := everyThird()
	for _, k := range slices.Concat(multiplying, multiplyingRecords, multiplyingClasses) {
		k.commands = some(k.commands)
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			for size := k.largest; size > 1 && len(k.commands) > 0; size /= 2 {
				words := k.write(t, size)
				isRefused := func(command string) bool {
					args := strings.Fields(command)
					for i, arg := range args {
						if file, ok := words[arg]; ok {
							args[i] = file
						}
					}
					return checkBounds(t, program, strings.Join(args, " "), words["FILE"], ofKind) == cli.StatusLimit
				}
				if !isRefused("info FILE") {
					k.commands = slices.DeleteFunc(slices.Clone(k.commands), func(command string) bool { return !isRefused(command) })
				}
			}
		})
	}
}

// everyThird returns a function that returns the commands for the next kind of inputs: reports, those that no other kind has, and each of
// the others every third time.
func everyThird() func(commands []string) []string {
	shared, times := slices.Concat(recordCommands, codeCommands, logCommands), map[string]int{}
	return func(commands []string) (of []string) {
		for i, command := range commands {
			times[command]++
			if (i+times[command])%3 == 0 || strings.HasPrefix(command, "report ") || !slices.Contains(shared, command) {
				of = append(of, command)
			}
		}
		return of
	}
}

// Each command runs on some kinds of inputs, and a report on all that have it.
func TestCommandsOfKinds(t *testing.T) {
	kinds, ran, some := slices.Concat(multiplying, multiplyingRecords, multiplyingClasses), map[string]int{}, everyThird()
	for _, k := range kinds {
		for _, command := range some(k.commands) {
			ran[command]++
		}
	}
	for _, k := range kinds {
		for _, command := range k.commands {
			if ran[command] == 0 {
				t.Errorf("%s runs on no kind", command)
			}
		}
	}
	for _, command := range slices.Concat(recordCommands, codeCommands) {
		if ran[command] < 2 {
			t.Errorf("%s runs on %d kinds", command, ran[command])
		}
	}
	clear(ran)
	some = everyThird()
	for range multiplyingLogs {
		for _, command := range some(logCommands) {
			ran[command]++
		}
	}
	for _, command := range logCommands {
		if ran[command] == 0 {
			t.Errorf("%s runs on no log", command)
		}
	}
}

// A kind is inputs of which a careless program makes much more than they are: what they name once counts as often as it is used.
type kind struct {
	name     string
	largest  int                           // size
	files    func(n int) map[string][]byte // by the words of commands
	commands []string
}

// write writes the files of that size, the profile compressed, and returns their paths by the words of commands.
func (k kind) write(t *testing.T, size int) map[string]string {
	dir, words := t.TempDir(), map[string]string{}
	makeInput(func() {
		for word, data := range k.files(size) {
			if word == "FILE" {
				data = gzipOf(data)
			}
			words[word] = filepath.Join(dir, strings.ToLower(word))
			if word == "JAR" {
				words[word] += ".jar"
			}
			if err := os.WriteFile(words[word], data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	})
	return words
}

// multiplying are the known ones. FILE is a profile, JAR a class path, LIST a list of methods, SECRET a key file.
var multiplying = []kind{
	{"overloads", 10_000, func(n int) map[string][]byte {
		files := withJar(one(profileText(nil, n, func(i int) string { return fmt.Sprintf(`"f","signature":[1,0%s]`, overload(i, ",3", ",4", ",5")) })),
			n, func(i int) (string, string) { return "f", "(" + overload(i, "I", "J", "D") + ")V" })
		return files
	}, codeCommands},
	{"a list of overloads, and overloads", 10_000, func(n int) map[string][]byte {
		files := one(profileText(nil, n, func(i int) string { return fmt.Sprintf(`"f","signature":[1,3%s]`, overload(i, ",3", ",4", ",5")) }))
		var list bytes.Buffer
		for i := range n {
			fmt.Fprintf(&list, "app.Main.f(%s)\n", strings.TrimSuffix(overload(i, "int,", "long,", "short,"), ","))
		}
		files["LIST"] = list.Bytes()
		return files
	}, append([]string{"check --against LIST FILE"}, kindCommands...)},
	{"a long name of a key file", 9_000_000, func(n int) map[string][]byte { return keyFile(1, n) }, secrets},
}

var secrets = []string{"strip --reveal SECRET FILE", "strip --anonymize SECRET FILE"}

func one(text []byte) map[string][]byte { return map[string][]byte{"FILE": text} }

// profileText is the text of a profile with n methods, each with a count. The types are void, app.Main, those given, and at last int,
// long and double, 3 to 5 if none are given but one that is not used.
func profileText(types []string, n int, method func(i int) string) []byte {
	if types == nil {
		types = []string{"unused", "int", "long", "double"}
	}
	var b bytes.Buffer
	b.WriteString(`{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"app.Main"}`)
	for i, name := range types {
		fmt.Fprintf(&b, `,{"id":%d,"name":%q}`, i+2, name)
	}
	b.WriteString(`],"methods":[`)
	comma := ""
	for i := range n {
		fmt.Fprintf(&b, `%s{"id":%d,"name":%s}`, comma, i, method(i))
		comma = ","
	}
	b.WriteString(`],"callCountProfiles":[`)
	comma = ""
	for i := range n {
		fmt.Fprintf(&b, `%s{"ctx":"%d:0","records":[%d]}`, comma, i, i%7+1)
		comma = ","
	}
	b.WriteString("]}")
	return b.Bytes()
}

// overload joins the digits of a number to base 3, as parameters.
func overload(i int, digits ...string) string {
	s := ""
	for i++; i > 0; i /= 3 {
		s += digits[i%3]
	}
	return s
}

// keyFile is a profile of one method, and a key file with so many names of that length.
func keyFile(names, length int) map[string][]byte {
	files := one(profileText(nil, 2, func(i int) string { return fmt.Sprintf(`"m%d","signature":[1,0]`, i) }))
	var key strings.Builder
	key.WriteString(load.KeyHeader + "key 000102030405060708090a0b0c0d0e0f\n")
	for i := range names {
		fmt.Fprintf(&key, "C%dr5tq2m7xk4 %q\n", i, strings.Repeat("x", length))
	}
	files["SECRET"] = []byte(key.String() + load.KeySumOf([]byte(key.String())))
	files["FILE"] = bytes.ReplaceAll(files["FILE"], []byte("app.Main"), []byte("app."+strings.Repeat("C0r5tq2m7xk4$", 200)+"C1r5tq2m7xk4"))
	return files
}

// withJar adds a class path with the class app.Main.
func withJar(files map[string][]byte, methods int, method func(i int) (name, descriptor string)) map[string][]byte {
	var b testclass.Builder
	for i := range methods {
		name, descriptor := method(i)
		b.Method(9, name, descriptor, b.Code([]byte{0xb1}, nil, b.Lines(0, 1))) // return
	}
	files["JAR"] = zipOf(map[string][]byte{"app/Main.class": b.Build("app/Main")})
	return files
}

// zipOf is an archive of these files.
func zipOf(files map[string][]byte) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, data := range files {
		w, _ := z.Create(name)
		w.Write(data)
	}
	z.Close()
	return b.Bytes()
}

// gzipOf compresses data.
func gzipOf(data []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(data)
	z.Close()
	return b.Bytes()
}
