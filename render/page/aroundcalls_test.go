package page

import (
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestCallsAroundAMethod: calls between two methods, of all sites together, that a graph around a method says are what the VM counted, or
// bounds of it, and no more than the entries of the method called.
func TestCallsAroundAMethod(t *testing.T) {
	const dir = "../../../shared/jvm/calls/"
	data, err := os.ReadFile(dir + "profile.iprof")
	if err != nil {
		t.Skip(err)
	}
	truth := testfile.Read(t, dir+"jvmti.tsv")
	entries, made := map[string]int64{}, map[string]int64{} // by method, and by two of them
	for line := range strings.Lines(string(truth)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		n, _ := strconv.ParseInt(f[len(f)-1], 10, 64)
		switch f[0] {
		case "entry":
			entries[f[1]+"."+f[2]] += n
		case "edge":
			made[f[1]+"."+f[2]+" "+f[5]+"."+f[6]] += n
		}
	}
	p := testprofile.Parse(t, string(data))
	path := testpath.Open(t, dir+"classes")
	names := convert.NewNames(p, convert.NameOptions{})
	r := readReport(t, p, names)
	contexts := convert.Project(p, p.Contexts, names, reportFilter)
	graph := calls.New(p, calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers), Contexts: contexts})
	table, err := rank.Calls(p, names, rank.CallOptions{Graph: graph, Filter: reportFilter, Made: true})
	if err != nil {
		t.Fatal(err)
	}
	r.parts.SiteCalls = NewCalls(table, graph, names, graph.Outside(names, contexts))
	r.write(t)

	page := browsertest.Look(t, 1280, 800)
	defer page.Close()
	seen := 0
	for _, method := range []string{"risky(I)I", "run(I)J"} {
		got := browsertest.VisitFile(t, page, r.page, "#/callgraph?m="+url.QueryEscape("calls.Dispatch."+method)).Run(inReport + inGraph + `
			for (const g of groups("line")) { const [from, to, ...about] = g.querySelector("title").textContent.split("\n"); log([from, to.replace("→ ", ""), about.find((a) => / calls? at /.test(a)) || ""].join("|")); }`)
		for _, line := range got {
			f := strings.Split(line, "|")
			from, to := unsigned(f[0]), unsigned(f[1])
			mark, n := "", int64(0)
			for _, m := range []string{"≥ ", "≤ "} {
				if strings.HasPrefix(f[2], m) {
					mark = m
				}
			}
			number, _, _ := strings.Cut(strings.TrimPrefix(f[2], mark), " ")
			if n, err = strconv.ParseInt(strings.ReplaceAll(number, ",", ""), 10, 64); err != nil {
				continue // not of calls
			}
			seen++
			if is := made[from+" "+to]; mark == "" && n != is || mark == "≥ " && n > is || mark == "≤ " && n < is {
				t.Errorf("%s: %s, the VM counted %d", line, method, is)
			}
			if n > entries[to] {
				t.Errorf("%s is entered %d times", line, entries[to])
			}
		}
		if method == "risky(I)I" && !strings.Contains(fmt.Sprint(got), "risky|calls.Dispatch.done|≤ 8,700 calls at 3 sites") {
			t.Errorf("%q", got)
		}
	}
	if seen < 15 {
		t.Errorf("%d lines", seen)
	}
}

// unsigned returns a method's name without parameters.
func unsigned(name string) string {
	name, _, _ = strings.Cut(name, "(")
	return name
}
