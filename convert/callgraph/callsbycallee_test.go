package callgraph

import (
	"fmt"
	"slices"
	"testing"
)

// The calls of a callee are taken heaviest first, each once, as long as they reach the minimum; those of others do not matter.
func TestCallsByCallee(t *testing.T) {
	call := func(from, to int32, weight int64) connection { return connection{link{from: from, to: to}, weight, -1} }
	calls := newCallsByCallee([]connection{call(1, 2, 5), call(3, 0, 100), call(4, 2, 50), call(2, 0, 1), call(5, 2, 7), call(0, 2, 7)}, 6)
	take := func(callee int32, minimum int64) (taken []string) {
		for c, ok := calls.take(callee, minimum); ok; c, ok = calls.take(callee, minimum) {
			taken = append(taken, fmt.Sprint(c.from, c.to, c.weight))
		}
		return taken
	}
	for _, tt := range []struct {
		callee  int32
		minimum int64
		want    []string
	}{
		{2, 51, nil}, {2, 50, []string{"4 2 50"}}, {2, 7, []string{"0 2 7", "5 2 7"}}, {2, 1, []string{"1 2 5"}}, {2, 0, nil},
		{0, 2, []string{"3 0 100"}}, {0, 1, []string{"2 0 1"}}, {5, 0, nil},
	} {
		if got := take(tt.callee, tt.minimum); !slices.Equal(got, tt.want) {
			t.Errorf("callee %d, at least %d: %q, want %q", tt.callee, tt.minimum, got, tt.want)
		}
	}
}
