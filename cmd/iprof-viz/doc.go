// Iprof-viz shows what is in an iprof, the profile that a GraalVM native image writes.
package main
