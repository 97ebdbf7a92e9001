package optlog

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// line returns a line of a log: a root with so many calls.
func line(method, id string, calls int) string {
	tree := fmt.Sprintf(`{"methodName":%q,"invokes":[`, method) + strings.TrimSuffix(strings.Repeat(`{"methodName":"C.c()","callsiteBci":1},`, calls), ",") + `]}`
	return fmt.Sprintf(`{"methodName":%q,"compilationId":%q,"inliningTree":%s}`, method, id, tree) + "\n"
}

// readFiles reads a directory with files that are named so that they are read in this order.
func readFiles(t *testing.T, opts Options, files ...string) (*Log, error) {
	t.Helper()
	dir := t.TempDir()
	for i, text := range files {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return Read(dir, opts)
}

// TestLaterCompilations: of several compilations of a method the one with the higher number counts, wherever it is; without numbers the one
// that is read last. Units are in the order of files and lines.
func TestLaterCompilations(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files []string
		want  string // methods and the numbers of their calls
	}{
		{"higher number first", []string{line("A.a()", "HotSpotCompilation-9", 2) + line("A.a()", "HotSpotCompilation-8", 1)}, "A.a() 2"},
		{"higher number in an earlier file", []string{line("A.a()", "10", 2), line("A.a()", "9", 1)}, "A.a() 2"},
		{"higher number in a later file", []string{line("A.a()", "9", 1), line("A.a()", "10", 2)}, "A.a() 2"},
		{"no numbers, in two files", []string{"\n\n\n" + line("A.a()", "x", 1), line("A.a()", "y", 2)}, "A.a() 2"},
		{"no numbers, in one file", []string{line("A.a()", "x", 1) + line("A.a()", "y", 2)}, "A.a() 2"},
		{"a number and none", []string{line("A.a()", "7", 1), line("A.a()", "y", 2)}, "A.a() 2"},
		{"the same number", []string{line("A.a()", "7", 1), line("A.a()", "7", 2)}, "A.a() 2"},
		{
			"units by file and line", []string{line("D.d()", "4", 0) + line("C.c()", "9", 0), line("B.b()", "2", 0), line("A.a()", "1", 0)},
			"D.d() 0, C.c() 0, B.b() 0, A.a() 0",
		},
	} {
		for range 8 { // lines are parsed in any order
			log, err := readFiles(t, Options{}, tt.files...)
			if err != nil {
				t.Fatal(tt.name, err)
			}
			var got []string
			for i := range log.Units {
				got = append(got, fmt.Sprintf("%s %d", log.Units[i].Method(), len(log.Units[i].Nodes)-1))
			}
			if strings.Join(got, ", ") != tt.want {
				t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
				break
			}
		}
	}
}

// TestLimitsAreInclusive: a log may have as many calls and bytes as the limit says, and not one more. A compilation that a later one replaces
// does not count.
func TestLimitsAreInclusive(t *testing.T) {
	three, again := line("A.a()", "1", 2), line("A.a()", "2", 2)
	for _, tt := range []struct {
		name  string
		text  string
		opts  Options
		works bool
	}{
		{"calls at the limit", three, Options{MaxNodes: 3}, true},
		{"one call more", three, Options{MaxNodes: 2}, false},
		{"calls of two units at the limit", three + line("B.b()", "2", 0), Options{MaxNodes: 4}, true},
		{"one call more in two units", three + line("B.b()", "2", 1), Options{MaxNodes: 4}, false},
		{"compiled many times", three + again + again + again + again, Options{MaxNodes: 6}, true},
		{"bytes at the limit", three, Options{MaxBytes: int64(len(three))}, true},
		{"one byte more", three, Options{MaxBytes: int64(len(three)) - 1}, false},
		{"a limit of one byte", three, Options{MaxBytes: 1}, false},
		{"a line at the limit", three, Options{MaxLine: len(three)}, true},
		{"a longer line", three, Options{MaxLine: len(three) - 1}, false},
	} {
		_, err := readFiles(t, tt.opts, tt.text)
		if works := err == nil; works != tt.works || !works && !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// TestDeepCalls: calls nest as deep as the limit says, and an error tells the place of a deeper one.
func TestDeepCalls(t *testing.T) {
	chain := func(depth int) string {
		return `{"methodName":"A.a()","inliningTree":` + strings.Repeat(`{"methodName":"A.a()","invokes":[`, depth) + `{"methodName":"B.b()"}` + strings.Repeat(`]}`, depth) + "}\n"
	}
	log, err := readFiles(t, Options{}, chain(maxDepth))
	if err != nil || len(log.Units[0].Nodes) != maxDepth+1 {
		t.Error(err)
	}
	var at *SyntaxError
	if _, err := readFiles(t, Options{}, chain(maxDepth+1)); !errors.As(err, &at) || at.Problem != "calls nest too deep" || at.Line != 1 {
		t.Error(err)
	}
}

// TestBackslashes: a text ends at the quote after an even number of backslashes.
func TestBackslashes(t *testing.T) {
	for text, want := range map[string]string{`a\\`: `a\`, `a\"b`: `a"b`, `a\\\"b`: `a\"b`, `\\\\`: `\\`, `\\`: `\`} {
		log, err := readFiles(t, Options{}, `{"methodName":"`+text+`","ignored":"`+text+`","inliningTree":null}`)
		if err != nil || log.Units[0].Method() != want {
			t.Errorf("%s: %+v %v, want %s", text, log, err, want)
		}
	}
}
