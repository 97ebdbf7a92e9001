package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// multiplyingLogs are logs of a compiler whose calls are all in one place, or one below the other. %d is the number of the call.
var multiplyingLogs = []struct {
	name  string
	calls int
	call  string // of main; "": units
}{
	{"calls of one place", 150_000, `{"methodName":"a.B.m%d()","callsiteBci":20,"alive":true}`},
	{"copies of one call", 100_000, `{"methodName":"words.WordCount.addLine(String)","callsiteBci":20,"alive":true,"reason":["%d"]}`},
	{"virtual calls of one place", 120_000, `{"methodName":"a.B.m%d()","callsiteBci":20,"alive":true,"indirect":true}`},
	{"inlined copies of one call", 100_000, `{"methodName":"words.WordCount.addLine(String)","callsiteBci":20,"inlined":true,"reason":["%d"]}`},
	{"units", 150_000, ""},
}

// logCommands are commands with a log, LOG, and class files.
var logCommands = []string{
	"calls --missed", "check", "inline", "inline -n 0 --format json", "inline --into .", "flame -m calls", "graph --units --format dot", "report",
	"diff --base-optlog LOG FILE",
}

// A log with many calls in one place takes no more than any other. Commands are divided among logs as among kinds of inputs.
func TestBoundsOfLogs(t *testing.T) {
	testtier.Long(t, "commands on logs that multiply")
	program := filepath.Join(build(t, thisProgram), "iprof-viz")
	some := everyThird()
	for _, k := range multiplyingLogs {
		commands := some(logCommands)
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			log := filepath.Join(t.TempDir(), "log")
			makeInput(func() {
				if err := os.WriteFile(log, []byte(logOf(k.call, k.calls)), 0o666); err != nil {
					t.Fatal(err)
				}
			})
			for _, command := range commands {
				command = strings.ReplaceAll(command, "LOG", log) + " --optlog " + log + " --classpath ../../testdata/wordcount.jar FILE"
				checkBounds(t, program, command, "../../testdata/wordcount.iprof", ofKind)
			}
		})
	}
}

// logOf returns a log with so many calls in main, or so many units.
func logOf(call string, calls int) string {
	var b strings.Builder
	if call == "" {
		for i := range calls {
			fmt.Fprintf(&b, `{"methodName":"a.B.m%d()","compilationId":"%d","inliningTree":{"methodName":"a.B.m%d()","callsiteBci":-1,"inlined":true}}`+"\n", i, i, i)
		}
		return b.String()
	}
	const main = "words.WordCount.main(String[])"
	fmt.Fprintf(&b, `{"methodName":%q,"compilationId":"1","inliningTree":{"methodName":%q,"callsiteBci":-1,"inlined":true,"invokes":[`, main, main)
	for i := range calls {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, call, i)
	}
	b.WriteString("]}}\n")
	return b.String()
}
