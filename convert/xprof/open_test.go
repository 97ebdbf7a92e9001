package xprof

import (
	"fmt"
	"testing"
)

// The oldest header is dropped beyond 8 headers, 128 items, or half a transcript.
func TestCrowded(t *testing.T) {
	for _, c := range []struct {
		heads, items, text int
		want               bool
	}{{8, 128, 32 << 10, false}, {9, 0, 0, true}, {0, 129, 0, true}, {0, 0, 32<<10 + 1, true}} {
		o := open{heads: make([]openHeader, c.heads), items: items{all: make([]item, c.items)}, text: transcript{text: make([]byte, c.text)}}
		if got := o.isCrowded(); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}

// A block is removed with the headers in it. Those before it, and their items, stay, and those after it move up.
func TestRemove(t *testing.T) {
	for _, c := range []struct {
		at, end int // of the block
		want    string
	}{
		{0, 2, "0 2 5: 2 3 4 5 6 7 8"}, {0, 4, "0 3: 4 5 6 7 8"}, {1, 2, "0 2 5: 0 1 4 5 6 7 8"}, {1, 3, "0 4: 0 1 5 6 7 8"}, {1, 5, "0 2: 0 1 7 8"}, {2, 3, "0 2 4: 0 1 2 3 7 8"}, {3, 2, "0 2 4: 0 1 2 3 4 5 6"}, {3, 1, "0 2 4: 0 1 2 3 4 5 6 8"},
	} {
		o := open{}
		for line := range 9 {
			o.items.all = append(o.items.all, item{line: line})
		}
		for _, at := range []int{0, 2, 4, 7} {
			o.heads = append(o.heads, openHeader{item: at})
		}
		o.remove(c.at, closing{end: c.end})
		got := ""
		for _, h := range o.heads {
			got += fmt.Sprint(h.item, " ")
		}
		got = got[:len(got)-1] + ":"
		for _, i := range o.items.all {
			got += fmt.Sprint(" ", i.line)
		}
		if got != c.want {
			t.Errorf("the block of header %d with %d items: %s, want %s", c.at, c.end, got, c.want)
		}
	}
}

// The first two frames of a stack are the thread and how it ran; others are methods if they have a class.
func TestIsState(t *testing.T) {
	for frame, names := range []map[string]bool{{"main": true, "a.b": true}, {"interpreted": true, "a.b": true}, {"a.b": false, "Blocked": true, "ExceptionBlob": true, NativeFrame: false}, {"a.b": false, "Blocked": true}} {
		for name, want := range names {
			if got := IsState(frame, name); got != want {
				t.Errorf("frame %d, %s: %t", frame, name, got)
			}
		}
	}
}
