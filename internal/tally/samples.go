package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// settings is a configuration of the flight recorder: a sample for each 5 ms of processor time, and nothing else.
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<configuration version="2.0">
  <event name="jdk.CPUTimeSample">
    <setting name="enabled">true</setting>
    <setting name="throttle">5ms</setting>
    <setting name="stackTrace">true</setting>
  </event>
</configuration>
`

// A sample is a stack as the tool jfr prints it, the innermost frame first.
type sample struct {
	StackTrace struct {
		Frames []struct {
			Method struct {
				Type             struct{ Name string }
				Name, Descriptor string
			}
			BytecodeIndex int
		}
	}
}

// record runs a program with its flight recorder, in a JDK 25, and returns the samples. DebugNonSafepoints makes the compiler keep the
// lines of instructions where it would not need them.
func record(jdk, jar, text, times string) ([]sample, error) {
	dir, err := os.MkdirTemp("", "tally")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	recording, configuration := filepath.Join(dir, "tally.jfr"), filepath.Join(dir, "samples.jfc")
	if err := os.WriteFile(configuration, []byte(settings), 0o666); err != nil {
		return nil, err
	}
	run := exec.Command(filepath.Join(jdk, "bin", "java"), "-XX:+UseSerialGC", "-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints",
		"-XX:StartFlightRecording:filename="+recording+",settings="+configuration, "-Xlog:jfr*=off", "-cp", jar, "tally.Tally", text, times)
	run.Stdout, run.Stderr = os.Stdout, os.Stderr
	if err := run.Run(); err != nil {
		return nil, err
	}
	out, err := exec.Command(filepath.Join(jdk, "bin", "jfr"), "print", "--json", "--stack-depth", "256", recording).Output()
	if err != nil {
		return nil, err
	}
	var printed struct {
		Recording struct{ Events []struct{ Values sample } }
	}
	if err := json.Unmarshal(out, &printed); err != nil {
		return nil, err
	}
	var samples []sample
	for _, e := range printed.Recording.Events {
		if len(e.Values.StackTrace.Frames) > 0 {
			samples = append(samples, e.Values)
		}
	}
	return samples, nil
}

// addSamples adds samples with their stacks.
func (w *writer) addSamples(samples []sample) error {
	for _, s := range samples {
		var c iprof.Context
		for _, f := range s.StackTrace.Frames {
			id, err := w.methodID(strings.ReplaceAll(f.Method.Type.Name, "/", "."), f.Method.Name, f.Method.Descriptor)
			if err != nil {
				return err
			}
			c = append(c, iprof.Frame{Method: id, BCI: iprof.BCI(f.BytecodeIndex)})
		}
		if err := w.AddCount(iprof.Samples, iprof.Count{Node: w.Stacks().Add(c), BCI: c[0].BCI, Value: 1}); err != nil {
			return err
		}
	}
	w.Fold()
	return nil
}
