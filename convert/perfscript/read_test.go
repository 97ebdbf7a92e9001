package perfscript_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/perfscript"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/lines"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func read(text, event string) ([]string, *perfscript.Summary, error) {
	var all []string
	sum, err := perfscript.Read(strings.NewReader(text), perfscript.Options{Event: event}, func(stack []string, owners []iprof.Owner, thread string) error {
		all = append(all, strings.Join(stack, ";"))
		return nil
	})
	return all, sum, err
}

// Samples as perf 6.1 prints them, with the fields that -F adds or leaves out.
func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
		threads    string
	}{
		{"a stack", "spin  9054  2015.033697:     250000 cpu-clock:u: \n\t            1179 inner+0x50 (/tmp/spin)\n\t            11b1 main+0x18 (/tmp/spin)\n\n", []string{"main;inner"}, "spin"},
		{"process, CPU", "my spin 1/2 9054/9055 [001]  2015.033697:     250000 cpu-clock:u: \n\t 1179 inner+0x50 (/tmp/spin)\n", []string{"inner"}, "my spin 1/2"},
		{"neither period nor offset", "spin  9054  2015.033697: cycles: \n\t 1179 inner (/tmp/spin)\n", []string{"inner"}, "spin"},
		{"no blank line between", "a 1 1.0: cycles:\n\t1 f (x)\nb 2 1.1: cycles:\n\t2 g (x)\n", []string{"f", "g"}, "a b"},
		{"without -g", "            spin 15088  2032.083233:     250000  cycles:u:      7f059b6640af handle_intel.constprop.0+0x2f (/usr/lib/ld.so)\n            spin 15088  2032.083236:  250000  cycles:u:  7f1 [unknown] (/usr/lib/ld.so)\n", []string{"handle_intel.constprop.0", "[ld.so]"}, "spin"},
		{"comm, tid, ip, sym", "spin  9054 \n\t 1179 inner\n\t 11b1 main\n", []string{"main;inner"}, "spin"},
		{"source lines", "spin  9054  1.0: 1 cycles: \n\t 1179 inner+0x50 (/tmp/spin)\n  spin.c:2\n\t 11b1 main+0x18 (/tmp/spin)\n  spin.c:4\n", []string{"main;inner"}, "spin"},
		{"inlined", "spin 1 1.0: 1 cycles: \n\t 1179 leaf (inlined)\n\t 1179 inner+0x50 (/tmp/spin)\n", []string{"inner;leaf"}, "spin"},
		{"comments, and lines of Windows", "# ========\r\n# hostname : vm\r\n#\r\nspin 1 1.0: 1 cycles: \r\n\t 1179 inner+0x50 (/tmp/spin)\r\n\r\n", []string{"inner"}, "spin"},
		{"arguments of a tracepoint", "java 7/8 [002] 1.0: sched:sched_switch: prev_comm=java prev_pid=7 ==> next_comm=a\n\tffff81 __schedule+0x2 ([kernel.kallsyms])\n", []string{"__schedule_[k]"}, "java"},
		{"unknown symbols", "x 1 1.0: 1 cycles: \n\t1 [unknown] ([unknown])\n\t2 [unknown] (/lib/libc.so.6)\n\t3 [unknown] ([vdso])\n\t4 [unknown] (/memfd:java (deleted))\n\t5  (//anon)\n", []string{"[anon];[memfd:java];[vdso];[libc.so.6];[unknown]"}, "x"},
		{"names of Java", "x 1 1.0: 1 cycles: \n\t1 long app.Work.fib(int)+0x8 (/tmp/perf-1.map)\n\t2 Lapp/Work;::fib+0x9 (/tmp/perf-1.map)\n\t3 Interpreter (/tmp/perf-1.map)\n\t4 StubRoutines (1)+0x9 (/tmp/perf-1.map)\n\t5 app.Work$$Lambda/0x0d.run()+0x9 (/tmp/perf-1.map)\n\t6 long f(int) (/bin/x)\n",
			[]string{"long f(int);app.Work$$Lambda/0x0d.run();StubRoutines (1);Interpreter;app.Work.fib;app.Work.fib(int)"}, "x"},
		{"symbols of native-image", "x 1 1.0: 1 cycles: \n\t1 Work_fib_5087f5482cc9a6abc971913ece43acb471d2631b+0x8 (/opt/app)\n\t2 com.oracle.svm.core.JavaMainWrapper::invokeMain(int, char**)+0x9 (/opt/app)\n", []string{"com.oracle.svm.core.JavaMainWrapper.invokeMain(int, char**);Work_fib_5087f5482cc9a6abc971913ece43acb471d2631b"}, "x"},
	} {
		got, sum, err := read(tt.text, "")
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var threads []string
		for _, c := range sum.Threads {
			threads = append(threads, c.Name)
		}
		if !slices.Equal(got, tt.want) || strings.Join(threads, " ") != tt.threads || len(sum.Caveats) > 0 {
			t.Errorf("%s: %q of %q, %q", tt.name, got, threads, sum.Caveats)
		}
		if want := !strings.HasPrefix(tt.name, "comm,"); perfscript.Detect([]byte(tt.text)) != want {
			t.Errorf("%s: detected: %t", tt.name, !want)
		}
	}
}

// The file of a frame says whose code it has; a frame that is inlined has that of the frame that it is inlined into. Methods of Java, and
// symbols of executables, are what their names say.
func TestOwners(t *testing.T) {
	const text = `java 7/8 1.0: 1 cycles:
	1 native_write_msr (inlined)
	1 x86_pmu_enable+0x2 ([kernel.kallsyms])
	2 ext4_read+0x2 ([ext4])
	3 [unknown] ([kernel.kallsyms])
	4 __vdso_time+0x1 ([vdso])
	5 memcpy (inlined)
	5 inflate (inlined)
	5 read+0x1 (/usr/lib/libc.so.6)
	6 [unknown] (/usr/lib/libc.so.6)
	7 JavaThread::run+0x1 (/jdk/lib/server/libjvm.so)
	8 Java_java_util_zip_Inflater_inflate+0x1 (/jdk/lib/libzip.so)
	9 Interpreter+0x1 (/tmp/perf-7.map)
	a I2C/C2I adapters+0x1 (/tmp/perf-7.map)
	b long app.Work.inner(int) (inlined)
	b long app.Work.fib(int)+0x8 (/tmp/perf-7.map)
	c Lapp/Work;fib(I[J)J+0x8 (/tmp/jitted-7-2.so)
	d Lapp/Work;fib(I+0x8 (/tmp/jitted-7-2.so)
	e main+0x1 (/jdk/bin/java)
	f main+0x1 (/opt/app)
	10 last (inlined)

java 7/8 1.0: 1 cycles:
	1 memcpy (inlined)
	1 main+0x1 (/opt/app)
`
	const want = `  last
  main
VM main
  Lapp/Work;fib(I
  app.Work.fib(int, long[])
  app.Work.fib(int)
  app.Work.inner(int)
VM I2C/C2I adapters
VM Interpreter
JDK Java_java_util_zip_Inflater_inflate
VM JavaThread::run
library [libc.so.6]
library read
library inflate
library memcpy
library __vdso_time
kernel [kernel.kallsyms]
kernel ext4_read_[k]
kernel x86_pmu_enable_[k]
kernel native_write_msr_[k]

  main
  memcpy

`
	var got strings.Builder
	if _, err := perfscript.Read(strings.NewReader(text), perfscript.Options{}, func(stack []string, owners []iprof.Owner, _ string) error {
		for i, name := range stack {
			fmt.Fprintln(&got, cmp.Or(owners[i], " "), name)
		}
		got.WriteString("\n")
		return nil
	}); err != nil || got.String() != want {
		t.Errorf("%v\n%s", err, got.String())
	}
}

const events = "a 1 1.0: 1 cycles:u: \n\t1 f (x)\n\na 1 1.0: 1 sched:sched_switch: \n\t1 g (x)\n\na 1 1.0: 1 cycles:u: \n\t1 h (x)\n\na 1 1.0: 1 cycles:k: \n\t1 i (x)\n"

func TestEvents(t *testing.T) {
	for _, tt := range []struct{ wanted, event, want string }{
		{"", "cycles:u", "f h"}, {"cycles:u", "cycles:u", "f h"}, {"sched:sched_switch", "sched:sched_switch", "g"}, {"cycles:k", "cycles:k", "i"},
		{"cycles", "", `line 10: event "cycles" is cycles:u or cycles:k`}, {"sched", "", `no event "sched": the text has cycles:u, sched:sched_switch, cycles:k`},
	} {
		got, sum, err := read(events, tt.wanted)
		switch {
		case tt.event == "":
			if err == nil || err.Error() != tt.want {
				t.Errorf("%q: %v", tt.wanted, err)
			}
		case err != nil || strings.Join(got, " ") != tt.want || sum.Event != tt.event || fmt.Sprint(sum.Events) != "[{cycles:u 2} {sched:sched_switch 1} {cycles:k 1}]":
			t.Errorf("%q: %q, %+v, %v", tt.wanted, got, sum, err)
		}
	}
}

func TestCaveats(t *testing.T) {
	got, sum, err := read("a 1 1.0: 1 cycles: \n\na 1 1.0: 1 cycles: \n\t1 f (x)\noops\n", "")
	if err != nil || !slices.Equal(got, []string{"f"}) || strings.Join(sum.Caveats, "|") != "1 of 2 samples are without a stack, so left out|1 line is not understood, so ignored" {
		t.Errorf("%q, %+v, %v", got, sum, err)
	}
}

func TestOtherFiles(t *testing.T) {
	for text, want := range map[string]error{
		"": perfscript.ErrNoSamples, "main;work 1\n": perfscript.ErrNoSamples, "text\n\n": perfscript.ErrNoSamples, perfscript.DataMagic + "h\x00\x00": perfscript.ErrData,
	} {
		if _, sum, err := read(text, ""); !errors.Is(err, want) || sum != nil {
			t.Errorf("%q: %v", text, err)
		}
		if perfscript.Detect([]byte(text)) {
			t.Errorf("%q looks like perf script", text)
		}
	}
	stop := errors.New("stop")
	_, err := perfscript.Read(strings.NewReader(events), perfscript.Options{}, func([]string, []iprof.Owner, string) error { return stop })
	var placed *lines.Error
	if !errors.Is(err, stop) || !errors.As(err, &placed) || placed.Line != 3 {
		t.Error(err)
	}
}

// FuzzRead checks any text: each stack has frames, and no more stacks than samples of the event are read.
func FuzzRead(f *testing.F) {
	f.Add([]byte(events), "")
	f.Add([]byte(events), "cycles")
	f.Add([]byte("spin  9054 \n\t 1179 inner\n"), "")
	f.Add([]byte("x 1 1.0: 1 cycles:\n\t1 f (inlined)\n\t1 g ([kernel.kallsyms])\n\t2 La/B;c(I)V (/jitted-1-2.so)\n\t3 d (inlined)\n"), "")
	f.Add([]byte("x 1/2 [3] 1.0: 1 cycles:  1 f (x (deleted))\n\t1 long a.B.c(int)+0x1 (/perf-1.map)\n"), "")
	f.Fuzz(func(t *testing.T, text []byte, event string) {
		defer budget.Reading.Start(t, len(text))()
		perfscript.Detect(text)
		got, sum, err := read(string(text), event)
		if again, _, err2 := read(string(text), event); !slices.Equal(got, again) || fmt.Sprint(err) != fmt.Sprint(err2) {
			t.Error("a second run differs")
		}
		if err != nil {
			return
		}
		samples := int64(0)
		for _, c := range sum.Events {
			if c.Name == sum.Event {
				samples = c.Samples
			}
		}
		if int64(len(got)) > samples || int64(len(got)) < samples && len(sum.Caveats) == 0 {
			t.Errorf("%d stacks of %d samples", len(got), samples)
		}
		for _, note := range sum.Caveats {
			if strings.ContainsAny(note, "\n\x1b\x00") {
				t.Errorf("%q", note)
			}
		}
	})
}
