// Package xprof reads the flat profiles that HotSpot prints with -Xprof (JDK 1.3 to 9), mixed with the output of the program.
//
// The VM prints a block for each thread, when the thread ends, and a summary at its own end:
//
//	Flat profile of 4.53 secs (366 total ticks): main
//	100.0%   289             Lost ticks
//
//	  Interpreted + native   Method
//	 15.9%     0  +    58    java.io.FileOutputStream.open0
//	 26.4%    26  +    70    Total interpreted (including elided)
//
//	     Compiled + native   Method
//	  …
//	  Thread-local ticks:
//	  0.5%     2             Blocked (of total)
//	  0.3%     1             Class loader
//
//	Global summary of 4.54 seconds:
//	100.0%   366             Received ticks
//
// A program may print anything between these lines, even similar lines; a log tool may add a prefix to every line; a web page may
// collapse spaces. So the form of a line proves nothing. A block counts if its numbers add up:
//
//	ticks of the header = sum of the Total lines + Blocked + Class loader + Compilation + Interpreter + Unknown: …
//	Total line          = sum of its rows, where it does not include elided ones
//	percentage          = ticks / (ticks of the header - Blocked); of the ticks of the header for Blocked
//
// Lines with a wrong percentage are output of the program. If a block adds up only without that rule, percentages are ignored.
package xprof
