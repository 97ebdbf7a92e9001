package drawing

import (
	"math"
	"time"

	"golang.org/x/sys/unix"
)

// limitResources limits a process that has just started, and the children that it will have: the bytes of its memory, and its
// processor time, should it outlive this program. An error leaves it without: it may have ended.
func limitResources(pid int, memory int64, timeout time.Duration) {
	for resource, limit := range map[int]uint64{
		unix.RLIMIT_DATA: uint64(memory),
		unix.RLIMIT_CPU:  uint64(math.Ceil(2 * timeout.Seconds())), // an engine may use two processors
	} {
		unix.Prlimit(pid, resource, &unix.Rlimit{Cur: limit, Max: limit}, nil)
	}
}
