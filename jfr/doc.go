// Package jfr reads flight recordings: the binary files of the JDK Flight Recorder, JDK 9 to 25, of native images built with
// --enable-monitoring=jfr, and of other tools that write the format, such as async-profiler.
//
// A recording is a sequence of chunks, each complete in itself:
//
//	header       68 bytes: FLR\0, version, size, places of the following two, times, flags
//	events       size, number of the type, values of the fields
//	constants    events of type 1: values that others refer to by number, in a chain from the newest to the oldest
//	metadata     an event of type 0: the types, with the names and types of their fields
//
// Nothing but the header has a fixed layout: fields are found by their names in the metadata of the chunk. So the package has no list
// of events, and reads those of later versions. A [Reader] has one chunk in memory at a time.
//
// Integers are big-endian or, as the flags of all known recordings say, compressed: 7 bits a byte, the lowest first, the high bit set
// if there is another byte; a ninth byte has 8 bits.
package jfr
