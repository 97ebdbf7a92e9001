package main

import "syscall"

// limitResources makes the kernel limit the memory in bytes and the processor time in seconds, which works even while WebAssembly
// is busy. After an error the process keeps its previous limits, which may be lower.
func limitResources(memory, seconds int64) {
	lower(syscall.RLIMIT_DATA, uint64(memory))
	lower(syscall.RLIMIT_CPU, uint64(seconds))
}

func lower(resource int, limit uint64) {
	var r syscall.Rlimit
	if syscall.Getrlimit(resource, &r) == nil && r.Max > limit {
		syscall.Setrlimit(resource, &syscall.Rlimit{Cur: limit, Max: limit})
	}
}
