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

// sectionNames are the names of a section: as a frame, in the title above its rows, and in its Total line.
var sectionNames = [sectionCount]struct{ frame, title, total string }{
	interpreted: {"interpreted", "Interpreted", "Total interpreted"},
	compiled:    {"compiled", "Compiled", "Total compiled"},
	stub:        {"stub", "Stub", "Total stub"},
	runtimeStub: {"runtime stub", "Runtime stub", "Total runtime stubs"},
}

// Titles of ticks without a method, for a thread or the VM.
const (
	lostTitle     = "Lost ticks"
	blockedTitle  = "Blocked (of total)"
	receivedTitle = "Received ticks"
)

// specials are the kinds of ticks of a thread without a method. Kinds that are not part of the ticks of the header have no
// frame.
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

// special returns the index in specials of the title that a text begins with. Program output may follow the title.
func special(text []byte) (int, bool) {
	for i, s := range specials {
		if bytes.HasPrefix(text, []byte(s.title)) {
			return i, true
		}
	}
	return 0, false
}
