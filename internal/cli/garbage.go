package cli

import (
	"cmp"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"weak"
)

// A garbage says how much garbage may pile up before it is collected: as much as Go usually allows while the process takes less memory
// than three times the bytes of its input or, with several, than these and one and a half times the largest of them; beyond that, a tenth
// of the data that is alive or, with several inputs, a fifth. So the peak of a command, which is short, is near what it needs, and garbage is
// rarely collected the rest of the time.
type garbage struct {
	mutex   sync.Mutex
	limit   int64 // of the process; 0: not started
	inputs  int64 // bytes; 0: nothing has been read yet
	largest int64
	inParts bool  // the command makes one part after the other
	most    int64 // with inParts: the largest size in bytes that was set so far
}

// expect prepares for an input of that size in bytes; 0: unknown.
func (g *garbage) expect(bytes int64) {
	const most = math.MaxInt64 / 4 // so that sums do not overflow
	g.mutex.Lock()
	defer g.mutex.Unlock()
	bytes = cmp.Or(bytes, most)
	g.inputs, g.largest = min(g.inputs+min(bytes, most), most), max(g.largest, min(bytes, most))
	g.adapt()
}

// start begins to collect garbage by these rules, unless the user has set others. The limit is the most that the process may take.
func (g *garbage) start(limit int64) {
	if os.Getenv("GOGC") != "" {
		debug.SetMemoryLimit(limit)
		return
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.limit = limit
	g.adapt()
	g.follow()
}

// follow adapts the rules to the data that is alive each time garbage has been collected: then an object that nothing holds is gone.
func (g *garbage) follow() {
	type unheld struct{ *garbage }
	runtime.AddCleanup(&unheld{g}, func(of weak.Pointer[garbage]) {
		if g := of.Value(); g != nil {
			g.mutex.Lock()
			defer g.mutex.Unlock()
			g.adapt()
			g.follow()
		}
	}, weak.Make(g))
}

// small is the size in bytes of inputs that take little memory, unless they are designed to take much: then garbage up to three quarters of
// the 512 MiB that SECURITY.md promises saves a third of the time.
const small = 16 << 20

// adapt sets the size of the process from which on Go collects garbage all the time.
func (g *garbage) adapt() {
	if g.limit == 0 {
		return
	}
	minimum := int64(64 << 20) // bytes: less is not worth the time
	if g.largest <= small {
		minimum = 384 << 20
	}
	size := int64(math.MaxInt64)
	if g.inputs > 0 {
		sizes := []metrics.Sample{
			{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/objects:bytes"},
			{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
		}
		metrics.Read(sizes)
		of := func(i int) int64 { return int64(sizes[i].Value.Uint64()) }
		live, besides := of(0), of(1)-of(2)-of(3)-of(4) // besides objects: stacks, gaps between objects, the collector's own
		allowed, usual := live/5, g.inputs+g.largest+g.largest/2
		if g.inputs == g.largest {
			const uncounted = 24 << 20 // bytes: the code of the program, as far as it is read, and what comes while garbage is collected
			allowed, usual = live/10, max(usual, 3*g.inputs-uncounted)
		}
		size = max(minimum, usual, besides+live+allowed)
	}
	if g.inParts {
		g.most = max(g.most, size)
		size = g.most
	}
	debug.SetMemoryLimit(min(g.limit, size))
}
