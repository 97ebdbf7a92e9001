package gprofng_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/gprofng"
)

const benchmarkRows = 1_000_000

// wide is a tree of rows as shallow as most are: ten callees a function, six deep.
func wide() string {
	var b strings.Builder
	b.WriteString(heading)
	rows := 0
	var write func(prefix string, last bool, value, depth int)
	write = func(prefix string, last bool, value, depth int) {
		if rows == benchmarkRows {
			return
		}
		name := fmt.Sprintf("com.example.Class%d.method%d(long, int)", rows%100, depth)
		if depth == 0 {
			name = "<Total>"
		}
		fmt.Fprintf(&b, "%9.3f  %s+-%s\n", float64(value)/1000, prefix, name)
		rows++
		if depth == 6 {
			return
		}
		if last {
			prefix += "  "
		} else {
			prefix += "|  "
		}
		for i := range 10 {
			write(prefix, i == 9, value/10, depth+1)
		}
	}
	write("", true, 10*benchmarkRows, 0)
	return b.String()
}

// deep is a chain of functions, again and again.
func deep() string {
	const depth = 500
	var b strings.Builder
	b.WriteString(heading)
	total := benchmarkRows / depth
	fmt.Fprintf(&b, "%9d  +-<Total>\n", total)
	for range total {
		for d := range depth {
			fmt.Fprintf(&b, "        1    %s+-f\n", strings.Repeat("   ", d))
		}
	}
	return b.String()
}

func BenchmarkRead(b *testing.B) {
	for _, bench := range []struct {
		name string
		text string
	}{
		{"wide", wide()},
		{"deep", deep()},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(bench.text)))
			b.ReportAllocs()
			for b.Loop() {
				stacks := 0
				_, err := gprofng.Read(strings.NewReader(bench.text), gprofng.Options{}, func([]string, int64) error {
					stacks++
					return nil
				})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(stacks), "stacks")
			}
		})
	}
}
