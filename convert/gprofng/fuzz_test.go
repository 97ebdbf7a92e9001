package gprofng_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/convert/gprofng"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/lines"
)

// FuzzRead checks any text: stacks add up to the summary's sum, to <Total> without notes, and a second run gives the same.
func FuzzRead(f *testing.F) {
	f.Add([]byte(small), "")
	f.Add([]byte(small), "sync wait count")
	files, _ := filepath.Glob(sources + "*.calltree.txt")
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil {
			f.Add(text, "")
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, column string) {
		defer budget.Reading.Start(t, len(text))()
		gprofng.Detect(text)
		run := func() (string, int64, *gprofng.Summary, error) {
			var stacks bytes.Buffer
			values := int64(0)
			sum, err := gprofng.Read(bytes.NewReader(text), gprofng.Options{Column: column}, func(stack []string, value int64) error {
				if len(stack) == 0 || value <= 0 {
					t.Errorf("%d of %q", value, stack)
				}
				for _, frame := range stack {
					if !utf8.ValidString(frame) {
						t.Errorf("not UTF-8: %q", frame)
					}
				}
				fmt.Fprintf(&stacks, "%q %d\n", stack, value)
				values += value
				return nil
			})
			return stacks.String(), values, sum, err
		}
		stacks, values, sum, err := run()
		if again, _, sum2, err2 := run(); again != stacks || !reflect.DeepEqual(sum, sum2) || fmt.Sprint(err) != fmt.Sprint(err2) {
			t.Error("a second run differs")
		}
		if err != nil {
			var placed *lines.Error
			if sum != nil || !errors.Is(err, gprofng.ErrNoTree) && !errors.As(err, &placed) {
				t.Errorf("%v, %v", sum, err)
			}
			return
		}
		// Each row is rounded by half at most.
		if off := max(sum.Total-values, values-sum.Total); len(sum.Notes) == 0 && off > int64(bytes.Count(text, []byte("+-"))) || off != 0 && sum.Unit() != "ms" && len(sum.Notes) == 0 {
			t.Errorf("stacks add up to %d, %+v", values, sum)
		}
	})
}
