package gprofng_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/gprofng"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
)

// sources has real outputs of gprofng, beside the checkout. Their README says how they were made.
const sources = "../../../shared/sources/gprofng/"

// read returns the stacks of a text, folded and sorted, and the summary.
func read(t *testing.T, text []byte, column string) ([]string, *gprofng.Summary) {
	t.Helper()
	var got []string
	sum, err := gprofng.Read(bytes.NewReader(text), gprofng.Options{Column: column}, func(stack []string, value int64) error {
		got = append(got, fmt.Sprint(strings.Join(stack, ";"), " ", value))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(got)
	return got, sum
}

// readFolded returns the lines of a folded text, sorted, and their sum.
func readFolded(t *testing.T, path string) ([]string, int64) {
	t.Helper()
	text := testfile.Read(t, path)
	all := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	sum := int64(0)
	for _, line := range all {
		n, err := strconv.ParseInt(line[strings.LastIndexByte(line, ' ')+1:], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		sum += n
	}
	slices.Sort(all)
	return all, sum
}

func needSources(t *testing.T) {
	if _, err := os.Stat(sources); err != nil {
		t.Skip("no ../shared/sources")
	}
}

func TestSourcesReadAsFolded(t *testing.T) {
	needSources(t)
	for _, test := range []struct {
		tree, folded, column string
		total                int64 // as in the README
		unit                 string
	}{
		{"rec", "rec", "", 2992, "ms"},
		{"rec-limit", "rec-limit", "", 2992, "ms"},
		{"deep", "deep", "", 2992, "ms"},
		{"two", "two", "", 3232, "ms"},
		{"two-time", "two-time", "", 3232, "ms"},
		{"two-time", "two-time", "e.totalcpu", 3232, "ms"},
		{"loops", "loops", "", 3613, "ms"},
		{"two-metrics", "two-metrics", "", 1581, "ms"},
		{"two-metrics", "two-metrics", "Total CPU", 1581, "ms"},
		{"two-metrics", "two-metrics.sync", "sync", 711, "ms"},
		{"two-metrics", "two-metrics.sync", "Sync Wait sec.", 711, "ms"},
		{"two-metrics", "two-metrics.syncn", "syncn", 25754, "count"},
		{"two-metrics", "two-metrics.syncn", "sync wait count", 25754, "count"},
		{"two-metrics", "two-metrics.heapalloccnt", "heapalloccnt", 5, "count"},
		{"two-metrics", "two-metrics.heapallocbytes", "e+heapallocbytes", 4600, "bytes"},
		{"two-allmetrics", "two-allmetrics", "", 4384, "bytes"},
		{"two-allmetrics", "two-allmetrics.leaks", "leaks", 2, "count"},
		{"two-allmetrics", "two-allmetrics.heapallocbytes", "Bytes Allocated", 4600, "bytes"},
		{"two-allmetrics", "two-allmetrics.heapalloccnt", "Allocations", 5, "count"},
		{"two-allmetrics", "two-allmetrics.totalcpu", "totalcpu", 1581, "ms"},
		{"two-allmetrics", "two-allmetrics.sync", "Sync Wait", 711, "ms"},
		{"two-allmetrics", "two-allmetrics.syncn", "count", 25754, "count"},
		{"handwritten-erprint12", "handwritten-erprint12", "", 12408, "ms"},
		{"handwritten-erprint12", "handwritten-erprint12.system", "system", 1031, "ms"},
		{"handwritten-erprint12", "handwritten-erprint12.wait", "Wait CPU", 420, "ms"},
	} {
		t.Run(test.tree+" "+test.column, func(t *testing.T) {
			text := testfile.Read(t, sources+test.tree+".calltree.txt")
			want, all := readFolded(t, sources+test.folded+".folded")
			got, sum := read(t, text, test.column)
			if !slices.Equal(got, want) {
				t.Errorf("stacks\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if sum.Total != test.total || sum.Unit() != test.unit {
				t.Errorf("total %d %s; want %d %s", sum.Total, sum.Unit(), test.total, test.unit)
			}
			switch {
			case test.tree == "loops":
				if sum.Total-all != 1 { // by rounding
					t.Errorf("%d of %d", all, sum.Total)
				}
			case all != sum.Total:
				t.Errorf("%d of %d", all, sum.Total)
			}
			if cut := test.tree == "rec-limit"; cut != (sum.Missing > 0) || cut != (len(sum.Notes) > 0) {
				t.Errorf("%d missing, notes %q", sum.Missing, sum.Notes)
			}
			if !gprofng.Detect(text[:min(len(text), 4096)]) {
				t.Error("not recognized")
			}
		})
	}
}

// The interval of the clock is 10.007 ms, in two.header.txt.
func TestSecondsAreWholeTicks(t *testing.T) {
	needSources(t)
	text := testfile.Read(t, sources+"two.calltree.txt")
	want, ticks := readFolded(t, sources+"two.ticks.folded")
	stacks, _ := read(t, text, "")
	var got []string
	for _, line := range stacks {
		at := strings.LastIndexByte(line, ' ') + 1
		ms, _ := strconv.ParseFloat(line[at:], 64)
		got = append(got, fmt.Sprintf("%s%.0f", line[:at], ms/10.007))
	}
	slices.Sort(got)
	if !slices.Equal(got, want) || ticks != 323 {
		t.Errorf("%q, want %q, %d in all", got, want, ticks)
	}
}

// gprofng lists the functions of some experiments with their exclusive and inclusive values: other sums over the same tree.
func TestFunctionsAddUp(t *testing.T) {
	needSources(t)
	files, _ := filepath.Glob(sources + "*.functions.txt")
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".functions.txt")
		t.Run(name, func(t *testing.T) {
			text := testfile.Read(t, sources+name+".calltree.txt")
			self, total := make(map[string]int64), make(map[string]int64)
			if _, err := gprofng.Read(bytes.NewReader(text), gprofng.Options{}, func(stack []string, value int64) error {
				self[stack[len(stack)-1]] += value
				self["<Total>"] += value
				for i, frame := range stack {
					if slices.Index(stack, frame) == i { // once a stack
						total[frame] += value
					}
				}
				total["<Total>"] += value
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			list := testfile.Read(t, file)
			rows := 0
			for _, line := range strings.Split(string(list), "\n") {
				f := strings.Fields(line)
				if len(f) < 5 || f[0][0] < '0' || f[0][0] > '9' {
					continue
				}
				rows++
				ms := func(s string) int64 {
					v, err := strconv.ParseFloat(s, 64)
					if err != nil {
						t.Fatal(err)
					}
					return int64(v*1000 + 0.5)
				}
				function := strings.Join(f[4:], " ")
				excl, incl := ms(f[0]), ms(f[2])
				if function == "<Total>" {
					excl = incl
				}
				// A function may stand in many places of the tree, each rounded.
				if near := func(a, b int64) bool { return max(a-b, b-a) <= 5 }; !near(self[function], excl) || !near(total[function], incl) {
					t.Errorf("%s: %d and %d ms, want %d and %d", function, self[function], total[function], excl, incl)
				}
			}
			if rows == 0 {
				t.Error("no functions")
			}
		})
	}
}

func TestOtherListsAreNotRecognized(t *testing.T) {
	needSources(t)
	files, _ := filepath.Glob(sources + "*")
	for _, file := range files {
		text := testfile.Read(t, file)
		want := strings.HasSuffix(file, ".calltree.txt")
		if got := gprofng.Detect(text[:min(len(text), 4096)]); got != want {
			t.Errorf("%s: %v", file, got)
		}
	}
}
