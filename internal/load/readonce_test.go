package load

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Lines are of the class that was judged: it is read once, so a build that replaces the file meanwhile does not matter.
func TestJudgedClassIsReadOnce(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "A.class")
	b := &testclass.Builder{Source: "A.java"}
	b.Method(9, "run", "()V", b.Code([]byte{0xb1}, nil, b.Lines(0, 7)))
	if err := os.WriteFile(file, b.Build("A"), 0o644); err != nil {
		t.Fatal(err)
	}
	found, err := ClassOptions{ClassPath: dir}.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"A"}],"methods":[{"id":1,"name":"run","signature":[1,0]}]`+testprofile.Calls("1:0 10")+"}")
	lines, judge := found.Lines(p), found.Judge(p)
	lines.Judge(func(slots []int32) (changed, gone []int32) {
		changed, gone = judge(slots)
		if err := os.Remove(file); err != nil {
			t.Error(err)
		}
		return changed, gone
	})
	if line := lines.First(0); line != 7 {
		t.Errorf("line %d: %v", line, lines.Problems())
	}
}
