//go:build !linux

package drawing

import "time"

// limitResources is for Linux only: elsewhere nobody can limit another process.
func limitResources(pid int, memory int64, timeout time.Duration) {}
