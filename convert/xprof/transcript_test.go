package xprof

import "testing"

// Lines keep their numbers when earlier ones are dropped.
func TestTranscriptKeepsNumbers(t *testing.T) {
	tr := transcript{start: 5}
	for _, line := range []string{"a", "bc", "", "def"} {
		tr.add([]byte(line))
	}
	check := func(lines map[int]string, next int) {
		t.Helper()
		for number, want := range lines {
			if got := string(tr.line(number)); got != want {
				t.Errorf("line %d: %q, want %q", number, got, want)
			}
		}
		if tr.next() != next {
			t.Errorf("the next line is %d, want %d", tr.next(), next)
		}
	}
	check(map[int]string{5: "a", 6: "bc", 7: "", 8: "def"}, 9)
	tr.drop(6)
	check(map[int]string{6: "bc", 7: "", 8: "def"}, 9)
	tr.drop(6)
	tr.drop(8)
	check(map[int]string{8: "def"}, 9)
	tr.drop(9)
	check(nil, 9)
	tr.add([]byte("x"))
	check(map[int]string{9: "x"}, 10)
}

// What has no room is not kept, nor is anything after it, until all that was kept is dropped.
func TestTranscriptIsLimited(t *testing.T) {
	tr := transcript{start: 1}
	tr.add(make([]byte, maxTranscript-1))
	tr.add([]byte("xy"))
	tr.add([]byte("z"))
	if tr.next() != 2 || !tr.full {
		t.Errorf("next %d, full %t", tr.next(), tr.full)
	}
	tr.drop(2)
	tr.add([]byte("z"))
	if tr.full || tr.next() != 3 || string(tr.line(2)) != "z" {
		t.Errorf("next %d, full %t", tr.next(), tr.full)
	}
}
