package iprof

import "maps"

// An Origin is the source format of a profile and the unit of its samples: a [Builder] also accepts stacks of other tools. The zero
// Origin means an iprof, whose unit is samples.
type Origin struct {
	Format string // for messages, such as "folded stacks"; "" is an iprof
	Unit   string // unit of the counts of [Samples], in the plural, such as "ms"; "" means "samples"

	// Event is what the samples are of, such as "jdk.ExecutionSample" or "cycles", in formats that have several kinds; "": there is one, or it
	// is unknown. It may be any text.
	Event string

	// PerSample is the value of one sample: 1 if the unit is samples, 10 if each sample stands for 10 ms. It is 0 if the value is
	// unknown, or if counts are exact and not random. With a Unit of "" it is always 1.
	PerSample int64

	// States are the names of frames that stand for threads or VM states rather than methods; nil: none.
	States map[string]bool

	// Owners has the owners of frames, by name, where the recorder knows them from the file that has the code: a name as that of a symbol
	// in C does not tell. Other frames are what their names say.
	Owners map[string]Owner

	// Lines means that the call sites of stacks, and the BCIs of records, are source lines instead; 0: unknown. Without it they are all 0.
	Lines bool

	// Truncated has the stacks that the recorder marks as truncated; nil: it marks none, truncated or not.
	Truncated *Truncated
}

// A Truncated says how many samples have a stack that the recorder has truncated: it keeps the innermost frames.
type Truncated struct {
	Frames  int   // the maximum of such a stack
	Samples int64 // in the unit of the profile; 0: all stacks are complete
}

// An Owner is whose code a frame runs, by the file that has the code; "": unknown.
type Owner string

// The owners of code.
const (
	LibraryOwner Owner = "library" // a native library
	KernelOwner  Owner = "kernel"  // the operating system
	JDKOwner     Owner = "JDK"     // a native library of a JDK
	VMOwner      Owner = "VM"      // a Java virtual machine: libjvm.so, its interpreter and stubs
)

// WithFrames returns o with the states and owners of the frames of another origin besides its own, which win.
func (o Origin) WithFrames(other Origin) Origin {
	if len(other.States) > 0 {
		states := maps.Clone(other.States)
		maps.Copy(states, o.States)
		o.States = states
	}
	if len(other.Owners) > 0 {
		owners := maps.Clone(other.Owners)
		maps.Copy(owners, o.Owners)
		o.Owners = owners
	}
	return o
}

// IsIprof reports whether the profile is an iprof, or the sum of several. The stacks of any other format have no BCIs, and their
// methods have distinct names and no signatures.
func (o Origin) IsIprof() bool { return o.Format == "" }
