package source

import (
	"fmt"
	"testing"
)

// Twenty threads have a row each, and all others one with their sum.
func TestRowsOfThreads(t *testing.T) {
	for n, want := range map[int][3]int64{0: {0, 0, 0}, 1: {1, 1, 0}, 20: {20, 20, 0}, 21: {21, 20, 1}, 50: {21, 20, 30}} {
		var threads []runningThread
		for i := range n {
			threads = append(threads, runningThread{fmt.Sprint("t", i), 1})
		}
		table := runningTable("samples", threads)
		single, rest := int64(0), int64(0)
		for i, row := range table.Rows {
			if samples := table.Cell(row, "samples").Int; i < 20 {
				single += samples
			} else {
				rest += samples
			}
		}
		if got := [3]int64{int64(len(table.Rows)), single, rest}; got != want {
			t.Errorf("%d threads: %v, want %v", n, got, want)
		}
	}
	if table := runningTable("samples", []runningThread{{"", 7}}); table.Cell(table.Rows[0], "thread").Text != "<unnamed>" {
		t.Error("a thread has no name")
	}
}
