package callgrind_test

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert/callgrind"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/testexport"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

const sharedJVM = "../../../shared/jvm"

// readShared returns a file of Java programs with truth, decompressed.
func readShared(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(sharedJVM, file))
	if err != nil {
		t.Skip("no ../shared/jvm")
	}
	if !strings.HasSuffix(file, ".gz") {
		return data
	}
	return testprofile.Gunzip(t, data)
}

func openClasses(t *testing.T, dir string) *classpath.Path {
	t.Helper()
	path := testpath.Open(t, filepath.Join(sharedJVM, dir))
	return path
}

// recursiveMethods are those of JsonRegexApp that call themselves, perhaps by others.
var recursiveMethods = map[string]bool{"$Parser.value": true, "$Parser.array": true, "$Parser.object": true, ".print": true, ".random": true}

// Self costs by line are those of the flight recorder, and so are the samples of stacks with a line, which are its self costs and those
// of its calls, but for recursive calls, whose samples are those of a call further out.
func TestLinesAreThoseOfTheRecorder(t *testing.T) {
	p := testprofile.Parse(t, string(readShared(t, "sampling-json/profile.iprof.gz")))
	f := written(t, p, nil, callgrind.Options{Lines: sourceline.New(p, openClasses(t, "app-classes").Class, nil)})
	overloaded := map[string]bool{}
	overloads := func(of testexport.Line) testexport.Line { // the recorder's names have no parameters
		name, _, has := strings.Cut(of.Function, "(")
		overloaded[name] = overloaded[name] || has
		return testexport.Line{Function: name, Number: of.Number}
	}
	self, total := map[testexport.Line]int64{}, map[testexport.Line]int64{}
	for line, costs := range f.Lines {
		self[overloads(line)] += costs[0]
		total[overloads(line)] += costs[0]
	}
	for _, c := range f.Calls {
		total[overloads(c.From)] += c.Costs[0]
	}
	checked, exact := 0, 0
	for line := range strings.Lines(string(readShared(t, "sampling-json/line_counts.tsv.gz"))) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t") // Type.method, line, self, total
		if len(fields) != 4 || !strings.HasPrefix(fields[0], "app.") || strings.Contains(fields[0], "$$Lambda") || fields[1] == "-1" {
			continue
		}
		number, _ := strconv.Atoi(fields[1])
		at := testexport.Line{Function: fields[0], Number: number}
		want, err := strconv.ParseInt(fields[3], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if strconv.FormatInt(self[at], 10) != fields[2] {
			t.Errorf("%s:%d: self %d, want %s", at.Function, number, self[at], fields[2])
		}
		checked++
		if overloaded[at.Function] { // and one calls the other
			continue
		}
		if total[at] == want {
			exact++
		} else if total[at] > want || !recursiveMethods[strings.TrimPrefix(at.Function, "app.JsonRegexApp")] {
			t.Errorf("%s:%d: total %d, want %d", at.Function, number, total[at], want)
		}
	}
	if checked < 20 || exact < checked/2 {
		t.Errorf("%d of %d lines", exact, checked)
	}
}

// The number of calls from one method to another is that of the VM, for methods that no other method has the name of.
func TestCallsAreThoseOfTheVM(t *testing.T) {
	p := testprofile.Parse(t, string(readShared(t, "calls/profile.iprof")))
	path := openClasses(t, "calls/classes")
	graph := calls.New(p, calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, nil)})
	f := written(t, p, nil, callgrind.Options{Lines: sourceline.New(p, path.Class, nil), Complete: graph.RootCalls()})
	got := map[[2]string]int64{}
	for _, c := range f.Calls {
		got[[2]string{c.From.Function, c.To}] += c.Count
	}
	want, named := map[[2]string]int64{}, map[string]map[string]bool{}
	in := bufio.NewScanner(bytes.NewReader(readShared(t, "calls/jvmti.tsv")))
	for in.Scan() {
		fields := strings.Split(in.Text(), "\t") // edge, caller, its name and descriptor, BCI, callee, its name and descriptor, calls
		if fields[0] != "edge" || len(fields) != 9 {
			continue
		}
		from, to := fields[1]+"."+fields[2], fields[5]+"."+fields[6]
		for name, descriptor := range map[string]string{from: fields[3], to: fields[7]} {
			if named[name] == nil {
				named[name] = map[string]bool{}
			}
			named[name][descriptor] = true
		}
		n, err := strconv.ParseInt(fields[8], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		want[[2]string{from, to}] += n
	}
	same, checked := 0, 0
	for edge, n := range want {
		if len(named[edge[0]]) > 1 || len(named[edge[1]]) > 1 || f.Self[edge[0]] == nil || f.Self[edge[1]] == nil || strings.Contains(edge[0]+edge[1], "$$Lambda") {
			continue
		}
		checked++
		if got[edge] == n {
			same++
		} else {
			t.Logf("%s: %d, want %d", edge, got[edge], n)
		}
	}
	if checked < 50 || same < checked*95/100 {
		t.Errorf("%d of %d calls are the VM's", same, checked)
	}
}
