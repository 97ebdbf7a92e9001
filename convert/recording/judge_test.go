package recording_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/recording"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// A printed is the JSON of jfr print.
type printed struct {
	Recording struct {
		Events []struct {
			Type   string
			Values struct {
				SampledThread, EventThread *struct{ JavaName, OSName string }
				State                      string
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
	tagged    map[string]int64 // by thread, state and stack
	truncated int64
}

func contentOf(p printed, event string) content {
	c := content{stacks: map[string]int64{}, threads: map[string]int64{}, tagged: map[string]int64{}}
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
			name := class + "." + f.Method.Name
			if name == "." {
				name = "<unknown method>"
			}
			frames = append(frames, fmt.Sprintf("%s:%d", name, max(f.LineNumber, 0)))
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
		c.tagged[thread.JavaName+"|"+e.Values.State+"|"+strings.Join(frames, ";")]++
	}
	return c
}

// check compares a recording with what jfr print has for it.
func check(t *testing.T, file []byte, p printed, event string) {
	t.Helper()
	want := contentOf(p, event)
	s, sum, err := readAll(file, recording.Options{SampleType: event, Tags: true})
	if err != nil {
		t.Fatal(err)
	}
	got := content{stacks: linesOf(s.Profile), tagged: taggedOf(s), threads: map[string]int64{}, truncated: s.Profile.Origin().Truncated.Samples}
	for _, c := range sum.Threads {
		got.threads[c.Name] = c.Events
	}
	if !maps.Equal(got.stacks, want.stacks) {
		t.Errorf("%s: stacks differ:\n%v\njfr print:\n%v", event, got.stacks, want.stacks)
	}
	if !maps.Equal(got.threads, want.threads) || got.truncated != want.truncated {
		t.Errorf("%s: threads %v, %d truncated; jfr print: %v, %d", event, got.threads, got.truncated, want.threads, want.truncated)
	}
	if !maps.Equal(got.tagged, want.tagged) {
		t.Errorf("%s: threads and states of stacks differ:\n%v\njfr print:\n%v", event, got.tagged, want.tagged)
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
			record := func(millis int) ([]byte, printed) {
				name := filepath.Join(dir, fmt.Sprintf("%s-%d.jfr", filepath.Base(jdk), millis))
				run(t, filepath.Join(jdk, "bin", "java"), "-Xmx64m", "-XX:StartFlightRecording=filename="+name+",settings="+settings, "-cp", dir, "busy.Busy", fmt.Sprint(millis))
				file := testfile.Read(t, name)
				var p printed
				if err := json.Unmarshal(run(t, filepath.Join(jdk, "bin", "jfr"), "print", "--json", "--stack-depth", "10000", name), &p); err != nil {
					t.Fatal(err)
				}
				return file, p
			}
			events := []string{"jdk.ExecutionSample", "jdk.NativeMethodSample", "jdk.ThreadStart"}
			file, p := record(3000)
			for millis := 6000; slices.ContainsFunc(events, func(event string) bool { return len(contentOf(p, event).stacks) == 0 }); millis *= 2 {
				if millis > 24_000 { // not even on a busy machine
					t.Fatalf("jfr print does not have all of %q", events)
				}
				file, p = record(millis)
			}
			if len(contentOf(p, "jdk.CPUTimeSample").stacks) > 0 { // since Java 25, on Linux
				events = append(events, "jdk.CPUTimeSample")
			}
			for _, event := range events {
				check(t, file, p, event)
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
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("%s %q: %v\n%s", program, args, err, exit.Stderr)
		}
		t.Fatalf("%s %q: %v", program, args, err)
	}
	return out
}
