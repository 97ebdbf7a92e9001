package classfile_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// All of java.base reads as javap prints it: methods, instructions with their operands, exception tables, lines.
func TestJavap(t *testing.T) {
	testtier.Long(t, "runs javap for all classes of java.base")
	path, err := classpath.OpenJDK(testclass.JDK(t, "javap"), classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer path.Close()
	var names []string
	for name := range path.Classes() {
		class, err := path.Class(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(class.File, "/java.base/") {
			names = append(names, name)
		}
	}
	methods, instructions := 0, 0
	const batch = 1000 // the arguments of a process are limited
	for some := range slices.Chunk(names, batch) {
		m, in := compareWithJavap(t, path, append([]string{"--module", "java.base"}, some...), some)
		methods, instructions = methods+m, instructions+in
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("%d classes, %d methods, %d instructions", len(names), methods, instructions)
}

// compareWithJavap compares classes with the output of javap and returns the numbers of methods and of instructions.
func compareWithJavap(t *testing.T, path *classpath.Path, args, names []string) (methods, instructions int) {
	args = append([]string{"-J-Dfile.encoding=UTF-8", "-J-Dstdout.encoding=UTF-8", "-J-XX:TieredStopAtLevel=1", "-p", "-c", "-l", "-s"}, args...)
	javap := exec.Command("javap", args...)
	javap.Stderr = os.Stderr
	out, err := javap.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := javap.Start(); err != nil {
		t.Fatal(err)
	}
	printed := newListing(out)
	for _, name := range names {
		class, err := path.Class(name)
		if err != nil {
			t.Fatal(err)
		}
		want := printed.class()
		if len(want) != len(class.Methods) {
			t.Errorf("%s: %d methods, javap has %d", name, len(class.Methods), len(want))
			break
		}
		for i := range class.Methods {
			got, n := describe(t, &class.Methods[i])
			compare(t, name, got, want[i])
			instructions += n
		}
		methods += len(want)
	}
	io.Copy(io.Discard, out)
	if err := javap.Wait(); err != nil {
		t.Errorf("javap: %v", err)
	}
	return methods, instructions
}

func compare(t *testing.T, class string, got, want []string) {
	for i := range max(len(got), len(want)) {
		g, w := "", ""
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Errorf("%s.%s, line %d\n got %q\nwant %q", class, got[0], i, g, w)
			return
		}
	}
}

// describe returns a method in the form of a listing: descriptor, then a line for each instruction, handler and line. It
// also returns the number of instructions.
func describe(t *testing.T, m *classfile.Method) ([]string, int) {
	text := []string{m.Name + m.Descriptor}
	code, err := m.Code()
	if err != nil {
		t.Fatal(err)
	}
	if code == nil {
		return text, 0
	}
	for _, in := range code.Instructions {
		operands := in.String()
		switch in.Op {
		case classfile.OpLdc, classfile.OpLdcW, classfile.OpLdc2W:
			operands = in.Op.String() + " " + byValue(in.Operands())
		}
		text = append(text, fmt.Sprintf("%d: %s", in.BCI, strings.TrimRight(operands, " "))) // javap trims them as well
	}
	for _, h := range code.Handlers {
		class := "any"
		if h.Type != "" {
			class = "Class " + h.Type
		}
		text = append(text, fmt.Sprintf("handler %d %d %d %s", h.Start, h.End, h.Target, class))
	}
	lines := []string{}
	for _, l := range code.Lines {
		lines = append(lines, fmt.Sprintf("line %d: %d", l.Line, l.BCI))
	}
	slices.Sort(lines) // javap keeps the order of the file
	return append(text, lines...), len(code.Instructions)
}

// A listing reads the output of javap -p -c -l -s, whose classes begin and end with a line that is not indented.
type listing struct {
	in *bufio.Scanner
}

func newListing(r io.Reader) *listing {
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	return &listing{in}
}

var (
	instructionLine = regexp.MustCompile(`^ +(\d+): (\S+) *(.*)$`)
	caseLine        = regexp.MustCompile(`^ +(-?\d+|default): (\d+)$`)
	handlerLine     = regexp.MustCompile(`^ +(\d+) +(\d+) +(\d+) +(any|Class .*)$`)
	lineLine        = regexp.MustCompile(`^ +(line \d+: \d+)$`)
)

// class returns the methods of the next class, in the form of describe.
func (l *listing) class() [][]string {
	for l.in.Scan() && !strings.HasSuffix(l.in.Text(), " {") {
	}
	heading := "" // the line before the descriptor
	var methods [][]string
	var method, lines []string
	var cases []string // of a switch that has begun
	flush := func() {
		if method != nil {
			slices.Sort(lines)
			methods = append(methods, append(method, lines...))
		}
		method, lines = nil, nil
	}
	for l.in.Scan() && l.in.Text() != "}" {
		text := l.in.Text()
		add := func(s string) { method = append(method, s) }
		if descriptor, ok := strings.CutPrefix(text, "    descriptor: "); ok {
			flush()
			if strings.HasPrefix(descriptor, "(") {
				method = []string{methodName(heading) + descriptor}
			}
		} else if cases != nil {
			if m := caseLine.FindStringSubmatch(text); m != nil {
				cases = append(cases, m[1]+": "+m[2])
			} else {
				method[len(method)-1] += " " + strings.Join(cases, ", ")
				cases = nil
			}
		} else if m := instructionLine.FindStringSubmatch(text); m != nil {
			if strings.HasSuffix(m[2], "switch") {
				cases = []string{}
			}
			add(m[1] + ": " + instruction(m[2], m[3]))
		} else if m := handlerLine.FindStringSubmatch(text); m != nil {
			class := strings.ReplaceAll(m[4], "/", ".")
			add(fmt.Sprintf("handler %s %s %s %s", m[1], m[2], m[3], strings.ReplaceAll(class, `"`, "")))
		} else if m := lineLine.FindStringSubmatch(text); m != nil {
			lines = append(lines, m[1])
		}
		heading = text
	}
	flush()
	return methods
}

// methodName returns the name of a method from its declaration: public static void main(java.lang.String[]);
func methodName(declaration string) string {
	before, _, ok := strings.Cut(declaration, "(")
	if !ok {
		return "<clinit>"
	}
	words := strings.Fields(before)
	name := words[len(words)-1]
	if strings.Contains(name, ".") || len(words) == 1 || slices.Contains([]string{"public", "private", "protected"}, words[len(words)-2]) {
		return "<init>"
	}
	return name
}

// instruction returns an instruction of a listing as in Instruction.String: with the constant of a comment instead of its index,
// and numbers as JDK 19 prints them.
func instruction(name, rest string) string {
	operands, comment, ok := strings.Cut(rest, "// ")
	switch operands = strings.TrimSpace(operands); {
	case strings.HasSuffix(name, "switch"):
		return name
	case operands == "" && !ok:
		return name
	case !ok:
		return name + " " + operands
	}
	if name == "multianewarray" {
		_, dims, _ := strings.Cut(operands, ",")
		comment += ", " + strings.TrimSpace(dims)
	}
	return strings.TrimRight(name+" "+byValue(comment), " ")
}

// byValue returns a constant so that floating-point numbers compare by value: before JDK 19, Java printed some with
// more digits than needed.
func byValue(constant string) string {
	kind, number, _ := strings.Cut(constant, " ")
	bits := map[string]int{"float": 32, "double": 64}[kind]
	if bits == 0 {
		return strings.ReplaceAll(constant, "\uFFFD", "?") // half a surrogate pair, which Java cannot print either
	}
	f, err := strconv.ParseFloat(strings.TrimRight(number, "fd"), bits)
	if err != nil {
		return constant
	}
	return fmt.Sprint(kind, " ", f)
}
