package inlining_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestWholeTrees compares units with testdata/whole.json, whose numbers were checked by hand. Of 1620 entries a has 100, b 400 in a, l 800
// in b and 200 as a root, v and w of the VM 50 and 40 in l, 9, which is not listed, 30.
func TestWholeTrees(t *testing.T) {
	text := `{"version":"1.1.0","types":[{"id":8,"name":"void"},{"id":1,"name":"app.A"},{"id":2,"name":"app.B"},{"id":3,"name":"java.util.L"},{"id":4,"name":"com.oracle.svm.core.V"}],
		"methods":[{"id":1,"name":"a","signature":[1,8]},{"id":2,"name":"b","signature":[2,8]},{"id":3,"name":"l","signature":[3,8]},{"id":4,"name":"v","signature":[4,8]},{"id":5,"name":"w","signature":[4,8]}]` +
		testprofile.Calls("1:0 100", "2:0<1:5 400", "3:0<2:7<1:5 800", "3:0 200", "4:0<3:2 50", "5:0<4:1<3:2 40", "9:0 30") +
		testprofile.Section("conditionalProfiles", []string{"1:3 9 0 80 14 1 20", "2:9<1:5 20 0 400"}) + testprofile.Section("virtualInvokeProfiles", []string{"2:7<1:5 3 700 4 100"}) + "}"
	for by := range 5 {
		wholeTrees(t, testprofile.Parse(t, testprofile.Rotated(t, text, by, "types", "methods")), by)
	}
}

func wholeTrees(t *testing.T, p *iprof.Profile, by int) {
	all := map[string]any{}
	for name, o := range map[string]inlining.Options{
		"all": {}, "user": {Filter: convert.FilterOptions{View: convert.UserView}}, "hidden": {Filter: convert.FilterOptions{Hide: regexp.MustCompile(`\.b$`)}}, "few": {Units: 1, Depth: 1},
	} {
		trees, err := inlining.New(p, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		trees.Profile, trees.Names = nil, nil
		all[name] = trees
	}
	got, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	got = regexp.MustCompile(`"Slot": [0-4]\b`).ReplaceAllFunc(got, func(slot []byte) []byte { return fmt.Appendf(nil, `"Slot": %d`, (int(slot[len(slot)-1]-'0')+by)%5) })
	want := testfile.Read(t, "testdata/whole.json")
	if string(got)+"\n" != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
