package testprofile

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// Hostile has methods and types with names that have a meaning in terminals, Markdown, HTML and DOT.
func Hostile() (text string, names []string) {
	names = []string{
		`<init>`, `a"b`, `x\N`, "\x1b[31mred\x1b[0m", "two\nlines", "</script><script>alert(1)</script>", "```\n# heading", "`id`", "[Ljava.lang.String;",
		"\u202egnp.exe", "a\tb", "| cell |", "@user #1", "日本語のメソッド", "\u009b31m", "e\u0301", "",
	}
	types, methods, calls, receivers := `{"id":0,"name":"void"}`, "", "", ""
	for i, name := range names {
		quoted, _ := json.Marshal(name)
		types += fmt.Sprintf(`,{"id":%d,"name":%s}`, i+1, quoted)
		methods += fmt.Sprintf(`,{"id":%d,"name":%s,"signature":[%d,0]}`, i+1, quoted, i+1)
		ctx := fmt.Sprintf("%d:0", i+1)
		if i > 0 {
			ctx += fmt.Sprintf("<1:%d", i)
			receivers += fmt.Sprintf(`,{"ctx":"1:%d","records":[%d,3,1,2]}`, i, i+1)
		}
		calls += fmt.Sprintf(`,{"ctx":"%s","records":[10]}`, ctx)
	}
	return `{"version":"1.0.0","types":[` + types + `],"methods":[` + methods[1:] + `],"callCountProfiles":[` + calls[1:] +
		`],"virtualInvokeProfiles":[` + receivers[1:] + `]}`, names
}

// Examples are the profiles in testdata.
func Examples(t *testing.T) []*iprof.Profile {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(Root(t), "testdata/*.iprof"))
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	var all []*iprof.Profile
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, Read(t, f))
		f.Close()
	}
	return all
}

const Greeter = `{"version":"1.0.0",
	"types":[{"id":0,"name":"void"},{"id":1,"name":"Greeter"},{"id":2,"name":"java.lang.String"}],
	"methods":[{"id":1,"name":"greet","signature":[1,2,2]}],
	"callCountProfiles":[{"ctx":"1:0","records":[10]}],
	"conditionalProfiles":[{"ctx":"1:4","records":[7,0,30,12,1,6]},{"ctx":"1:99","records":[7,0,30,12,1,6]},{"ctx":"1:-1","records":[7,0,3]}]}`

// VmSites has sites in the VM, which a view folds, some without any count, a record with more types than the profiler keeps, locks
// of all kinds, and a call that a sampled stack shows.
const VmSites = `{"version":"1.1.0","types":[{"id":1,"name":"com.oracle.svm.core.X"},{"id":2,"name":"com.example.A"},
	{"id":3,"name":"com.oracle.svm.enterprise.profiling.P"}],
	"methods":[{"id":1,"name":"x","signature":[1,1]},{"id":2,"name":"a","signature":[2,2]},{"id":3,"name":"b","signature":[2,2]}],
	"samplingProfiles":[{"ctx":"3:4<2:6","records":[1]},{"ctx":"1:4<2:6","records":[1]}],
	"conditionalProfiles":[{"ctx":"1:3","records":[4,0,70]},{"ctx":"2:3<3:8","records":[1,0,20,5,1,2]},{"ctx":"2:5","records":[]}],
	"virtualInvokeProfiles":[{"ctx":"1:3","records":[1,70]},{"ctx":"2:6<3:8","records":[1,1,2,1,3,1,4,1,5,1,6,1,7,1,8,1,9,1]},{"ctx":"2:5","records":[]}],
	"instanceofProfiles":[{"ctx":"1:3","records":[1,70]},{"ctx":"2:3<3:8","records":[1,20]},{"ctx":"2:5","records":[]}],
	"monitorProfiles":[{"ctx":"0:0","records":[1,5,2,4,3,3,4,2]}]}`

// InlineCase is a profile with everything that a tree can show: m has a loop that calls a and b at one site, an a without a count
// that calls c, branches of three kinds and calls with one, two and eight types.
const InlineCase = `{"version":"1.1.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.M"},{"id":3,"name":"A"},{"id":4,"name":"B"},{"id":5,"name":"C"},
	{"id":6,"name":"D"},{"id":7,"name":"E"},{"id":8,"name":"F"},{"id":9,"name":"G"},{"id":10,"name":"H"}],
	"methods":[{"id":1,"name":"m","signature":[2,1]},{"id":2,"name":"a","signature":[2,1]},{"id":3,"name":"b","signature":[2,1]},{"id":4,"name":"c","signature":[2,1]}],
	"callCountProfiles":[{"ctx":"1:0","records":[7884213]},{"ctx":"2:0<1:7","records":[15768426]},{"ctx":"3:0<1:7","records":[5256142]},
		{"ctx":"4:0<2:-6<1:20","records":[1000]},{"ctx":"4:0<1:30","records":[7884212]}],
	"conditionalProfiles":[{"ctx":"1:19","records":[46,0,5256142,22,1,2628071]},{"ctx":"1:40","records":[46,0,9,22,1,0]},
		{"ctx":"1:41","records":[46,0,9,22,1,0]},{"ctx":"1:50","records":[46,0,3,-5,1,1]},{"ctx":"2:3<1:7","records":[4,0,5,9,1,0]}],
	"virtualInvokeProfiles":[{"ctx":"1:10","records":[3,7884213]},{"ctx":"1:11","records":[3,2,4,1]},
		{"ctx":"1:12","records":[3,8,4,7,5,6,6,5,7,4,8,3,9,2,10,1]}],
	"instanceofProfiles":[{"ctx":"1:13","records":[3,1,4,1,5,1]}]}`

// InfoProfile counts main 3 times as a root and work 2,000,000 times in it, and the profiler's hook 500,000 times in work; work has
// no count as a root.
const InfoProfile = `{"version":"1.0.0",
"types":[{"id":1,"name":"com.example.shop.checkout.Cart"},{"id":2,"name":"void"},{"id":3,"name":"java.util.Map"},
{"id":4,"name":"com.oracle.svm.enterprise.profiling.Hook"},{"id":5,"name":"[B"},{"id":6,"name":"never.Used"}],
"methods":[{"id":1,"name":"main","signature":[1,2]},{"id":2,"name":"work","signature":[1,2,3]},{"id":3,"name":"hook","signature":[4,2]},
{"id":4,"name":"neverCalled","signature":[1,2]}],
"callCountProfiles":[{"ctx":"1:0","records":[3]},{"ctx":"2:0<1:7","records":[2000000]},{"ctx":"3:0<2:4","records":[500000]}],
"conditionalProfiles":[{"ctx":"2:11","records":[20,0,1999900,31,1,100]}],
"virtualInvokeProfiles":[],
"monitorProfiles":[{"ctx":"0:0","records":[5,3,3,1]}],
"samplingProfiles":[{"ctx":"2:5<1:7","records":[8]},{"ctx":"2:9<1:7","records":[1]},{"ctx":"9:-5","records":[1]}]}`
