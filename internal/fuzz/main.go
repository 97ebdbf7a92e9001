// Fuzz runs every fuzz target of this module, one after the other, and prints a table of their executions. A target that fails
// does not keep the others from running.
//
//	go run ./internal/fuzz [-time 10m] [-parallel 2] [-target REGEXP] [-skip REGEXP]
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/budget"
)

func main() {
	var o options
	flag.StringVar(&o.time, "time", "", "`TIME` for each target, such as 10m, or a number of executions, such as 1000x (default: that of the comment //fuzz:runs of the target, otherwise 4000x)")
	flag.IntVar(&o.parallel, "parallel", runtime.GOMAXPROCS(0), "`N` processes for each target")
	target := flag.String("target", "", "only targets whose package and name match this `REGEXP`")
	skip := flag.String("skip", "^$", "no targets that match this `REGEXP`")
	flag.Parse()
	o.target, o.skip = regexp.MustCompile(*target), regexp.MustCompile(*skip)
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(1)
	}
}

type options struct {
	time         string
	parallel     int
	target, skip *regexp.Regexp
}

// A target is a fuzz target and the outcome of its run.
type target struct {
	dir, name string
	runs      string // "4000x"

	executions, interesting int
	took                    time.Duration
	err                     error
}

func (t *target) String() string { return t.dir + "." + t.name }

// run builds the tests of each package once, and runs its targets. Linking uses one processor, and targets are short, so the next packages
// are built meanwhile.
func run(o options) error {
	targets, err := find(".")
	if err != nil {
		return err
	}
	targets = slices.DeleteFunc(targets, func(t *target) bool { return !o.target.MatchString(t.String()) || o.skip.MatchString(t.String()) })
	temp, err := os.MkdirTemp("", "fuzz-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		return err
	}
	binaries := build(targets, temp)
	var of binary
	for _, t := range targets {
		if t.dir != of.dir {
			if of = <-binaries; of.err != nil {
				return of.err
			}
		}
		t.run(of.path, filepath.Join(strings.TrimSpace(string(cache)), "fuzz", "iprof-viz", t.dir), o)
	}
	return report(os.Stdout, targets)
}

// A binary is the tests of a package, compiled for fuzzing.
type binary struct {
	dir, path string
	err       error
}

// build compiles the tests of the packages of targets, in their order, into a directory; up to four packages before one is
// needed.
func build(targets []*target, temp string) <-chan binary {
	binaries := make(chan binary, 3)
	go func() {
		defer close(binaries)
		dir := ""
		for _, t := range targets {
			if t.dir == dir {
				continue
			}
			dir = t.dir
			b := binary{dir: dir, path: filepath.Join(temp, strings.ReplaceAll(dir, "/", "_"))}
			c := exec.Command("go", "test", "-c", "-fuzz", ".", "-ldflags", "-s -w", "-o", b.path, "./"+dir)
			c.Stderr = os.Stderr
			if err := c.Run(); err != nil {
				b.err = fmt.Errorf("%s: %w", dir, err)
			}
			binaries <- b
		}
	}()
	return binaries
}

var (
	declaration = regexp.MustCompile(`(?m)^(?://fuzz:runs (\d+)\n)?func (Fuzz\w+)\(`)
	progress    = regexp.MustCompile(`^fuzz: elapsed: .*, execs: (\d+) .*new interesting: \d+ \(total: (\d+)\)`)
)

// find returns the targets below a directory, by package.
func find(dir string) ([]*target, error) {
	var targets []*target
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range declaration.FindAllStringSubmatch(string(text), -1) {
			t := &target{dir: filepath.ToSlash(filepath.Dir(path)), name: m[2], runs: "4000x"}
			if m[1] != "" {
				t.runs = m[1] + "x"
			}
			targets = append(targets, t)
		}
		return err
	})
	return targets, err
}

// run runs a target and shows its output, except for most lines about its progress.
func (t *target) run(binary, cache string, o options) {
	if o.time != "" {
		t.runs = o.time
	}
	fmt.Printf("== %s %s\n", t, t.runs)
	start, crash := time.Now(), binary+".crash"
	// Minimizing is limited by executions as well: with Go 1.26 a target may fail when its time ends, see
	// https://go.dev/issue/75804.
	c := exec.Command(binary, "-test.run=^$", "-test.fuzz=^"+t.name+"$", "-test.fuzztime="+t.runs, "-test.fuzzminimizetime="+budget.Minimizing, "-test.fuzzcachedir="+cache, "-test.parallel="+strconv.Itoa(o.parallel))
	c.Dir, c.Env = t.dir, append(os.Environ(), budget.CrashOutput+"="+crash)
	out, w := io.Pipe()
	c.Stdout, c.Stderr = w, w
	go func() { w.CloseWithError(c.Run()) }()
	t.err = t.read(out)
	t.took = time.Since(start)
	if text, err := os.ReadFile(crash); err == nil && len(text) > 0 {
		fmt.Printf("%.20000s\n", text)
	}
	os.Remove(crash)
}

// read counts the executions of a target from its output, and shows the other lines. It returns the reader's error.
func (t *target) read(out io.Reader) error {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		if m := progress.FindStringSubmatch(lines.Text()); m != nil {
			t.executions, _ = strconv.Atoi(m[1])
			t.interesting, _ = strconv.Atoi(m[2])
			continue
		}
		if line := lines.Text(); !strings.HasPrefix(line, "fuzz: elapsed") && line != "PASS" {
			fmt.Println(line)
		}
	}
	return lines.Err()
}

// report prints the table. Its error says how many targets failed.
func report(w io.Writer, targets []*target) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "executions\tper second\tcorpus\tseconds\t  target\n")
	executions, failed := 0, 0
	for _, t := range targets {
		result := ""
		switch {
		case t.err != nil:
			failed++
			result = " FAILED"
		case t.executions == 0:
			result = " ran its seeds alone: they are more than its runs"
		}
		executions += t.executions
		fmt.Fprintf(table, "%d\t%.0f\t%d\t%.0f\t  %s%s\n", t.executions, float64(t.executions)/max(t.took.Seconds(), 1e-3), t.interesting, t.took.Seconds(), t, result)
	}
	fmt.Fprintf(table, "%d\t\t\t\t  %d targets\n", executions, len(targets))
	table.Flush()
	if failed > 0 {
		return fmt.Errorf("%d of %d targets failed; a run of go test repeats what they found, from testdata/fuzz", failed, len(targets))
	}
	return nil
}
