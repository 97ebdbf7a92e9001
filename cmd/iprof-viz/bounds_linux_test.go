package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// A bound is a command's.
type bound struct {
	memory int64         // KiB, at the peak
	time   time.Duration // of the processors: the clock runs on while others have them
}

// ofSmall is the bound of every command on any file of ../shared/edge. On a quiet machine most take less than a sixth of the time, and
// report --base of 300,000 methods a fifth; where others use the processors too, and a page of memory costs the system much, it was up
// to a third.
var ofSmall = bound{512 << 10, 30 * time.Second}

// times returns the bound of larger files.
func (b bound) times(n float64) bound {
	return bound{int64(n * float64(b.memory)), time.Duration(n * float64(b.time))}
}

// boundedCommands are the commands to run, at least one for each command of the program. FILE is the profile, KEY a key file to
// write, OLDKEY one with names, LIST a list of methods, BASE a profile to compare with: of x_a.iprof.gz that is x_b.iprof.gz, otherwise the
// same one.
var boundedCommands = []string{
	"info FILE", "info --format json FILE",
	"top FILE", "top --format json FILE", "top --format csv --names signature FILE", "top --by site --format markdown FILE",
	"peek . FILE", "peek . -n 0 --format json FILE",
	"calls FILE", "calls --format json FILE", "branches --format json FILE", "receivers --format json FILE", "instanceof --format json FILE", "monitors --format json FILE",
	"list . FILE", "list . -n 0 --format json FILE", "list . --format html FILE",
	"inline FILE", "inline . --into . FILE", "inline -n 0 --format json FILE", "inline --format html FILE",
	"flame FILE", "flame --names signature FILE", "flame --reverse FILE", "flame --base BASE FILE", "flame --format html FILE",
	"report --base BASE FILE", "report --classpath ../../testdata/wordcount.jar FILE",
	"folded FILE", "folded --names signature FILE",
	"graph --format dot FILE", "graph --format csv FILE", "graph --format json FILE", "graph --units --format dot FILE",
	"graph --format dot --base BASE FILE", "graph --format json --base BASE FILE",
	"pprof FILE", "pprof -m all FILE", "callgrind FILE", "callgrind -m all --complete=false FILE", "speedscope FILE", "speedscope -m all FILE",
	"lcov --classpath ../../testdata/wordcount.jar FILE", "folded --lines --classpath ../../testdata/wordcount.jar FILE",
	"diff BASE FILE", "diff --format json BASE FILE", "variance --format json BASE FILE",
	"merge BASE FILE", "strip --unused FILE", "strip --anonymize KEY FILE", "strip --reveal OLDKEY FILE",
	"check FILE", "check --format json FILE", "check --against LIST FILE",
	"check --classpath ../../classfile/testdata/greeter.jar FILE", "check --format json --production FILE FILE",
}

// longCommands have no row or node limit; run them only on the stress files, as other inputs are short.
var longCommands = []string{
	"top -n 0 --names signature FILE", "COLUMNS=80 top --by site -n 0 FILE", "peek . -n 0 FILE", "list . -n 0 FILE",
	"inline -n 0 --names signature FILE", "inline -n 0 --format html FILE", "list . -n 0 --format html FILE", "graph --nodes 0 --node-fraction 0 --format dot FILE",
}

// Small inputs cannot consume gigabytes or minutes: every command ends within these bounds, with a result or with one line that
// says why there is none.
func TestBounds(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/edge/*iprof*")
	costly, _ := filepath.Glob("../../../shared/edge/resource/*")
	costly = slices.DeleteFunc(costly, func(file string) bool {
		of := strings.Replace(file, "_b.", "_a.", 1)
		return strings.HasSuffix(file, ".md") || of != file && baseOf(of) == file
	})
	if len(costly) == 0 {
		t.Skip("no ../shared/edge")
	}
	testtier.Long(t, "every command on every odd file, and a third of the forms of each on those that were made to cost much")
	program := filepath.Join(build(t, thisProgram), "iprof-viz")
	for _, c := range newRoot(cli.NewEnv(nil, io.Discard, io.Discard), io.Discard).Commands() {
		isOf := func(line string) bool { return strings.HasPrefix(line, c.Name()+" ") }
		if c.Name() != "help" && c.Name() != "completion" && c.Name() != "serve" && !slices.ContainsFunc(boundedCommands, isOf) {
			t.Errorf("%s is not run", c.Name())
		}
	}
	commands := slices.Concat(boundedCommands, longCommands)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			for _, command := range unlessRefused(boundedCommands, checkBoundsHere(t, "info FILE", file, ofSmall)) {
				checkBoundsHere(t, command, file, ofSmall)
			}
		})
	}
	debug.FreeOSMemory() // see makingInput
	for n, file := range costly {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			most, whole := ofSmall, file
			if base := filepath.Base(file); cutFiles[base] != nil {
				for _, command := range cutFiles[base] {
					checkBounds(t, program, command, whole, ofSmall)
				}
				file, most = everyFifth(t, whole), ofSmall.times(0.4) // a fifth, and the program
				most.memory = ofSmall.memory * 3 / 4                  // garbage may pile up to that with any small input, see package cli
			}
			for _, command := range unlessRefused(commandsOf(commands, n), checkBounds(t, program, "info FILE", file, most)) {
				checkBounds(t, program, command, file, most)
			}
		})
	}
}

// unlessRefused returns the commands to run on a file. If info is refused, so are all others by the same reader: then these are one of
// each name, and on what a limit refuses, after much work, those that read it in another way.
func unlessRefused(commands []string, status int) (of []string) {
	switch status {
	case cli.StatusInput:
		return firstOfName(commands)
	case cli.StatusLimit:
		return []string{"report --base BASE FILE", "merge BASE FILE", "strip --unused FILE", "check FILE", "top FILE"}
	}
	return commands
}

// firstOfName returns the first command of each name.
func firstOfName(commands []string) (of []string) {
	seen := map[string]bool{}
	for _, command := range commands {
		name, _, _ := strings.Cut(command, " ")
		if !seen[name] {
			of = append(of, command)
		}
		seen[name] = true
	}
	return of
}

// cutFiles are costly files of so many records that each command takes a second or more, and the commands that they were made for, which
// read all of them. The others read a fifth of the records. [TestBoundsOfLargeProfiles] has more records.
var cutFiles = map[string][]string{
	"m20000over.iprof.gz":     {"report --base BASE FILE", "check FILE", "list . -n 0 --format json FILE"},
	"hashflood-300k.iprof.gz": {"folded FILE", "flame FILE", "flame --base BASE FILE", "graph --format dot --base BASE FILE", "report --base BASE FILE"},
}

// everyFifth writes a profile with every fifth record of one that has but contexts, and returns its path.
func everyFifth(t *testing.T, file string) string {
	t.Helper()
	const between = `},{"ctx":`
	cut := filepath.Join(t.TempDir(), filepath.Base(file))
	makeInput(func() {
		all := strings.Split(string(readPlain(t, file)), between)
		var kept []string
		for i, record := range all {
			if i%5 == 0 || i == len(all)-1 {
				kept = append(kept, record)
			}
		}
		if err := os.WriteFile(cut, gzipOf([]byte(strings.Join(kept, between))), 0o666); err != nil {
			t.Fatal(err)
		}
	})
	return cut
}

// commandsOf returns the commands for the nth costly file: the first of each name, which makes the model of that name, and every third
// one of those that show it in another form. So every command runs on a third of the files, and its model is made of each.
func commandsOf(commands []string, n int) (of []string) {
	first, others := firstOfName(commands), n
	for _, command := range commands {
		if slices.Contains(first, command) || alwaysBounded[command] {
			of = append(of, command)
		} else if others++; others%3 == 0 {
			of = append(of, command)
		}
	}
	return of
}

// alwaysBounded are commands that have more of a model than the first one of their name, or another.
var alwaysBounded = map[string]bool{
	"peek . -n 0 --format json FILE": true, "list . -n 0 --format json FILE": true, "inline . --into . FILE": true, "flame --base BASE FILE": true,
	"graph --units --format dot FILE": true, "graph --format json --base BASE FILE": true, "strip --anonymize KEY FILE": true, "check --against LIST FILE": true,
}

// Every command runs on one of three costly files, and the first of each name and those that have more on all.
func TestCommandsOfCostlyFiles(t *testing.T) {
	commands := slices.Concat(boundedCommands, longCommands)
	all := [][]string{commandsOf(commands, 0), commandsOf(commands, 1), commandsOf(commands, 2)}
	runs := 0
	for _, of := range all {
		runs += len(of)
	}
	for _, command := range commands {
		name, _, _ := strings.Cut(command, " ")
		isOf := func(line string) bool { return strings.HasPrefix(line, name+" ") }
		for _, of := range all {
			if !slices.ContainsFunc(of, isOf) || alwaysBounded[command] && !slices.Contains(of, command) {
				t.Errorf("%s runs on some files only", command)
			}
		}
		if !slices.ContainsFunc(all, func(of []string) bool { return slices.Contains(of, command) }) {
			t.Errorf("%s runs on no file", command)
		}
	}
	if always := len(firstOfName(commands)) + len(alwaysBounded); runs > 3*always+len(commands)-always+3 {
		t.Errorf("%d of %d commands", runs, len(commands))
	}
}

// Each command does its work on a valid file that has its records: a misspelled one would be refused on any file, at no cost. One that
// answers no, as check does, and strip --reveal of a profile without pseudonyms, has done it, too.
func TestBoundedCommandsWork(t *testing.T) {
	commands := slices.Concat(boundedCommands, longCommands)
	for _, p := range largeProfiles {
		commands = append(commands, p.commands...)
	}
	for _, command := range commands {
		var refusals string
		for _, file := range []string{"../../testdata/wordcount.iprof", "../../testdata/shop.iprof"} {
			args := argsOf(t, command, file)
			for strings.Contains(args[0], "=") {
				args = args[1:]
			}
			status, _, stderr, _ := runHere(args)
			if status == cli.StatusOK || status == cli.StatusCheck {
				refusals = ""
				break
			}
			refusals += fmt.Sprintf("\nstatus %d with\n%s", status, stderr)
		}
		if refusals != "" {
			t.Errorf("%s: %s", command, refusals)
		}
	}
}

// A part of a costly file is a profile like it.
func TestEveryFifth(t *testing.T) {
	file := filepath.Join(t.TempDir(), "whole.iprof.gz")
	if err := os.WriteFile(file, gzipOf(testprofile.Roots("samplingProfiles", 101)), 0o666); err != nil {
		t.Fatal(err)
	}
	_, stdout, stderr, _ := runHere([]string{"top", "-q", "-n", "0", "--format", "csv", everyFifth(t, file)})
	if rows := strings.Count(stdout, "\n"); rows != 1+21 {
		t.Errorf("%d rows, %s", rows, stderr)
	}
}

// largeProfiles are texts that make many objects of few bytes.
var largeProfiles = []struct {
	name     string
	text     func() []byte
	commands []string
}{
	{"roots", func() []byte { return testprofile.Roots("callCountProfiles", 250_000) }, []string{
		"peek . -n 0 --format json FILE", "graph --format json --base FILE FILE", "diff --format json -n 0 --exact FILE FILE",
	}},
	{"sampled roots", func() []byte { return testprofile.Roots("samplingProfiles", 250_000) }, []string{
		"graph --format json --base FILE FILE", "diff FILE FILE",
	}},
	{"one chain", func() []byte { return testprofile.Chains("callCountProfiles", 1, 250_000) }, []string{
		"inline . FILE", "inline -n 0 --format json FILE", "inline . --into . FILE", "flame FILE", "graph --format json FILE", "flame --reverse FILE",
	}},
	{"a chain of methods", func() []byte { return testprofile.Chain("callCountProfiles", 50_000) }, []string{
		"calls -n 0 --format json FILE", "inline -n 0 . --into . FILE", "peek . -n 0 --format json FILE", "flame --reverse FILE",
		"flame --reverse --base FILE FILE", "report FILE",
	}},
	{"a method with many calls and contexts", func() []byte { return testprofile.Fan(40_000, 60_000) }, []string{
		"calls -n 0 --format json FILE", "inline -n 0 . --into . FILE", "peek . -n 0 --format json FILE", "report FILE",
	}},
	{"chains", func() []byte { return testprofile.Chains("samplingProfiles", 10, 250_000) }, []string{"flame FILE", "top FILE"}},
}

// Large profiles take at most 16 times their size, those below 32 MiB at most 512 MiB.
func TestBoundsOfLargeProfiles(t *testing.T) {
	testtier.Long(t, "commands on profiles of a quarter of a million methods or frames")
	program := filepath.Join(build(t, thisProgram), "iprof-viz")
	for _, p := range largeProfiles {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			file, most := filepath.Join(t.TempDir(), "large.iprof"), ofSmall
			makeInput(func() {
				text := p.text()
				if err := os.WriteFile(file, text, 0o666); err != nil {
					t.Fatal(err)
				}
				most = ofSmall.times(max(1, 16*float64(len(text))/float64(ofSmall.memory<<10)))
			})
			for _, command := range p.commands {
				checkBounds(t, program, command, file, most)
			}
		})
	}
}

// checkBoundsHere runs a command on a file in this process, where nothing else must run: thousands of starts would take longer than
// all that is measured. The bound is of all memory that is allocated, at the peak or not.
func checkBoundsHere(t *testing.T, command, file string, most bound) int {
	t.Helper()
	defer budget.Budget{Memory: most.memory << 10, Time: most.time}.Start(t, 0)()
	status, _, stderr, _ := runHere(argsOf(t, command, file))
	checkStatus(t, command, status, stderr)
	return status
}

// baseOf returns the profile to compare a profile with.
func baseOf(file string) string {
	if base := strings.Replace(file, "_a.", "_b.", 1); base != file {
		if _, err := os.Stat(base); err == nil {
			return base
		}
	}
	return file
}

// argsOf returns the words of a command on a file.
func argsOf(t *testing.T, command, file string) []string {
	args := strings.Fields(command)
	for i, arg := range args {
		switch arg {
		case "FILE":
			args[i] = file
		case "BASE":
			args[i] = baseOf(file)
		case "KEY":
			args[i] = filepath.Join(t.TempDir(), "key")
		case "OLDKEY":
			args[i] = filepath.Join(t.TempDir(), "key")
			if status, _, stderr, _ := runHere([]string{"strip", "--anonymize", args[i], "../../testdata/wordcount.iprof"}); status != cli.StatusOK {
				t.Fatal(stderr)
			}
		case "LIST":
			args[i] = writeInput(t, "words.WordCount.main\n")
		}
	}
	return args
}

// writeInput writes a file beside the profile, and returns its path.
func writeInput(t *testing.T, text string) string {
	file := filepath.Join(t.TempDir(), "input")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// checkBounds runs a command on a file and returns its status. Variables of the environment may come first.
func checkBounds(t *testing.T, program, command, file string, most bound) int {
	t.Helper()
	args, environment := argsOf(t, command, file), os.Environ()
	for strings.Contains(args[0], "=") {
		args, environment = args[1:], append(environment, args[0])
	}
	// These limits, of the address space and of time, only protect the machine of who breaks a bound.
	limits := fmt.Sprintf(`ulimit -v 16777216; ulimit -t %d; exec "$@"`, int(10*most.time.Seconds()))
	c := exec.Command("sh", append([]string{"-c", limits, "sh", program}, args...)...)
	c.Env = environment
	var stderr bytes.Buffer
	c.Stderr = &stderr
	err := runMeasured(c)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	state := c.ProcessState
	took, memory := state.UserTime()+state.SystemTime(), state.SysUsage().(*syscall.Rusage).Maxrss
	cost := fmt.Sprintf("%s: %d MiB and %v, status %d", command, memory>>10, took.Round(10*time.Millisecond), state.ExitCode())
	switch {
	case memory > most.memory || took > most.time:
		t.Errorf("%s, want at most %d MiB and %v", cost, most.memory>>10, most.time)
	case memory > most.memory/2 || took > most.time/6:
		t.Log(cost)
	}
	checkStatus(t, command, state.ExitCode(), stderr.String())
	return state.ExitCode()
}

// makingInput is held for writing while an input is made, and for reading while a process begins: with the peak of the one that starts it.
var makingInput sync.RWMutex

// makeInput calls a function that makes a large input and keeps nothing of it.
func makeInput(write func()) {
	makingInput.Lock()
	defer makingInput.Unlock()
	write()
	debug.FreeOSMemory()
}

// runMeasured runs a command whose peak of memory will be looked at: https://man7.org/linux/man-pages/man5/proc_pid_clear_refs.5.html.
func runMeasured(c *exec.Cmd) error {
	makingInput.RLock()
	os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
	err := c.Start()
	makingInput.RUnlock()
	if err != nil {
		return err
	}
	return c.Wait()
}

// checkStatus fails if a command has neither a result nor one message that says why there is none.
func checkStatus(t *testing.T, command string, status int, stderr string) {
	t.Helper()
	switch status {
	case cli.StatusOK, cli.StatusCheck:
	case cli.StatusInput, cli.StatusLimit: // check says on standard output why
		if strings.HasPrefix(command, "check ") && stderr == "" {
			break
		}
		if line, hint, _ := strings.Cut(lastMessage(stderr), "\n"); !strings.HasPrefix(line, "iprof-viz: ") || hint != "" && !strings.HasPrefix(hint, "hint: ") {
			t.Errorf("%s: status %d with\n%s", command, status, stderr)
		}
	default:
		t.Errorf("%s: status %d with\n%.2000s", command, status, stderr)
	}
}

// lastMessage returns the last message of the program, with its hint.
func lastMessage(stderr string) string {
	stderr = strings.TrimSuffix(stderr, "\n")
	if i := strings.LastIndex(stderr, "\niprof-viz: "); i >= 0 {
		return stderr[i+1:]
	}
	return stderr
}
