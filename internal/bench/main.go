// Bench measures iprof-viz against the simplest programs with the same result, as whole processes:
//
//	go run ./internal/bench -profile FILE [-profile FILE…]
//
// It builds all of them, runs each once to warm the caches, and then alternates, A B A B …, so that other load on the machine
// affects both. For user and system CPU time, elapsed time and peak memory it prints the median and the range, and the median and
// the range of the ratios of adjacent runs: above 1, iprof-viz takes less.
//
// The baselines are the programs beside this one and, with -with, python3 and jq if they are on PATH. They read plain profiles of
// the dialects since 0.4.0. Bring your own profiles: real ones are tens of megabytes.
//
// Peak memory is known on Unix only. A process starts with the memory of this one, some 10 MB, so smaller peaks do not show.
package main

import (
	"bytes"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const module = "github.com/iprof-viz/iprof-viz"

//go:embed folded.py
var foldedPython string

//go:embed folded.jq
var foldedJQ string

type config struct {
	profiles []string
	commands string
	with     string
	metric   string
	runs     int
}

func main() {
	var c config
	flag.Func("profile", "measure on this `file`; may be repeated", func(s string) error {
		c.profiles = append(c.profiles, s)
		return nil
	})
	flag.StringVar(&c.commands, "commands", "folded,pprof", "measure these `commands`")
	flag.StringVar(&c.with, "with", "plain", "against these `programs`: plain, python3, jq")
	flag.StringVar(&c.metric, "metric", "", "count samples or calls; default: samples if present, otherwise calls")
	flag.IntVar(&c.runs, "runs", 5, "run each so many `times`")
	flag.Parse()
	if len(c.profiles) == 0 || flag.NArg() > 0 || c.runs < 1 {
		fmt.Fprintln(os.Stderr, "usage: bench -profile FILE [flags]")
		flag.PrintDefaults()
		os.Exit(2)
	}
	if err := run(os.Stdout, c); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, c config) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	build := exec.Command("go", "build", "-o", dir+string(filepath.Separator),
		module+"/cmd/iprof-viz", module+"/internal/bench/plainfolded", module+"/internal/bench/plainpprof")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as in make build
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("go build: %w", err)
	}
	for _, profile := range c.profiles {
		info, err := os.Stat(profile)
		if err != nil {
			return err
		}
		for command := range strings.SplitSeq(c.commands, ",") {
			ours := program{"iprof-viz " + command, []string{filepath.Join(dir, "iprof-viz"), command, "-q", profile}}
			if c.metric != "" {
				ours.args = slices.Insert(ours.args, 3, "-m", c.metric)
			}
			for with := range strings.SplitSeq(c.with, ",") {
				theirs, err := baseline(dir, with, command, profile, c.metric)
				if err != nil {
					fmt.Fprintf(w, "%s, %s: %v\n\n", filepath.Base(profile), command, err)
					continue
				}
				fmt.Fprintf(w, "%s, %.1f MB, %s, %d runs each\n", filepath.Base(profile), float64(info.Size())/1e6, command, c.runs)
				if err := compare(w, ours, theirs, c.runs); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// A program is a command line, with a name to print.
type program struct {
	name string
	args []string
}

// baseline returns the program that does the work of a command in another way.
func baseline(dir, with, command, profile, metric string) (program, error) {
	switch {
	case with == "plain" && (command == "folded" || command == "pprof"):
		p := program{"plain" + command, []string{filepath.Join(dir, "plain"+command), profile}}
		if metric != "" {
			p.args = append(p.args, metric)
		}
		return p, nil
	case with == "python3" && command == "folded":
		path, err := exec.LookPath(with)
		return program{with, []string{path, "-c", foldedPython, profile, metric}}, err
	case with == "jq" && command == "folded":
		path, err := exec.LookPath(with)
		return program{with, []string{path, "-r", "--arg", "metric", metric, foldedJQ, profile}}, err
	}
	return program{}, fmt.Errorf("there is no program %q for %s", with, command)
}

// A cost is the cost of one run.
type cost struct {
	cpu, wall time.Duration
	peak      int64 // bytes; 0: unknown
}

func (p program) measure(out io.Writer) (cost, error) {
	var stderr bytes.Buffer
	cmd := exec.Command(p.args[0], p.args[1:]...)
	cmd.Stdout, cmd.Stderr = out, &stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return cost{}, fmt.Errorf("%s: %w\n%s", p.name, err, &stderr)
	}
	s := cmd.ProcessState
	return cost{s.UserTime() + s.SystemTime(), time.Since(start), peak(s)}, nil
}

func compare(w io.Writer, ours, theirs program, runs int) error {
	devNull, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer devNull.Close()
	var a, b []cost
	for i := range runs + 1 {
		x, errX := ours.measure(devNull)
		y, errY := theirs.measure(devNull)
		if err := errors.Join(errX, errY); err != nil {
			return err
		}
		if i > 0 { // the first warms the caches
			a, b = append(a, x), append(b, y)
		}
	}
	columns := []struct {
		title string
		of    func(cost) float64
	}{
		{"CPU s", func(c cost) float64 { return c.cpu.Seconds() }},
		{"elapsed s", func(c cost) float64 { return c.wall.Seconds() }},
		{"peak MB", func(c cost) float64 { return float64(c.peak) / 1e6 }},
	}
	rows := []string{"", ours.name, theirs.name, "ratio"}
	for i := range rows {
		rows[i] = fmt.Sprintf("  %-17s", rows[i])
	}
	for _, c := range columns {
		var x, y, ratio []float64
		for i := range a {
			x, y = append(x, c.of(a[i])), append(y, c.of(b[i]))
			ratio = append(ratio, y[i]/x[i])
		}
		for i, cell := range []string{c.title, summary(x), summary(y), summary(ratio)} {
			rows[i] += fmt.Sprintf("  %-22s", cell)
		}
	}
	for _, row := range rows {
		fmt.Fprintln(w, strings.TrimRight(row, " "))
	}
	fmt.Fprintln(w)
	return nil
}

// summary returns the median, and the range in parentheses.
func summary(v []float64) string {
	slices.Sort(v)
	n := len(v)
	median := (v[(n-1)/2] + v[n/2]) / 2
	digits := 2
	switch most := v[n-1]; {
	case most >= 100:
		digits = 0
	case most < 1:
		digits = 3
	}
	return fmt.Sprintf("%.*f (%.*f to %.*f)", digits, median, digits, v[0], digits, v[n-1])
}
