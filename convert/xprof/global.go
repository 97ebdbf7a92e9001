package xprof

import (
	"slices"
	"time"
)

// A Global is the summary that the VM prints at its end, over all threads.
type Global struct {
	Elapsed time.Duration // printed in hundredths of a second
	Ticks   []GlobalTicks // in the order of the file, "Received ticks" first
}

// GlobalTicks are a row of the summary. They are part of the received ticks, or separate, as for compilation.
type GlobalTicks struct {
	Title string
	Ticks int64
}

// globalTitles are the rows of the summary in their order. Debug builds of the VM print all of them.
var globalTitles = []string{
	receivedTitle, "Received GC ticks", "Compilation", "Deoptimization", "Other VM operations", "Blocked ticks",
	"Threads_lock blocks", "Delivered ticks", "All ticks", "Class loader", "Extra", "Interpreter", "Unknown code",
}

// A globalReader reads global summaries and keeps the last one.
type globalReader struct {
	last    *Global
	current *Global
}

// start starts a summary at its first line.
func (g *globalReader) start(elapsed time.Duration) {
	g.stop()
	g.current = &Global{Elapsed: elapsed}
}

// add adds a row, if a line is one of the current summary:
//
//	0.7%     2             Received GC ticks
//
// Rows out of order or with a wrong percentage are output of the program.
func (g *globalReader) add(line []byte) {
	if g.current == nil {
		return
	}
	r := parseRow(line)
	if r.form != halfRow && r.form != oneNumber {
		return
	}
	at := slices.Index(globalTitles, string(r.text))
	rows := g.current.Ticks
	switch {
	case len(rows) == 0 && at == 0:
		if !fits(r.tenths, float64(r.ticks), r.ticks) {
			return
		}
	case len(rows) == 0, at <= slices.Index(globalTitles, rows[len(rows)-1].Title),
		!fits(r.tenths, float64(r.ticks), rows[0].Ticks):
		return
	}
	g.current.Ticks = append(rows, GlobalTicks{globalTitles[at], r.ticks})
}

// stop ends the current summary. A summary without rows does not count.
func (g *globalReader) stop() {
	if g.current != nil && len(g.current.Ticks) > 0 {
		g.last = g.current
	}
	g.current = nil
}
