package info_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestWholeInfo compares what is said of a profile with testdata/whole.json, whose numbers were checked by hand. Of 15800 entries a has
// 1000, b 4000 in a, l 8000 in b and 2000 as a root, v of the VM 500 in l, and method 9, which is not listed, 300.
func TestWholeInfo(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.1.0","types":[{"id":8,"name":"void"},{"id":1,"name":"app.A"},{"id":2,"name":"app.B"},{"id":3,"name":"java.util.L"},{"id":4,"name":"com.oracle.svm.core.V"},{"id":5,"name":"[B"}],
		"methods":[{"id":1,"name":"a","signature":[1,8]},{"id":2,"name":"b","signature":[2,8]},{"id":3,"name":"l","signature":[3,8]},{"id":4,"name":"v","signature":[4,8]},{"id":6,"name":"unused","signature":[4,8]}]`+
		testprofile.Calls("1:0 1000", "2:0<1:5 4000", "3:0<2:7<1:5 8000", "3:0 2000", "4:0<3:2 500", "9:0 300")+
		testprofile.Section("conditionalProfiles", []string{"1:3 9 0 800 14 1 200", "2:9<1:5 20 0 3000 12 1 1000", "3:4 20 0 500 12 1 500"})+
		testprofile.Section("virtualInvokeProfiles", []string{"2:7<1:5 3 7000 5 1000", "3:2 4 500", "1:8"})+
		testprofile.Section("instanceofProfiles", []string{"1:6 2 1000"})+testprofile.Section("monitorProfiles", []string{"0:0 2 6 4 3"})+
		testprofile.Samples("3:4<2:7<1:5 400", "3:4 100", "2:9<1:5 300", "1:3 150", "4:2<3:2 50")+"}")
	in := info.New(p, nil, info.Options{Limit: 3, Findings: &findings.Options{Input: []string{"app.iprof"}}})
	for _, f := range in.Findings.List {
		f.Weight.Low, f.Weight.High = math.Round(1e6*f.Weight.Low)/1e6, math.Round(1e6*f.Weight.High)/1e6
	}
	got, err := json.MarshalIndent(map[string]any{
		"Version": in.Version, "Sections": in.Sections, "Methods": in.Methods, "Types": in.Types, "Contexts": in.Contexts, "Stacks": in.Stacks,
		"Code": in.Code, "Top": in.Top, "Caveats": in.Caveats, "Findings": in.Findings, "Application": in.Application,
	}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	want := testfile.Read(t, "testdata/whole.json")
	if string(got)+"\n" != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
