package training

import "github.com/iprof-viz/iprof-viz/internal/words"

// A State is how well a profile knows a method.
type State uint8

// The states. The first three are judged, and the last one.
const (
	Entered       State = iota // it has entries; in a profile without call counts, it is on a sampled stack
	Cold                       // the profile lists the method, and has no entries
	Unlisted                   // the profile does not list it, but other methods of its class
	UnlistedClass              // the profile lists no method of its class
	Native                     // its class file says that it has no bytecode to count
	Abstract                   // likewise
	VMCode                     // native-image's own code without entries: much of it is never counted
	NotMethod                  // a frame that is not of Java: the kernel, a library in C
	Uncounted                  // it ran, as contexts of the profile show, without a count of its entries

	NumStates = int(Uncounted) + 1
)

// String returns the state in words.
func (s State) String() string {
	return words.Enum(s, "State", "entered", "no entries", "not listed", "class not listed", "native", "abstract", "native image", "not Java", "not counted")
}

// ran reports whether methods in the state ran in training.
func (s State) ran() bool { return s == Entered || s == Uncounted }

// judged reports whether methods in the state can run in training, and should.
func (s State) judged() bool { return s <= Unlisted || s == Uncounted }
