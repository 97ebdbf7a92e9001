//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// Used returns the processor time that this process has used so far.
func Used() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
