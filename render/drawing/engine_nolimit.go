//go:build !linux

package drawing

import "time"

// processorTime is only known on Linux.
func processorTime(pid int) (time.Duration, bool) { return 0, false }

// limitResources is only for Linux: elsewhere a process cannot limit another one.
func limitResources(pid int, memory int64, timeout time.Duration) {}
