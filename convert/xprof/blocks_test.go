package xprof

import "testing"

// Three blocks are named, and others counted.
func TestListBlocks(t *testing.T) {
	blocks := []Block{{Line: 3, Thread: "a"}, {Line: 5, Thread: "b\n"}, {Line: 7, Thread: "c"}, {Line: 9, Thread: "d"}, {Line: 11, Thread: "e"}}
	for n, want := range []string{
		"", `line 3: thread "a"`, `line 3: thread "a", line 5: thread "b\n"`, `line 3: thread "a", line 5: thread "b\n", line 7: thread "c"`,
		`line 3: thread "a", line 5: thread "b\n", line 7: thread "c", and 1 more`, `line 3: thread "a", line 5: thread "b\n", line 7: thread "c", and 2 more`,
	} {
		if got := listBlocks(blocks[:n]); got != want {
			t.Errorf("%d blocks: %s", n, got)
		}
	}
}
