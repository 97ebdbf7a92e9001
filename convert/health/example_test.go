package health_test

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/health"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

func ExampleNewInfo() {
	in := health.NewInfo(testprofile.Example("even-or-odd.iprof"), nil, health.InfoOptions{})
	calls := in.Section(convert.Calls)
	fmt.Println(calls.Records, calls.Total)
	for _, d := range in.Doubts {
		fmt.Println(d.Severity, d.Kind)
	}
	// Output:
	// 6 8
	// caution few-samples
}
