package recording_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/recording"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// A printed is the JSON of jfr print.
type printed struct {
	Recording struct {
		Events []struct {
			Type   string
			Values struct {
				SampledThread, EventThread *struct{ JavaName, OSName string }
				StackTrace                 *struct {
					Truncated bool
					Frames    []struct {
						LineNumber int
						Method     struct {
							Name string
							Type struct{ Name string }
						}
					}
				}
			}
		}
	}
}

// content is everything of the samples of a type that a test compares.
type content struct {
	stacks    map[string]int64 // by frames with lines, root first
	threads   map[string]int64
	truncated int64
}

func contentOf(p printed, event string) content {
	c := content{stacks: map[string]int64{}, threads: map[string]int64{}}
	for _, e := range p.Recording.Events {
		if e.Type != event || e.Values.StackTrace == nil || len(e.Values.StackTrace.Frames) == 0 {
			continue
		}
		var frames []string
		for _, f := range e.Values.StackTrace.Frames {
			class := f.Method.Type.Name
			if !strings.Contains(class, ".") {
				class = strings.ReplaceAll(class, "/", ".")
			}
			frames = append(frames, fmt.Sprintf("%s.%s:%d", class, f.Method.Name, max(f.LineNumber, 0)))
		}
		slices.Reverse(frames)
		c.stacks[strings.Join(frames, ";")]++
		if e.Values.StackTrace.Truncated {
			c.truncated++
		}
		thread := e.Values.SampledThread
		if thread == nil {
			thread = e.Values.EventThread
		}
		if thread.JavaName == "" {
			thread.JavaName = thread.OSName
		}
		c.threads[thread.JavaName]++
	}
	return c
}

// check compares a recording with the JSON that jfr print has for it.
func check(t *testing.T, file []byte, text []byte, event string) {
	t.Helper()
	var p printed
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	want := contentOf(p, event)
	if len(want.stacks) == 0 {
		t.Errorf("jfr print has no %s", event)
		return
	}
	s, sum, err := readAll(file, recording.Options{SampleType: event})
	if err != nil {
		t.Fatal(err)
	}
	got := content{stacks: linesOf(s.Profile), threads: map[string]int64{}, truncated: s.Profile.Origin().Truncated.Samples}
	for _, c := range sum.Threads {
		got.threads[c.Name] = c.Events
	}
	if !maps.Equal(got.stacks, want.stacks) {
		t.Errorf("%s: stacks differ:\n%v\njfr print:\n%v", event, got.stacks, want.stacks)
	}
	if !maps.Equal(got.threads, want.threads) || got.truncated != want.truncated {
		t.Errorf("%s: threads %v, %d truncated; jfr print: %v, %d", event, got.threads, got.truncated, want.threads, want.truncated)
	}
	t.Logf("%s: %d stacks, %d truncated samples", event, len(want.stacks), want.truncated)
}

// Recordings of a program have the stacks, lines, threads and counts that the JDK's own jfr prints. Every JDK that is found is asked.
func TestJFRPrint(t *testing.T) {
	testtier.Long(t, "records a Java program with each JDK")
	javac, err := exec.LookPath("javac")
	if err != nil {
		t.Skip("no javac")
	}
	dir := t.TempDir()
	run(t, javac, "--release", "11", "-g:source,lines", "-d", dir, "../../testdata/java/busy/Busy.java")
	settings := filepath.Join(dir, "busy.jfc")
	if err := os.WriteFile(settings, []byte(`<?xml version="1.0" encoding="UTF-8"?>
<configuration version="2.0">
  <event name="jdk.ExecutionSample"><setting name="enabled">true</setting><setting name="period">10 ms</setting></event>
  <event name="jdk.NativeMethodSample"><setting name="enabled">true</setting><setting name="period">20 ms</setting></event>
  <event name="jdk.CPUTimeSample"><setting name="enabled">true</setting><setting name="throttle">10ms</setting></event>
  <event name="jdk.ThreadStart"><setting name="enabled">true</setting><setting name="stackTrace">true</setting></event>
</configuration>`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, jdk := range jdks(t) {
		t.Run(filepath.Base(jdk), func(t *testing.T) {
			name := filepath.Join(dir, filepath.Base(jdk)+".jfr")
			run(t, filepath.Join(jdk, "bin", "java"), "-XX:StartFlightRecording=filename="+name+",settings="+settings, "-cp", dir, "busy.Busy", "3000")
			file, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text := run(t, filepath.Join(jdk, "bin", "jfr"), "print", "--json", "--stack-depth", "10000", name)
			for _, event := range []string{"jdk.ExecutionSample", "jdk.NativeMethodSample", "jdk.ThreadStart"} {
				check(t, file, text, event)
			}
			if strings.Contains(string(text), "jdk.CPUTimeSample") {
				check(t, file, text, "jdk.CPUTimeSample")
			}
		})
	}
}

// jdks are the directories of JDKs with a flight recorder.
func jdks(t *testing.T) (all []string) {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/jvm/*/bin/jfr")
	if path, err := exec.LookPath("jfr"); err == nil {
		found = append(found, path)
	}
	for _, path := range found {
		if path, err := filepath.EvalSymlinks(path); err == nil && !slices.Contains(all, filepath.Dir(filepath.Dir(path))) {
			all = append(all, filepath.Dir(filepath.Dir(path)))
		}
	}
	if len(all) == 0 {
		t.Skip("no JDK with jfr")
	}
	return all
}

func run(t *testing.T, program string, args ...string) []byte {
	t.Helper()
	out, err := exec.Command(program, args...).Output()
	if err != nil {
		t.Fatalf("%s %q: %v", program, args, err)
	}
	return out
}
