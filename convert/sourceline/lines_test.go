package sourceline_test

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func parse(t *testing.T, file string) *iprof.Profile {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p := testprofile.Read(t, f)
	return p
}

func open(t *testing.T, path string) *classpath.Path {
	t.Helper()
	p := testpath.Open(t, path)
	return p
}

// TestLines reads each class once, and only those that are requested. The lines are the source's, as numbered there.
func TestLines(t *testing.T) {
	p := parse(t, "../../testdata/wordcount.iprof")
	path := open(t, "../../testdata/wordcount.jar")
	var read []string
	find := func(name string) (*classfile.Class, error) {
		read = append(read, name)
		return path.Class(name)
	}
	sources, err := classpath.OpenSources("../../testdata/java", classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer sources.Close()
	l := sourceline.New(p, find, func(class *classfile.Class) ([]byte, string, error) { return sources.Read(class) })
	slot := func(id iprof.MethodID) int32 { return int32(p.MethodSlot(id)) }
	const main, addLine, find4, charAt = 1, 2, 4, 6
	for _, tt := range []struct {
		method iprof.MethodID
		bci    iprof.BCI
		line   int
		text   string
	}{
		{addLine, 0, 20, "int begin = -1; // of a word, or not in one"},
		{addLine, 24, 23, "if (begin < 0) {"},
		{addLine, 57, 21, "for (int i = 0; i < line.length(); i++) {"},
		{addLine, 85, 34, "}"},
		{addLine, 86, 0, ""},
		{addLine, -1, 0, ""},
		{find4, 58, 47, "return at;"},
		{main, 3, 11, "WordCount count = new WordCount();"},
		{charAt, 0, 0, ""},
	} {
		if line, text := l.Line(slot(tt.method), tt.bci), l.Text(slot(tt.method), tt.bci); line != tt.line || text != tt.text {
			t.Errorf("%d@%d: %d %q, want %d %q", tt.method, tt.bci, line, text, tt.line, tt.text)
		}
	}
	if first := l.First(slot(find4)); first != 42 {
		t.Error(first)
	}
	for number, want := range map[int][]int32{41: nil, 42: {slot(find4)}, 47: {slot(find4)}} {
		if got := l.Containing([]int32{slot(addLine), slot(find4)}, number); !slices.Equal(got, want) {
			t.Errorf("line %d is in %v", number, got)
		}
	}
	if file := l.File(slot(find4)); file != "../../testdata/java/words/WordCount.java" {
		t.Error(file)
	}
	if missing, asked := l.Missing(); len(missing) != 1 || asked != 4 {
		t.Errorf("%d of %d methods are in no class, want 1 of 4: not the two others of the class, which were read with these", missing, asked)
	}
	// for the lines, for the text, and once for a class that is not there
	if want := []string{"words.WordCount", "words.WordCount", "java.lang.String"}; !slices.Equal(read, want) {
		t.Errorf("read %q, want %q", read, want)
	}
	called, ok := l.Called(slot(addLine), 47)
	if !ok || called.Owner != "words.WordCount" || called.Name != "find" {
		t.Error(called, ok)
	}
	for _, bci := range []iprof.BCI{0, 48, -1, 1000} {
		if _, ok := l.Called(slot(addLine), bci); ok {
			t.Errorf("there is a call at %d", bci)
		}
	}
	if l.Problems() != nil {
		t.Error(l.Problems())
	}
}

// Lines of a method are unknown if its class file is of another version than the profile; those of the class file itself can still be asked for.
// Methods that were not requested are not reported.
func TestLinesOfAnotherVersion(t *testing.T) {
	p := parse(t, "../../testdata/tally.iprof")
	names := convert.NewNames(p, convert.NameOptions{})
	slotOf := func(name string) int32 {
		for slot := range p.MethodSlots() {
			if names.Method(slot) == name {
				return int32(slot)
			}
		}
		t.Fatal(name)
		return -1
	}
	changed, same, gone, library := slotOf("tally.Tally.addText"), slotOf("tally.Tally.isLetter"), slotOf("tally.Tally.find"), slotOf("java.lang.String.length")
	for name, judge := range map[string]func(*sourceline.Lines){
		"known": func(l *sourceline.Lines) { l.Distrust([]int32{changed}, []int32{gone}) },
		"judged": func(l *sourceline.Lines) {
			classes := 0
			l.Judge(func(slots []int32) ([]int32, []int32) {
				switch {
				case slices.Contains(slots, library): // its class is missing
					return nil, nil
				case !slices.Contains(slots, same) || !slices.Contains(slots, gone):
					t.Errorf("not all methods of the class: %v", slots)
				}
				if classes++; classes > 1 {
					t.Error("a class is judged again")
				}
				return []int32{changed}, []int32{gone}
			})
		},
	} {
		lines := sourceline.New(p, open(t, "../../testdata/tally-after.jar").Class, nil)
		judge(lines)
		if got := [...]int{lines.Line(same, 3), lines.Line(library, 0)}; got != [...]int{41, 0} || len(lines.Changed())+len(lines.Gone()) > 0 {
			t.Errorf("%s: lines %v, changed %v, gone %v", name, got, lines.Changed(), lines.Gone())
		}
		if got := [...]int{lines.Line(changed, 44), lines.First(changed), lines.LineOfClass(changed, 44), lines.Line(gone, 0)}; got != [...]int{0, 0, 31, 0} {
			t.Errorf("%s: lines %v", name, got)
		}
		missing, asked := lines.Missing()
		if !slices.Equal(lines.Changed(), []int32{changed}) || !slices.Equal(lines.Gone(), []int32{gone}) || !slices.Equal(missing, []int32{library}) || asked != 4 {
			t.Errorf("%s: changed %v, gone %v, missing %v of %d", name, lines.Changed(), lines.Gone(), missing, asked)
		}
	}
}

// TestNoLines is for commands without classes.
func TestNoLines(t *testing.T) {
	p := parse(t, "../../testdata/wordcount.iprof")
	l := sourceline.New(p, nil, nil)
	missing, asked := l.Missing()
	_, called := l.Called(0, 0)
	if l != nil || l.File(0) != "" || l.Line(0, 0) != 0 || l.First(0) != 0 || l.Text(0, 0) != "" || l.HasText() || called || len(missing)+asked > 0 || l.Problems() != nil {
		t.Error("there are lines without classes")
	}
}

// TestDamagedClass is a problem that is told once, and leaves its methods without lines.
func TestDamagedClass(t *testing.T) {
	p := parse(t, "../../testdata/wordcount.iprof")
	l := sourceline.New(p, func(string) (*classfile.Class, error) { return classfile.Parse([]byte("\xCA\xFE\xBA\xBE\x00\x00\x00")) }, nil)
	for slot := range p.MethodSlots() {
		if l.Line(int32(slot), 0) != 0 || l.File(int32(slot)) != "" {
			t.Errorf("slot %d has a line", slot)
		}
	}
	if all := l.Problems(); len(all) != 1 {
		t.Error(all)
	}
}

// The code of one method is damaged: that is a problem, and its class has its file all the same.
func TestDamagedCode(t *testing.T) {
	var b testclass.Builder
	b.Method(8, "run", "()V", b.Attribute("Code", []byte{0, 1}))
	class := b.Build("app/Main")
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"app.Main"}],"methods":[{"id":1,"name":"run","signature":[1,0]}]`+testprofile.Calls("1:0 1")+`}`)
	l := sourceline.New(p, func(string) (*classfile.Class, error) { return classfile.Parse(class) }, nil)
	if line, file := l.Line(0, 0), l.File(0); line != 0 || file != "app/Main.java" || len(l.Problems()) != 1 {
		t.Errorf("%s:%d, %v", file, line, l.Problems())
	}
}

func TestSourceFile(t *testing.T) {
	for _, tt := range []struct{ class, source, want string }{
		{"com.acme.Parser", "Parser.java", "com/acme/Parser.java"},
		{"com.acme.Parser$State", "Parser.java", "com/acme/Parser.java"},
		{"com.acme.ParserKt", "Parser.kt", "com/acme/Parser.kt"},
		{"com.acme.Parser$State", "", "com/acme/Parser.java"},
		{"Parser", "", "Parser.java"},
		{"com.acme.Parser", "../../../etc/passwd", "com/acme/Parser.java"},
		{"com.acme.Parser", "..", "com/acme/Parser.java"},
		{"com.acme.Parser", `C:\x`, "com/acme/Parser.java"},
		{"com.acme.Parser", "a\nb", "com/acme/Parser.java"},
		{"..etc.passwd", "passwd", ""},
		{"", "x", ""},
	} {
		if got := sourceline.SourceFile(&classfile.Class{Name: tt.class, SourceFile: tt.source}); got != tt.want {
			t.Errorf("%q of %q: %q, want %q", tt.source, tt.class, got, tt.want)
		}
	}
}

// TestLinesAreThoseOfTheVM compares the lines with those that the VM reported for the places of a profile.
func TestLinesAreThoseOfTheVM(t *testing.T) {
	const shared = "../../../shared/jvm"
	f, err := os.Open(filepath.Join(shared, "known/lines.tsv.gz"))
	if err != nil {
		t.Skip("no ../shared/jvm")
	}
	defer f.Close()
	zr, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	p := parse(t, filepath.Join(shared, "known/known.iprof"))
	l := sourceline.New(p, open(t, filepath.Join(shared, "known/classes")).Class, nil)
	slots := map[string]int32{}
	for slot := range p.MethodSlots() {
		if m, ok := p.MethodAt(slot); ok {
			slots[convert.JVMSignature(p, m)] = int32(slot)
		}
	}
	checked := 0
	in := bufio.NewScanner(zr)
	for in.Scan() {
		f := strings.Split(in.Text(), "\t") // type, method, descriptor, BCI, line, file
		slot, ok := slots[fmt.Sprintf("%s.%s%s", f[0], f[1], f[2])]
		bci, err := strconv.Atoi(f[3])
		if err != nil || !ok {
			continue
		}
		checked++
		if line := l.Line(slot, iprof.BCI(bci)); strconv.Itoa(line) != f[4] || l.File(slot) != f[5] {
			t.Errorf("%q: line %d of %q", f, line, l.File(slot))
		}
	}
	if err := in.Err(); err != nil || checked < 100 {
		t.Errorf("%d places, %v", checked, err)
	}
}

// TestTextIsBounded cuts lines that no person wrote, at whole characters, and survives texts with fewer lines than the class has.
func TestTextIsBounded(t *testing.T) {
	p := parse(t, "../../testdata/wordcount.iprof")
	path := open(t, "../../testdata/wordcount.jar")
	const addLine, line = 2, 20
	for _, tt := range []struct{ text, want string }{
		{strings.Repeat("\n", line-1) + "\t" + strings.Repeat("ä", 300) + "\n", strings.Repeat("ä", 200) + "…"},
		{strings.Repeat("\r\n", line-1) + "  a\xff \r\n", "a\uFFFD"},
		{strings.Repeat("\n", line-1) + "end", "end"},
		{strings.Repeat("\n", line-1), ""},
		{strings.Repeat("x\n", 3), ""},
		{"", ""},
	} {
		l := sourceline.New(p, path.Class, func(*classfile.Class) ([]byte, string, error) { return []byte(tt.text), "", nil })
		if got := l.Text(int32(p.MethodSlot(addLine)), 0); got != tt.want {
			t.Errorf("%.40q…: %q, want %q", tt.text, got, tt.want)
		}
		if file := l.File(int32(p.MethodSlot(addLine))); file != "words/WordCount.java" {
			t.Errorf("%q: a text without a path is in an archive", file)
		}
	}
}

// A method is shifted if all of its lines are as far from its first one as before.
func TestShiftedMethods(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.A"},{"id":2,"name":"void"}],"methods":[{"id":1,"name":"a","signature":[1,2]}]`+testprofile.Calls("1:0 1")+"}")
	of := func(pairs ...int) *sourceline.Lines {
		return sourceline.New(p, func(string) (*classfile.Class, error) {
			var b testclass.Builder
			var lines [][]byte
			if pairs != nil {
				lines = append(lines, b.Lines(pairs...))
			}
			b.Method(9, "a", "()V", b.Code([]byte{0, 0, 0, 0xb1}, nil, lines...))
			return classfile.Parse(b.Build("app/A"))
		}, nil)
	}
	was := []int{0, 10, 1, 11, 3, 9}
	for _, c := range []struct {
		is   []int
		want bool
	}{
		{was, true}, {[]int{0, 7, 1, 8, 3, 6}, true}, {[]int{0, 30, 1, 31, 3, 29}, true}, {nil, true}, // unknown
		{[]int{0, 30, 1, 32, 3, 29}, false}, {[]int{0, 30, 2, 31, 3, 29}, false}, {[]int{0, 10, 1, 11}, false}, {[]int{0, 9, 1, 11, 3, 9}, false},
	} {
		if got := of(was...).IsShifted(0, of(c.is...), 0); got != c.want {
			t.Errorf("%d: %t", c.is, got)
		}
		if got := of(c.is...).IsShifted(0, of(was...), 0); got != c.want {
			t.Errorf("from %d: %t", c.is, got)
		}
	}
}
