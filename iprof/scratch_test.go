package iprof_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A profile does not depend on the one that was read before with the same memory, even if that was cut off or wrong.
func TestScratch(t *testing.T) {
	var inputs []string
	for _, pattern := range []string{"../testdata/*.iprof", "../../shared/edge/*.iprof*"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data := testfile.Read(t, file)
			inputs = append(inputs, string(data))
		}
	}
	whole := inputs[0]
	for _, n := range []int{0, 1, 100, len(whole) / 2, len(whole) - 3} {
		inputs = append(inputs, whole[:n], whole)
	}
	read := func(text string, scratch *iprof.Scratch) string {
		p, err := iprof.Parse(strings.NewReader(text), iprof.Options{Scratch: scratch})
		if err != nil {
			return err.Error()
		}
		return fmt.Sprint(string(written(t, p)), p.Warnings)
	}
	var shared iprof.Scratch
	for _, text := range inputs {
		if got, want := read(text, &shared), read(text, nil); got != want {
			t.Errorf("%.40q: with the memory of others\n%.200s\nwith its own\n%.200s", text, got, want)
		}
	}
}
