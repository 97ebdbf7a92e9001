// Package perfscript reads the text that perf script prints for the samples of perf record -g.
//
//	java 20046/20047 [001]  2015.033697:     250000 cpu-clock:u:
//		    7f8acbece280 long app.Work.fib(int)+0x80 (/tmp/perf-20046.map)
//		    7f8acb94052e Interpreter+0x7ce (/tmp/perf-20046.map)
//		           2724a [unknown] (/usr/lib/x86_64-linux-gnu/libc.so.6)
//
// A sample is a line with the name of the thread, its process, its own number, the CPU, the time, the period and the event, some of
// which -F may leave out, and a line for each frame, the leaf first. Each sample counts once.
//
// Frames have the names of the symbols. Those that a JVM or its agent wrote into a perf-PID.map become names of Java methods:
// app.Work.fib(int), app.Work.fib. A symbol that perf does not know has the name of its file: [libc.so.6].
package perfscript
