package lcov

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/iprof-viz/iprof-viz/internal/javaname"
)

// Write writes a tracefile, with a record for each file:
//
//	TN:
//	SF:src/com/acme/Parser.java
//	FN:12,com.acme.Parser.next        the line of a function, and its name
//	FNDA:40,com.acme.Parser.next      how often it was entered
//	FNF:1                             functions, and those that were entered
//	FNH:1
//	BRDA:14,0,0,31                    line, conditional of the line, outcome, how often; - if that is not known
//	BRDA:14,0,1,9
//	BRF:2                             outcomes, and those that were seen
//	BRH:2
//	DA:12,40                          line, executions
//	LF:1                              lines, and those that ran
//	LH:1
//	end_of_record
//
// Lines without a count are left out.
func Write(w io.Writer, c *Tracefile) error {
	b := bufio.NewWriter(w) // keeps the first error
	for i := range c.Files {
		c.Files[i].write(b)
	}
	return b.Flush()
}

func (f *File) write(b *bufio.Writer) {
	fmt.Fprintf(b, "TN:\nSF:%s\n", oneField(f.Path, false))
	entered := 0
	for _, x := range f.Functions {
		fmt.Fprintf(b, "FN:%d,%s\n", x.Line, oneField(x.Name, true))
	}
	for _, x := range f.Functions {
		fmt.Fprintf(b, "FNDA:%d,%s\n", x.Count, oneField(x.Name, true))
		if x.Count > 0 {
			entered++
		}
	}
	fmt.Fprintf(b, "FNF:%d\nFNH:%d\n", len(f.Functions), entered)
	f.writeBranches(b)
	ran := 0
	for _, x := range f.Lines {
		fmt.Fprintf(b, "DA:%d,%d\n", x.Number, x.Count)
		if x.Count > 0 {
			ran++
		}
	}
	fmt.Fprintf(b, "LF:%d\nLH:%d\nend_of_record\n", len(f.Lines), ran)
}

func (f *File) writeBranches(b *bufio.Writer) {
	outcomes, seen := 0, 0
	block, line := 0, 0
	for _, x := range f.Branches {
		if block++; x.Line != line {
			block, line = 0, x.Line
		}
		for i, outcome := range x.Outcomes {
			taken := "-"
			if outcome.Known {
				taken = strconv.FormatInt(outcome.Count, 10)
			}
			fmt.Fprintf(b, "BRDA:%d,%d,%d,%s\n", x.Line, block, i, taken)
			outcomes++
			if outcome.Known && outcome.Count > 0 {
				seen++
			}
		}
	}
	if outcomes > 0 {
		fmt.Fprintf(b, "BRF:%d\nBRH:%d\n", outcomes, seen)
	}
}

// oneField returns a text without line breaks and other control characters, which would begin another record, and without commas in
// a name, which would end it: these are escaped byte by byte.
func oneField(s string, comma bool) string {
	also := ""
	if comma {
		also = ","
	}
	return javaname.EscapeControls(s, also)
}
