// Package optlog reads the optimization log of the Graal compiler: which calls it inlined into which compilation unit, which stayed calls
// and why, as native-image writes it with -H:+UnlockExperimentalVMOptions -H:OptimizationLog=Directory -H:OptimizationLogPath=DIR
// -H:+TrackNodeSourcePosition.
//
// A log is a directory with a file for each compiler thread. A line of a file is a JSON object about one compilation, with an inlining
// tree and an optimization tree. The latter is most of a log and is not read. Logs of the compiler as the JVM's just-in-time compiler have
// the same format.
package optlog
