// Package recording reads the stacks of flight recordings, as package jfr reads them.
//
// Any events with stacks can be read. The default are samples of execution, the best that the recording has:
//
//	jdk.CPUTimeSample         each thread, for each so many ms of CPU time (JDK 25)
//	jdk.ExecutionSample       some threads that run Java code, each 10 or 20 ms
//	profiler.WallClockSample  of async-profiler: threads that run or wait; each event may stand for several samples
//	jdk.NativeMethodSample    some threads in native methods, most of which wait there
//
// Samples of different kinds are never added up: they have different rates.
package recording
