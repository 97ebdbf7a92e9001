//go:build !linux

package main

// limitResources does nothing, which leaves the limits of the Go runtime: other systems do not count a program's memory mappings as
// data.
func limitResources(memory, seconds int64) {}
