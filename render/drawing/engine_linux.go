package drawing

import (
	"math"
	"time"

	"golang.org/x/sys/unix"
)

// processorTime returns the processor time that a process and its threads have used, without its children; false: it is unknown.
func processorTime(pid int) (time.Duration, bool) {
	var t unix.Timespec
	clock := int32(^pid)<<3 | 2 // of the process's processor time, see clock_getcpuclockid
	if unix.ClockGettime(clock, &t) != nil {
		return 0, false
	}
	return time.Duration(t.Nano()), true
}

// limitResources limits a process that has just started, and its future children: their memory, and their processor time, in case
// they outlive this program. After an error there is no limit: the process may have ended.
func limitResources(pid int, memory int64, timeout time.Duration) {
	for resource, limit := range map[int]uint64{
		unix.RLIMIT_DATA: uint64(memory),
		unix.RLIMIT_CPU:  uint64(math.Ceil(2 * timeout.Seconds())), // an engine may use two processors
	} {
		unix.Prlimit(pid, resource, &unix.Rlimit{Cur: limit, Max: limit}, nil)
	}
}
