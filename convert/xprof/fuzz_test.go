package xprof_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/convert/xprof"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/lines"
)

// FuzzRead checks any text: the stacks of each thread add up to the ticks of its blocks, and a second run gives the same.
//
//fuzz:runs 2000
func FuzzRead(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(prefixed(small, "[info] ")))
	f.Add([]byte(with("hello\n", "50.0%     3 ") + "Global summary of 2.00 seconds:\n100.0%   123             Received ticks\n"))
	files, _ := filepath.Glob(sources + "*.txt")
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		defer budget.Reading.Start(t, len(text))()
		xprof.Detect(text)
		run := func() (string, map[string]int64, *xprof.Summary, error) {
			var stacks bytes.Buffer
			ticks := make(map[string]int64)
			sum, err := xprof.Read(bytes.NewReader(text), xprof.Options{MaxRows: 1000}, func(stack []string, n int64) error {
				if len(stack) < 2 || len(stack) > 5 || n <= 0 {
					t.Errorf("%d ticks of %q", n, stack)
				}
				for _, frame := range stack {
					if !utf8.ValidString(frame) {
						t.Errorf("not UTF-8: %q", frame)
					}
				}
				fmt.Fprintf(&stacks, "%q %d\n", stack, n)
				ticks[stack[0]] += n
				return nil
			})
			return stacks.String(), ticks, sum, err
		}
		stacks, ticks, sum, err := run()
		if again, _, sum2, err2 := run(); again != stacks || !reflect.DeepEqual(sum, sum2) || fmt.Sprint(err) != fmt.Sprint(err2) {
			t.Error("a second run differs")
		}
		if err != nil {
			var placed *lines.Error
			if sum != nil || !errors.Is(err, xprof.ErrNoBlock) && !errors.As(err, &placed) {
				t.Errorf("%v, %v", sum, err)
			}
			return
		}
		want, all, lost := make(map[string]int64), int64(0), int64(0)
		for _, b := range sum.Blocks {
			if b.Closes && b.Ticks > 0 {
				want[cmp.Or(b.Thread, xprof.UnnamedThread)] += b.Ticks
				all += b.Ticks
			}
			lost += b.Lost
		}
		if !reflect.DeepEqual(ticks, want) || sum.Ticks != all || sum.Lost != lost {
			t.Errorf("threads have %v, want %v, %+v", ticks, want, sum)
		}
	})
}
