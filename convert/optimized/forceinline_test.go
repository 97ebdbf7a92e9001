package optimized

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestForceInline: of the methods that run calls directly, f is called at two sites, and inlined into one of two copies of run at one of them;
// v is called through a table; run calls itself.
func TestForceInline(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.Main"},{"id":2,"name":"int"},{"id":3,"name":"[Ljava.lang.String;"}],
		"methods":[{"id":1,"name":"run","signature":[1,0]},{"id":2,"name":"f","signature":[1,0,2,3]},{"id":3,"name":"v","signature":[1,0]},{"id":4,"name":"g","signature":[1,0]},{"id":5,"name":"main","signature":[1,0]}]`+
		testprofile.Calls("1:0 10", "2:0<1:4 100", "2:0<1:8 20", "3:0<1:12 500", "4:0<1:16 50", "1:0<1:20 5")+`}`)
	run := `{"methodName":"a.Main.run()","callsiteBci":CALL,"inlined":true,"invokes":[{"methodName":"a.Main.f(int, String[])","callsiteBci":4,"alive":true,"reason":["large"]},
		{"methodName":"a.Main.f(int, String[])","callsiteBci":8,FATE},{"methodName":"a.Main.v()","callsiteBci":12,"alive":true,"indirect":true},
		{"methodName":"a.Main.g()","callsiteBci":16,"alive":true},{"methodName":"a.Main.run()","callsiteBci":20,"alive":true}]}`
	tree := func(call, outcome string) string {
		return strings.ReplaceAll(strings.NewReplacer("CALL", call, "FATE", outcome).Replace(run), "\n", " ")
	}
	log := readLog(t, []byte(`{"methodName":"a.Main.run()","compilationId":"1","inliningTree":`+tree("-1", `"alive":true,"reason":["cold"]`)+"}\n"+
		`{"methodName":"a.Main.main()","compilationId":"2","inliningTree":{"methodName":"a.Main.main()","invokes":[`+tree("3", `"inlined":true`)+"]}}\n"))
	g := calls.New(p, calls.Options{})
	var got []string
	for _, x := range New(p, log).ForceInline(g, nil) {
		e := x.Calls.Execution()
		got = append(got, strings.TrimSpace(strings.Join([]string{x.Text, e.Bound.String(), x.Reason}, " ")))
		if x.Text == "a.Main.f(int;String[])" && (e.Count != 120 || x.Sites != 2 || x.Site.BCI != 4) {
			t.Errorf("%+v at %+v", x, x.Site)
		}
	}
	want := "a.Main.f(int;String[]) at_most large, a.Main.g() exact"
	if strings.Join(got, ", ") != want {
		t.Errorf("%q", got)
	}
	none := New(p, log).ForceInline(g, func(*calls.Site, *calls.Target) bool { return false })
	if len(none) != 0 {
		t.Errorf("%+v", none)
	}
	for name, want := range map[string]string{"a.B.c()": "a.B.c()", "a.B.<init>(C, int[][])": "a.B.<init>(C;int[][])", "a.B.c": "", "a.B.x,y()": "", "a.*.c()": "", "a.B.c(D;E)": "", "a.B.c(D\nE)": ""} {
		if got, _ := patternOf(name); want != "" && got != want {
			t.Errorf("%q: %q", name, got)
		} else if _, ok := patternOf(name); ok != (want != "") {
			t.Errorf("%q: %t", name, ok)
		}
	}
}
