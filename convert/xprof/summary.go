package xprof

import (
	"fmt"
	"strings"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A Summary describes a text without its stacks.
type Summary struct {
	Blocks  []Block // in the order of the file
	Ticks   int64   // ticks of all blocks that add up: the sum of all values
	Lost    int64   // lost ticks of all blocks that add up; not part of Ticks
	Global  *Global // the last one of the text; nil: none
	Ignored Ignored
	Notes   []string // one sentence each, without a period
}

// A Block is the profile of a thread.
type Block struct {
	Line    int    // of its header
	Thread  string // may be empty, and may have line breaks
	Elapsed time.Duration
	Ticks   int64 // of the header

	// Closes reports whether the rows of the block add up to Ticks. If not, the block has no stacks.
	Closes bool

	// Lost ticks came while the VM could not record a stack. They are not part of Ticks.
	Lost int64

	// Missing are the ticks of <elided> in sections that do not say that they elide rows: rows were removed, or have program output
	// inside.
	Missing int64
}

// Ignored counts the ignored parts of a text.
type Ignored struct {
	LongLines int // lines longer than 1 MiB
	Headers   int // lines that look like a header, without a block
}

// note adds the notes.
func (s *Summary) note() {
	var open []Block
	missing := int64(0)
	for _, b := range s.Blocks {
		if !b.Closes {
			open = append(open, b)
		}
		missing += b.Missing
	}
	if len(open) > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%s left out: the rows do not add up to the ticks of the header (%s)",
			count(len(open), "block", "blocks"), listBlocks(open)))
	}
	if missing > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%s no row, as <elided> in sections that elide none: "+
			"rows were cut out, or program output stands inside them", words.Count(missing, "tick has", "ticks have")))
	}
	if s.Lost > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%s lost, besides the %s of the blocks", words.Count(s.Lost, "tick was", "ticks were"), words.Thousands(s.Ticks)))
	}
	if s.Ignored.Headers > 0 {
		s.Notes = append(s.Notes, count(s.Ignored.Headers, "line ignored: it looks like a block header, but no block follows",
			"lines ignored: they look like block headers, but no block follows"))
	}
	if s.Ignored.LongLines > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%s ignored: longer than %s bytes",
			count(s.Ignored.LongLines, "line", "lines"), words.Thousands(maxLine)))
	}
}

// listBlocks names the first blocks of a list.
func listBlocks(blocks []Block) string {
	const most = 3
	var b strings.Builder
	for i, block := range blocks {
		if i == most {
			fmt.Fprintf(&b, ", and %s more", words.Thousands(int64(len(blocks)-most)))
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "line %d: thread %q", block.Line, block.Thread)
	}
	return b.String()
}

func count(n int, one, many string) string {
	return words.Count(int64(n), one, many)
}
