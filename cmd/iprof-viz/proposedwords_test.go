package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// Commands that are proposed for a file, and for a class, whose name looks like a flag or has characters that a shell reads run as they are
// pasted: a shell splits them.
func TestProposedCommandsCanBePasted(t *testing.T) {
	testtier.Sequential(t)
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	t.Chdir(t.TempDir())
	const content = `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"-m"},{"id":2,"name":"A$B"}],
		"methods":[{"id":1,"name":"run","signature":[1,0]},{"id":2,"name":"it's","signature":[2,0]}],"samplingProfiles":[{"ctx":"1:0","records":[500]},{"ctx":"2:0","records":[500]}],
		"callCountProfiles":[{"ctx":"1:0","records":[1000]},{"ctx":"2:0","records":[1000]},{"ctx":"2:0<1:5","records":[1000000]}],
		"conditionalProfiles":[{"ctx":"1:4","records":[7,0,500000,9,1,500000]},{"ctx":"2:4","records":[7,0,500000,9,1,500000]}]}`
	proposed := regexp.MustCompile(`(?m)(?:^    |hint: |: )(iprof-viz .*?)(?: new\.iprof| run2\.iprof|; .*)?$`)
	for _, file := range []string{"-m.iprof", "-", "it's $HOME.iprof", `a "b" \c.iprof`, "*.iprof", "~"} {
		path := "./" + file
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		of := path // as users name it
		if filepath.Base(of) != "-" && file != "~" {
			of = file
		}
		ran := 0
		for _, args := range [][]string{{"info", "--all", "--", of}, {"diff", "--", of}, {"variance", "--", of}, {"list", path}, {path, "top"}, {"peek", "it", path, path},
			{"top", "-m", "monitors", "--", of}, {"calls", "--", of}, {"branches", "--", of, "x.csv"}, {"top", "--", of, "run"}, {"peek", "--", of, "run"}} {
			_, stdout, stderr, err := runHere(args)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range proposed.FindAllStringSubmatch(stdout+stderr, -1) {
				split, err := exec.Command(shell, "-c", `for word in `+line[1]+`; do printf '%s\0' "$word"; done`).Output()
				if err != nil {
					t.Errorf("%q proposes %s: %v", args, line[1], err)
					continue
				}
				command := strings.Split(strings.TrimSuffix(string(split), "\x00"), "\x00")[1:]
				if command[0] == "diff" || command[0] == "variance" {
					command = append(command, "./"+file)
				} else if ran++; command[0] == "help" {
					continue
				}
				if status, text, problem, err := runHere(command); err != nil || status != 0 || text == "" && command[1] != "-o" {
					if !strings.Contains(line[1], "name of a method") {
						t.Errorf("%q proposes %s, which has status %d: %s", args, line[1], status, problem)
					}
				}
			}
		}
		if ran < 8 {
			t.Errorf("%q: only %d commands are proposed", file, ran)
		}
	}
}
