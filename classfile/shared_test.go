package classfile_test

import (
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
)

// sharedClasses returns the class files in ../shared/jvm, a directory beside the checkout, by name. The test skips without.
func sharedClasses(t testing.TB) map[string]*classfile.Class {
	classes := map[string]*classfile.Class{}
	for _, pattern := range []string{"known/classes/*", "app-classes/*/*", "seed-classes/*", "seed-classes/*/*"} {
		files, _ := filepath.Glob(filepath.Join("../../shared/jvm", pattern))
		for _, file := range files {
			if filepath.Ext(file) != ".class" {
				continue
			}
			data := testfile.Read(t, file)
			class, err := classfile.Parse(data)
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			classes[class.Name] = class
		}
	}
	if len(classes) == 0 {
		t.Skip("no ../shared/jvm")
	}
	return classes
}

// The VM ran each of these instructions, and nothing else: the BCIs are those of instructions, and control went from one to
// its successors, so that each is the first of its method, a successor, or a handler.
func TestInstructionsThatRan(t *testing.T) {
	classes := sharedClasses(t)
	ran := 0
	for _, row := range rows(t, "known/steps.tsv") {
		code := codeOf(t, classes, row)
		if code == nil {
			continue
		}
		ran++
		bci := number(t, row[3])
		if _, ok := code.At(bci); !ok {
			t.Errorf("%q: no instruction at BCI %d", row, bci)
		}
		reached := bci == 0 || slices.ContainsFunc(code.Handlers, func(h classfile.Handler) bool { return h.Target == bci })
		for _, in := range code.Instructions {
			reached = reached || slices.ContainsFunc(in.Successors(), func(s classfile.Successor) bool { return s.BCI == bci })
		}
		if !reached {
			t.Errorf("%q: nothing leads to BCI %d", row, bci)
		}
	}
	t.Logf("%d instructions", ran)
}

// Lines are those that the VM reported.
func TestLinesOfTheVM(t *testing.T) {
	classes := sharedClasses(t)
	lines := 0
	for _, file := range []string{"known/lines.tsv.gz", "seed/fib.lines.tsv.gz"} {
		for _, row := range rows(t, file) {
			code := codeOf(t, classes, row)
			if code == nil {
				continue
			}
			lines++
			if got, want := code.Line(number(t, row[3])), max(0, number(t, row[4])); got != want {
				t.Errorf("%q: line %d", row, got)
			}
		}
	}
	t.Logf("%d lines", lines)
}

// codeOf returns the code of the method of a row: class, name, descriptor. It is nil for classes that are not there.
func codeOf(t *testing.T, classes map[string]*classfile.Class, row []string) *classfile.Code {
	class := classes[row[0]]
	if class == nil {
		return nil
	}
	method, ok := class.MethodByDescriptor(row[1], row[2])
	if !ok {
		t.Fatalf("%q: no such method", row)
	}
	code, err := method.Code()
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// rows returns the rows of a table in ../shared/jvm.
func rows(t *testing.T, name string) [][]string {
	f, err := os.Open(filepath.Join("../../shared/jvm", name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := io.Reader(f)
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	var table [][]string
	for line := range strings.Lines(string(text)) {
		table = append(table, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return table
}

func number(t *testing.T, s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
