// Benchpage measures pages in Chromium: how many bytes they have, how long they take to be written and to show their first frame,
// how long a step of zoom or search takes, and how much memory they use. It prints a table:
//
//	go run ./internal/benchpage [-profile FILE]
//
// One page is the report of a profile, by default of a generated one of about 4 MB; others are flame graphs of its stacks and of
// generated ones with millions of frames, which are zoomed from the root and from the leaves, and searched around a method as well.
// Beside them are SVGs, which leave out narrow frames, and speedscope with the same stacks, which npm, if it is on PATH, fetches
// into a temporary directory. Times are medians over several loads; in each load the slowest step counts. A page that shows no
// profile within a minute does not open. Sizes of the inputs, the machine and its load are below the table; standard error has a
// line for each page when its measurement begins.
//
// Memory is the peak memory of the process that shows the page. It is known only on Linux.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A config holds the values of the flags.
type config struct {
	profile    string // a file; "": a generated one
	stacks     []int  // numbers of stacks of generated flame graphs
	loads      int    // loads of each page
	speedscope bool   // speedscope is measured as well
}

func main() {
	c := config{stacks: []int{50_000, 200_000}}
	flag.StringVar(&c.profile, "profile", "", "make the report of this `file`")
	flag.Func("stacks", "draw flame graphs of so many generated `stacks`, comma-separated; default: 50000,200000", func(s string) error {
		c.stacks = nil
		for of := range strings.SplitSeq(s, ",") {
			n, err := strconv.Atoi(of)
			if err != nil {
				return err
			}
			c.stacks = append(c.stacks, n)
		}
		return nil
	})
	flag.IntVar(&c.loads, "loads", 5, "load each page so many `times`")
	flag.BoolVar(&c.speedscope, "speedscope", true, "measure speedscope, too")
	flag.Parse()
	if flag.NArg() > 0 || c.loads < 1 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, c, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintf(os.Stderr, "benchpage: %v\n", err)
		os.Exit(1)
	}
}

// run writes the table to out, and reports on progress which page it is measuring.
func run(ctx context.Context, c config, out, progress io.Writer) error {
	dir, err := os.MkdirTemp("", "benchpage-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := bench{config: c, dir: dir, program: filepath.Join(dir, "iprof-viz"), progress: progress}
	build := exec.CommandContext(ctx, "go", "build", "-o", b.program, "github.com/iprof-viz/iprof-viz/cmd/iprof-viz")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	if c.speedscope {
		if b.scope, err = fetchSpeedscope(ctx, dir); err != nil {
			fmt.Fprintf(os.Stderr, "benchpage: no speedscope: %v\n", err)
		}
	}
	if err := b.measureProfile(ctx); err != nil {
		return err
	}
	for _, n := range c.stacks {
		if err := b.measureStacks(ctx, n); err != nil {
			return err
		}
	}
	return printTable(out, b.rows, b.notes)
}

// A bench holds the measurements so far, and what is needed for more.
type bench struct {
	config
	dir      string // of all files
	program  string
	scope    *speedscope // nil: not measured
	progress io.Writer
	rows     []row
	notes    []string
}

// measureProfile measures the pages of a profile.
func (b *bench) measureProfile(ctx context.Context) error {
	if b.profile == "" {
		b.profile = filepath.Join(b.dir, "app.iprof")
		if err := writeTo(b.profile, generateProfile); err != nil {
			return err
		}
	}
	size, err := sizeOf(b.profile)
	if err != nil {
		return err
	}
	b.notes = append(b.notes, fmt.Sprintf("profile: %s bytes", words.Thousands(size)))
	folded := filepath.Join(b.dir, "app.folded")
	if _, err := b.viz(ctx, "folded", "-q", "-o", folded, b.profile); err != nil {
		return err
	}
	return errors.Join(
		b.page(ctx, "report", "report", b.profile, "html", reportViewer),
		b.page(ctx, "flame.html", "flame", b.profile, "html", flameViewer),
		b.page(ctx, "flame.svg", "flame", b.profile, "svg", svgViewer),
		b.beside(ctx, "speedscope", folded),
	)
}

// measureStacks measures flame graphs of a number of generated stacks.
func (b *bench) measureStacks(ctx context.Context, n int) error {
	file := filepath.Join(b.dir, fmt.Sprintf("%d.folded", n))
	var frames int
	if err := writeTo(file, func(w io.Writer) (err error) {
		frames, err = generateStacks(w, n)
		return err
	}); err != nil {
		return err
	}
	size, err := sizeOf(file)
	if err != nil {
		return err
	}
	b.notes = append(b.notes, fmt.Sprintf("%s frames: %s stacks, %s bytes as folded text", words.Thousands(int64(frames)), words.Thousands(int64(n)), words.Thousands(size)))
	of := fmt.Sprintf(", %s frames", words.Thousands(int64(frames)))
	return errors.Join(
		b.page(ctx, "flame.html"+of, "flame", file, "html", flameViewer),
		b.page(ctx, "flame.svg"+of, "flame", file, "svg", svgViewer),
		b.beside(ctx, "speedscope"+of, file),
	)
}

// viz runs the program and returns how long that took.
func (b *bench) viz(ctx context.Context, args ...string) (time.Duration, error) {
	cmd := exec.CommandContext(ctx, b.program, args...)
	var errs strings.Builder
	cmd.Stderr = &errs
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, errs.String())
	}
	return time.Since(start), nil
}

// page measures the page that a command makes from an input.
func (b *bench) page(ctx context.Context, name, command, input, ext string, v viewer) error {
	file := filepath.Join(b.dir, fmt.Sprintf("%s-%d.%s", command, len(b.rows), ext))
	took, err := b.viz(ctx, command, "-q", "--max-input", "4GiB", "-o", file, input)
	if err != nil {
		return err
	}
	fmt.Fprintf(b.progress, "%s: written in %s, %d loads\n", name, took.Round(time.Millisecond), b.loads)
	r, err := v.measure(ctx, b.loads, name, file, file)
	r.written = took
	b.rows = append(b.rows, r)
	return err
}

// beside measures speedscope with folded stacks, if it is available.
func (b *bench) beside(ctx context.Context, name, folded string) error {
	if b.scope == nil {
		return nil
	}
	file, err := b.scope.pageOf(folded)
	if err != nil {
		return err
	}
	loads := min(b.loads, 3)
	fmt.Fprintf(b.progress, "%s: %d loads\n", name, loads)
	r, err := speedscopeViewer.measure(ctx, loads, name, file, folded)
	if err != nil && ctx.Err() == nil {
		r.failed, err = "does not open", nil
	}
	b.rows = append(b.rows, r)
	return err
}

func sizeOf(file string) (int64, error) {
	info, err := os.Stat(file)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// printTable writes the numbers as a Markdown table.
func printTable(w io.Writer, rows []row, notes []string) error {
	var b strings.Builder
	b.WriteString("| page | bytes | written | first frame | slowest zoom | slowest search | slowest view | memory |\n|---|---:|---:|---:|---:|---:|---:|---:|\n")
	ms := func(d time.Duration) string {
		if d == 0 {
			return ""
		}
		return words.Thousands(d.Milliseconds()) + " ms"
	}
	for _, r := range rows {
		if r.failed != "" {
			fmt.Fprintf(&b, "| %s | %s | | | | | | |\n", r.name, r.failed)
			continue
		}
		memory := ""
		if r.memory > 0 {
			memory = words.Thousands(r.memory/1_000_000) + " MB"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", r.name, words.Thousands(r.bytes), ms(r.written), ms(r.first), ms(r.zoom), ms(r.search), ms(r.view), memory)
	}
	loads, _ := os.ReadFile("/proc/loadavg")
	load, _, _ := strings.Cut(string(loads), " ")
	notes = append(slices.Clone(notes), fmt.Sprintf("machine: %s/%s, %d processors%s, load %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), processor(), load))
	fmt.Fprintf(&b, "\n%s\n", strings.Join(notes, "\n"))
	_, err := io.WriteString(w, b.String())
	return err
}

// processor returns the kind of processor, such as ", AMD EPYC 9R14"; "" if unknown.
func processor() string {
	data, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(data)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return ", " + strings.TrimSpace(value)
		}
	}
	return ""
}
