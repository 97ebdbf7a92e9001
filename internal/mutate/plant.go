package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// variable is the environment variable with the number of the active fault.
const variable = "IPROF_VIZ_FAULT"

// A planting compiles the tests of a package once with many faults, without changing the source. Each function with faults begins
// with a choice: its own code, or a copy of it with one fault.
type planting struct {
	dir, temp string
	sites     []site // those that compile; their numbers begin with 1
}

// compile writes the files with faults and compiles, until all remaining faults do. It returns the sites that do not.
func (p *planting) compile(binary string) (failed []site, err error) {
	for {
		overlay, err := p.overlay()
		if err != nil {
			return nil, err
		}
		// Without debug tables it links faster; -e lists all errors.
		out, err := exec.Command("go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-gcflags=-e", "-overlay", overlay, "-o", binary, "./"+p.dir).CombinedOutput()
		if err == nil {
			return failed, nil
		}
		wrong := faultsIn(string(out), len(p.sites))
		if len(p.sites) == 1 {
			wrong[1] = true
		}
		if len(wrong) == 0 {
			return nil, fmt.Errorf("%s: %s", p.dir, out)
		}
		var rest []site
		for i, s := range p.sites {
			if wrong[i+1] {
				failed = append(failed, s)
			} else {
				rest = append(rest, s)
			}
		}
		p.sites = rest
	}
}

var errorInFault = regexp.MustCompile(`(?m)\bfault([0-9]+)\.go:[0-9]+`)

// faultsIn returns the numbers of faults in compiler messages.
func faultsIn(messages string, most int) map[int]bool {
	found := map[int]bool{}
	for _, m := range errorInFault.FindAllStringSubmatch(messages, -1) {
		if n, _ := strconv.Atoi(m[1]); n >= 1 && n <= most {
			found[n] = true
		}
	}
	return found
}

// overlay writes the files with faults, and the file that makes the go command read them instead.
func (p *planting) overlay() (string, error) {
	numbers := map[string][]int{} // by file
	for i, s := range p.sites {
		numbers[s.file] = append(numbers[s.file], i+1)
	}
	replace := map[string]string{}
	add := func(path, text string) error {
		written := filepath.Join(p.temp, fmt.Sprintf("%d.go", len(replace)))
		absolute, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		replace[absolute] = written
		return os.WriteFile(written, []byte(text), 0o600)
	}
	for file, planted := range numbers {
		source, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		if err := add(file, plant(string(source), p.sites, planted)); err != nil {
			return "", err
		}
	}
	files, err := filepath.Glob(filepath.Join(p.dir, "*.go"))
	if err != nil || len(files) == 0 {
		return "", cmp.Or(err, fmt.Errorf("no files in %s", p.dir))
	}
	tree, err := parser.ParseFile(token.NewFileSet(), files[0], nil, parser.PackageClauseOnly)
	if err != nil {
		return "", err
	}
	name := strings.TrimSuffix(tree.Name.Name, "_test")
	if err := add(filepath.Join(p.dir, "planted.go"), fmt.Sprintf(choice, name, variable)); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(p.temp, "overlay.json")
	return overlay, os.WriteFile(overlay, text, 0o600)
}

// choice is the source file that reads which fault is active.
const choice = `package %s

import (
	"os"
	"strconv"
)

var plantedFault = func() int {
	n, _ := strconv.Atoi(os.Getenv(%q))
	return n
}()
`

// plant returns the source of a file with faults with these numbers. Without an active fault a function behaves as before. Faults
// outside of functions cannot be activated: there may be only one at a time.
func plant(source string, sites []site, numbers []int) string {
	byBody := map[body][]int{}
	var bodies []body
	for _, n := range numbers {
		s := sites[n-1]
		if s.in == (body{}) {
			return source[:s.start] + s.text + source[s.end:]
		}
		if byBody[s.in] == nil {
			bodies = append(bodies, s.in)
		}
		byBody[s.in] = append(byBody[s.in], n)
	}
	slices.SortFunc(bodies, func(a, b body) int { return cmp.Compare(a.start, b.start) })
	var b strings.Builder
	done := 0
	for _, body := range bodies {
		b.WriteString(source[done : body.start+1])
		b.WriteString("\nswitch plantedFault {")
		for _, n := range byBody[body] {
			s := sites[n-1]
			fmt.Fprintf(&b, "\ncase %d:\n//line fault%[1]d.go:1\n", n)
			call := "func() " + body.results + " " + source[body.start:s.start] + s.text + source[s.end:body.end] + "()"
			if body.results == "" {
				b.WriteString(call + "; return")
			} else {
				b.WriteString("return " + call)
			}
		}
		b.WriteString("\n}\n//line rest.go:1\n")
		done = body.start + 1
	}
	b.WriteString(source[done:])
	return b.String()
}
