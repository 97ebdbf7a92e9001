package xprof_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/xprof"
)

func ExampleRead() {
	const output = `starting
Flat profile of 4.06 secs (301 total ticks): main

  Interpreted + native   Method
 83.7%   172  +     0    com.example.Main.main
  1.0%     0  +     2    java.util.zip.ZipFile.open
 85.6%   174  +     2    Total interpreted (including elided)

     Compiled + native   Method
 13.9%    23  +     6    com.example.Main.round
 13.9%    23  +     6    Total compiled

  Thread-local ticks:
 31.6%    95             Blocked (of total)
  0.5%     1             Class loader

Global summary of 4.06 seconds:
100.0%   301             Received ticks
`
	sum, err := xprof.Read(strings.NewReader(output), xprof.Options{}, func(stack []string, ticks int64) error {
		fmt.Println(strings.Join(stack, ";"), ticks)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, b := range sum.Blocks {
		fmt.Printf("line %d: thread %q, %d ticks in %v\n", b.Line, b.Thread, b.Ticks, b.Elapsed)
	}
	// Output:
	// main;interpreted;com.example.Main.main 172
	// main;interpreted;java.util.zip.ZipFile.open;<native> 2
	// main;interpreted;<elided> 2
	// main;compiled;com.example.Main.round 23
	// main;compiled;com.example.Main.round;<native> 6
	// main;Blocked 95
	// main;Class loader 1
	// line 2: thread "main", 301 ticks in 4.06s
}
