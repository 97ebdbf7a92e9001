package xprof

import "bytes"

// A section is a part of a block that lists methods. Sections have this order.
type section uint8

const (
	interpreted section = iota
	compiled
	stub
	runtimeStub
	sectionCount
)

// sectionNames has how a section reads as a frame, at the head of its rows and in its Total line.
var sectionNames = [sectionCount]struct{ frame, title, total string }{
	interpreted: {"interpreted", "Interpreted", "Total interpreted"},
	compiled:    {"compiled", "Compiled", "Total compiled"},
	stub:        {"stub", "Stub", "Total stub"},
	runtimeStub: {"runtime stub", "Runtime stub", "Total runtime stubs"},
}

// Titles of ticks that have no method, as a thread or the VM lists them.
const (
	lostTitle     = "Lost ticks"
	blockedTitle  = "Blocked (of total)"
	receivedTitle = "Received ticks"
)

// specials has the ticks of a thread that have no method, by title. Those that HotSpot leaves out of the ticks of the
// header have no frame.
var specials = []struct{ title, frame string }{
	{blockedTitle, "Blocked"},
	{"Class loader", "Class loader"},
	{"Interpreter", "Interpreter"},
	{"Compilation", "Compilation"},
	{"Unknown: vtable stubs", "Unknown: vtable stubs"},
	{"Unknown: null method", "Unknown: null method"},
	{"Unknown: running frame", "Unknown: running frame"},
	{"Unknown: calling frame", "Unknown: calling frame"},
	{"Unknown: no pc", "Unknown: no pc"},
	{"Unknown: no last frame", "Unknown: no last frame"},
	{"Unknown: thread_state", "Unknown: thread_state"},
	{lostTitle, ""},
	{"Extra", ""},
}

// special returns which of specials a text names. It may go on with program output.
func special(text []byte) (int, bool) {
	for i, s := range specials {
		if bytes.HasPrefix(text, []byte(s.title)) {
			return i, true
		}
	}
	return 0, false
}
