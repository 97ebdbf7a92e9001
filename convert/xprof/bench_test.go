package xprof_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/xprof"
)

const benchmarkRows = 1_000_000

// oneBlock is a block of a million rows.
func oneBlock() string {
	var p printer
	p.print("Flat profile of 1.23 secs (%d total ticks): main\n\n  Interpreted + native   Method\n", benchmarkRows)
	for i := range benchmarkRows {
		p.row(1, 0, benchmarkRows, fmt.Sprintf("com.example.package%d.Class%d.method%d", i%10, i%1000, i))
	}
	p.row(benchmarkRows, 0, benchmarkRows, "Total interpreted")
	return strings.Join(p.pieces, "")
}

// manyBlocks are blocks of a million rows in all, with lines of a program between them.
func manyBlocks() string {
	var p printer
	random := rand.New(rand.NewPCG(1, 2))
	for i := 0; i < benchmarkRows; {
		_, parts := p.block(random, fmt.Sprintf("worker-%d", i))
		p.print("12:00:00 INFO  100%% of the work is done\n")
		i += 4 * 3 * len(parts) / 2
	}
	return strings.Join(p.pieces, "")
}

// headersOnly is a text of lines that read like headers and rows, and no block.
func headersOnly() string {
	return strings.Repeat("Flat profile of 1.23 secs (999 total ticks): x\n"+
		"  Interpreted + native   Method\n"+strings.Repeat("  1.0%     1  +     0    a.b\n", 20)+
		"  1.0%     1  +     0    Total interpreted\n", benchmarkRows/20)
}

func BenchmarkRead(b *testing.B) {
	for _, bench := range []struct {
		name string
		text string
	}{
		{"one block", oneBlock()},
		{"many blocks", manyBlocks()},
		{"no block", headersOnly()},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(bench.text)))
			b.ReportAllocs()
			for b.Loop() {
				stacks := 0
				if _, err := xprof.Read(strings.NewReader(bench.text), xprof.Options{}, func([]string, int64) error {
					stacks++
					return nil
				}); err != nil && bench.name != "no block" {
					b.Fatal(err)
				}
				b.ReportMetric(float64(stacks), "stacks")
			}
		})
	}
}
