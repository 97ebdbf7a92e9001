package pprof_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A profile for go tool pprof, and the same read back.
func Example() {
	p := testprofile.Example("even-or-odd.iprof")
	var file bytes.Buffer
	if err := pprof.Write(&file, p, nil, pprof.Options{Metrics: []convert.Metric{convert.Samples, convert.Calls}}); err != nil {
		log.Fatal(err)
	}
	s, err := pprof.Read(&file, pprof.ReadOptions{SampleType: "calls"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Profile.Total(iprof.Samples), s.Profile.Origin().Unit)
	// Output:
	// 8 method entries
}

func ExampleSourceFile() {
	fmt.Println(pprof.SourceFile("java.util.HashMap$Node"))
	// Output:
	// java/util/HashMap.java
}
