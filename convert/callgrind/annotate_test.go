package callgrind_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgrind"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/testexport"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// annotated is a line of callgrind_annotate: costs, perhaps a percentage, then FILE:FUNCTION [OBJECT].
var annotated = regexp.MustCompile(`^ *([0-9,]+)(?: \([ 0-9.]+%\))? +(\S.*) \[([^\]]*)\]$`)

// annotate returns the costs that callgrind_annotate prints for a file with one event, by file and function.
func annotate(t *testing.T, file string, args ...string) map[string]int64 {
	t.Helper()
	program, err := exec.LookPath("callgrind_annotate")
	if err != nil {
		t.Skip("no callgrind_annotate on PATH: how it reads the files is not tested")
	}
	command := exec.Command(program, append([]string{"--threshold=100", "--auto=no"}, append(args, file)...)...)
	command.Env = append(os.Environ(), "LC_ALL=C") // Perl complains about locales that are not installed
	var errors strings.Builder
	command.Stderr = &errors
	out, err := command.Output()
	if err != nil || errors.Len() > 0 {
		t.Fatalf("%v\n%s", err, &errors)
	}
	all := map[string]int64{}
	for line := range strings.Lines(string(out)) {
		if m := annotated.FindStringSubmatch(strings.TrimSuffix(line, "\n")); m != nil {
			n, err := strconv.ParseInt(strings.ReplaceAll(m[1], ",", ""), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			all[m[2]] = n
		} else if fields := strings.Fields(line); strings.HasSuffix(line, "PROGRAM TOTALS\n") {
			n, err := strconv.ParseInt(strings.ReplaceAll(fields[0], ",", ""), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			all["total"] = n
		}
	}
	return all
}

// callgrind_annotate prints the self and inclusive costs that the file is meant to have, which another test compares with records.
func TestCallgrindAnnotate(t *testing.T) {
	dir := t.TempDir()
	metrics := []convert.Metric{convert.Samples, convert.Calls, convert.Branches}
	all := testtier.More(t, "callgrind_annotate of more than one metric of a profile")
	varied := testprofile.Varied(t)
	for i, name := range slices.Sorted(maps.Keys(varied)) {
		p := testprofile.Parse(t, string(varied[name]))
		for k, m := range metrics {
			if !all && k != i%len(metrics) {
				continue
			}
			opts := callgrind.Options{Metrics: []convert.Metric{m}, Complete: calls.New(p, calls.Options{}).RootCalls()}
			var b strings.Builder
			if err := callgrind.Write(&b, p, nil, opts); err != nil {
				t.Fatal(err)
			}
			f, err := testexport.ReadCallgrind(b.String())
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, "callgrind.out")
			if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
				t.Fatal(err)
			}
			self, inclusive := map[string]int64{"total": f.Totals[0]}, map[string]int64{"total": f.Totals[0]}
			for function := range f.Self {
				key := f.Files[function] + ":" + function
				self[key], inclusive[key] = f.Self[function][0], f.Inclusive[function][0]
				if function == convert.UnknownCallers {
					for _, c := range f.Calls {
						if c.From.Function == function {
							inclusive[key] += c.Costs[0]
						}
					}
				}
			}
			compare(t, name+": self "+m.String(), annotate(t, file), self)
			compare(t, name+": inclusive "+m.String(), annotate(t, file, "--inclusive=yes"), inclusive)
		}
	}
}
