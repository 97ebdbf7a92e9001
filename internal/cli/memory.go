package cli

import (
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/hugepages"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// MemoryVar is Go's memory-limit environment variable; it overrides the limits below.
const MemoryVar = "GOMEMLIMIT"

const (
	// memoryShare is the share of the available memory that may be used: the system kills a process that takes all of it, or Go
	// ends it with a dump.
	memoryShare = 0.75

	// checkMemory is the minimum time between checks of the memory in use. A process gets some 10 MB from the system in that time,
	// and 100 MB at most: the next check comes before it can have got the rest. An idle server would be woken for nothing.
	checkMemory     = 10 * time.Millisecond
	checkMemoryIdle = 500 * time.Millisecond // the maximum time
	fastestGrowth   = 10                     // bytes per nanosecond
)

// A memory watches how much memory the process uses.
type memory struct {
	Limit   func() int64 // bytes; math.MaxInt64: none is known. The first call reads files of the system
	garbage garbage
	large   sync.Once // an input was expected that makes a large heap
}

// newMemory returns the memory with the limit set by the user, or otherwise a share of the available memory.
func newMemory() *memory {
	return &memory{Limit: sync.OnceValue(func() int64 {
		if os.Getenv(MemoryVar) != "" {
			return debug.SetMemoryLimit(-1)
		}
		limit := int64(math.MaxInt64)
		if available, ok := availableMemory(); ok {
			limit = int64(memoryShare * float64(available))
		}
		return limit
	})}
}

// Expect prepares for an input of that size; 0: unknown.
func (m *memory) Expect(bytes int64, gzipped bool) {
	const bytesPerPackedByte = 6 // of a gzipped profile
	if gzipped && bytes < math.MaxInt64/bytesPerPackedByte {
		bytes *= bytesPerPackedByte
	}
	m.garbage.expect(bytes)
	const large = 8 << 20 // less is read in the time that asking for huge pages saves
	if bytes >= large {
		m.large.Do(func() { m.preferHugePages(bytes) })
	}
}

// preferHugePages prepares the heap for the first large input. Commands take at least twice the memory of what they load; the room counts as used
// until the input is read, so it is a small share of what the process may take.
func (m *memory) preferHugePages(bytes int64) {
	if _, _, _, limited := addressSpace(); !limited {
		hugepages.Prefer(min(2*min(bytes, math.MaxInt64/2), m.Limit()/8))
	}
}

// InParts says that the command makes many parts from its inputs, one after the other. While it makes one, garbage may take as much memory as
// an earlier part needed.
func (m *memory) InParts() {
	m.garbage.mutex.Lock()
	defer m.garbage.mutex.Unlock()
	m.garbage.inParts = true
}

// Exhausted returns a channel that receives the reason when the process must end because it uses too much memory. From here on garbage is
// collected as the inputs suggest.
func (m *memory) Exhausted() <-chan error {
	c := make(chan error, 1)
	go func() {
		defer func() {
			if defect := recover(); defect != nil {
				c <- DefectFailure(defect)
			}
		}()
		m.garbage.start(m.Limit())
		for {
			left, err := m.check()
			if err != nil {
				c <- err
				return
			}
			time.Sleep(min(max(checkMemory, time.Duration(left/fastestGrowth)), checkMemoryIdle))
		}
	}()
	return c
}

// check returns how many bytes the process may still take, or why it has taken too many.
func (m *memory) check() (left int64, err error) {
	inUse := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(inUse)
	left = m.Limit() - int64(inUse[0].Value.Uint64()-inUse[1].Value.Uint64())
	if left < 0 {
		return 0, &Failure{
			Status: StatusLimit, Err: fmt.Errorf("needs more than %s MiB of memory", words.Thousands(m.Limit()>>20)),
			Hint: MemoryVar + "=" + FormatSize(max(1, m.Limit()>>29)<<30) + " allows more",
		}
	}
	if used, limit, flag, ok := addressSpace(); ok {
		free := int64(memoryShare*float64(limit)) - int64(used)
		if free < 0 {
			return 0, &Failure{Status: StatusLimit, Err: fmt.Errorf("more memory is needed than ulimit %s allows", flag)}
		}
		left = min(left, free)
	}
	return left, nil
}
