package budget_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/cputime"
)

// A recorder is a test that notes whether it failed.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Errorf(string, ...any) { r.failed = true }

var kept []byte

func TestBudget(t *testing.T) {
	small := budget.Budget{Memory: 1 << 20, PerByte: 1 << 10, Time: 200 * time.Millisecond}
	for _, c := range []struct {
		name  string
		input int
		work  func()
		fails bool
	}{
		{"little", 0, func() { kept = make([]byte, 100<<10) }, false},
		{"too much", 0, func() { kept = make([]byte, 4<<20) }, true},
		{"much for much", 4 << 10, func() { kept = make([]byte, 4<<20) }, false},
		{"a bit at a time", 0, func() {
			for range 100 {
				kept = make([]byte, 40<<10)
			}
		}, true},
		{"waiting", 0, func() { time.Sleep(300 * time.Millisecond) }, false},
		{"working", 0, func() {
			for start := cputime.Used(); cputime.Used() < start+300*time.Millisecond; {
			}
		}, true},
	} {
		if c.name == "working" && runtime.GOOS == "windows" {
			continue // the system does not tell
		}
		r := &recorder{TB: t}
		end := small.Start(r, c.input)
		c.work()
		if end(); r.failed != c.fails {
			t.Errorf("%s: failed %v, want %v", c.name, r.failed, c.fails)
		}
	}
}

// Every fuzz target of the module has a budget.
func TestFuzzTargetsHaveBudgets(t *testing.T) {
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, text, 0)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Fuzz") {
				if body := text[set.Position(f.Pos()).Offset:set.Position(f.End()).Offset]; !bytes.Contains(body, []byte("defer budget.")) {
					t.Errorf("%s: %s has no budget", path, f.Name.Name)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
