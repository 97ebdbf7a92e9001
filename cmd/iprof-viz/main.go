package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/version"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is the whole program. It returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) { // as nohup leaves it
			signal.Notify(signals, s)
		}
	}
	// No signal.Stop, which takes time: the process ends with run.

	e := cli.NewEnv(stdin, stdout, stderr)
	done := make(chan int, 1)
	go func() {
		defer func() {
			if defect := recover(); defect != nil {
				e.Cleanup.Run()
				done <- e.Console.Report(cli.DefectFailure(defect))
			}
		}()
		done <- execute(e, args)
	}()
	var exhausted <-chan error // never receives
	if !asksVersion(args) {    // it takes no memory, and files of the system say how much there is
		exhausted = e.Memory.Exhausted()
	}
	for {
		select {
		case status := <-done:
			return status
		case err := <-exhausted:
			e.Cleanup.Run()
			return e.Console.Report(err)
		case s := <-signals:
			if e.Ending.Begin() {
				continue
			}
			e.Cleanup.Run()
			if n, ok := s.(syscall.Signal); ok {
				return 128 + int(n)
			}
			return 130
		}
	}
}

// asksVersion reports whether the version is all that is wanted: scripts ask often, and to make all commands takes a fifth of the time.
func asksVersion(args []string) bool { return slices.Equal(args, []string{"--version"}) }

// execute runs the command named in args and reports its error.
func execute(e *cli.Env, args []string) int {
	var text bytes.Buffer // written by cobra, which ignores write errors
	err := error(nil)
	if asksVersion(args) {
		fmt.Fprintf(&text, "iprof-viz %s\n", version.OfProgram())
	} else {
		root := newRoot(e, &text)
		root.SetArgs(args)
		root.SetFlagErrorFunc(cli.FlagErrorIn(args))
		cli.RegisterCompletions(root, args)
		if err = cli.FlagAsValue(root, args); err == nil {
			err = root.Execute()
		}
	}
	if err == nil {
		err = cli.Finish(cli.StdoutName, e.Out.Stdout, func(w io.Writer) error { _, err := text.WriteTo(w); return err })
	}
	e.Console.Progress.Stop()
	if err == nil {
		return cli.StatusOK
	}
	return e.Console.Report(err)
}
