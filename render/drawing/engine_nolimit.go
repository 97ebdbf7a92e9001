//go:build !linux

package drawing

import "time"

// limitResources is only for Linux: elsewhere a process cannot limit another one.
func limitResources(pid int, memory int64, timeout time.Duration) {}
