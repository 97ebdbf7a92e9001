package findings_test

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

func ExampleNew() {
	report := findings.New(testprofile.Example("shop.iprof"), nil, findings.Options{Input: []string{"shop.iprof"}})
	for _, f := range report.List[:3] {
		fmt.Printf("%.1f%% of %s: %s: %s\n", 100*f.Weight.Share(), f.Weight.Unit, f.Kind, f.Title)
		fmt.Println(f.Command)
	}
	// Output:
	// 27.3% of samples: string-building: string building
	// [top --focus java\.lang\.(Abstract)?String(Bu|Conc) --show-from InvoiceWriter\.field$ --sort total shop.iprof]
	// 9.2% of samples: many-types: call of 8+ types, first 39.0%
	// [list InvoiceWriter\.field$ shop.iprof]
	// 9.2% of samples: even-branch: even branch, 61.0% to @21
	// [list InvoiceWriter\.field$ shop.iprof]
}
