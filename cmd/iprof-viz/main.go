package main

import (
	"bytes"
	"io"
	"os"
	"os/signal"
	"syscall"
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
	// No signal.Stop, which takes its time: the process ends with run.

	e := newEnv(stdin, stdout, stderr)
	done := make(chan int, 1)
	go func() {
		defer func() {
			if defect := recover(); defect != nil {
				e.cleanup.run()
				done <- e.console.report(defectFailure(defect))
			}
		}()
		done <- execute(e, args)
	}()
	exhausted := e.memory.exhausted()
	for {
		select {
		case status := <-done:
			return status
		case err := <-exhausted:
			e.cleanup.run()
			return e.console.report(err)
		case s := <-signals:
			if e.ending.begin() {
				continue
			}
			e.cleanup.run()
			if n, ok := s.(syscall.Signal); ok {
				return 128 + int(n)
			}
			return 130
		}
	}
}

// execute runs the command that args name and reports its error.
func execute(e *env, args []string) int {
	var text bytes.Buffer // written by cobra, which does not look at errors
	root := newRoot(e, &text)
	root.SetArgs(args)
	err := root.Execute()
	if err == nil {
		err = finish(stdoutName, e.out.stdout, func(w io.Writer) error { _, err := text.WriteTo(w); return err })
	}
	e.console.progress.stop()
	if err == nil {
		return statusOK
	}
	return e.console.report(err)
}
