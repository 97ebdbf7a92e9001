package calls

import (
	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Kind is how a call finds its method, which its instruction says.
type Kind uint8

// The kinds.
const (
	UnknownKind Kind = iota // the class file is missing, or has no such instruction
	Static                  // invokestatic
	Special                 // invokespecial: constructors, private methods, super
	Virtual                 // invokevirtual
	Interface               // invokeinterface
	Dynamic                 // invokedynamic: it links the call site, and does not call the lambda that it makes
)

// String returns the word for the kind in tables; "" for UnknownKind.
func (k Kind) String() string {
	return words.Enum(k, "Kind", "", "static", "special", "virtual", "interface", "dynamic")
}

// Evidence says how a target and its count are known.
type Evidence uint8

// The kinds of evidence.
const (
	Inlined    Evidence = iota // entries of the target in the contexts where it was inlined
	Receivers                  // receiver types, and the methods they select (JVMS 5.4.6)
	ByCode                     // the only method that the instruction can call by the class files (JVMS 5.4.3)
	ByClasses                  // the only one among the classes given, which may not be all of the program's
	ByLambda                   // the type is a lambda's; only one of its class has the interface
	NoEvidence                 // which method was called is unknown
)

// String returns the word for the evidence in tables.
func (e Evidence) String() string {
	return words.Enum(e, "Evidence", "inlined", "receivers", "code", "hierarchy", "dynamic", "unknown")
}

// A Count is how often something happened: a range, and whether its upper end is the count unless an exception was thrown on the way.
type Count struct {
	code.Range
	Usual bool
	Rest  bool // what calls with a usual count leave of another count: the lower end is usual
}

// Execution returns the count in one figure.
func (c Count) Execution() code.Execution {
	switch {
	case c.Fixed():
		return code.Execution{Count: c.Low, Bound: code.Exact}
	case c.Usual:
		return code.Execution{Count: c.High, Bound: code.UnlessThrown}
	case c.Low > 0 || c.Rest:
		return code.Execution{Count: c.Low, Bound: code.AtLeast}
	case c.High < code.Unlimited:
		return code.Execution{Count: c.High, Bound: code.AtMost}
	}
	return code.Execution{}
}

// Figure returns the count that a table sorts and a picture draws by: that of Execution; 0 if unknown.
func (c Count) Figure() int64 { return c.Execution().Count }

// Rank returns the count that calls are ranked by before Figure: those that may not have been made at all come after others, however
// high their upper bound is.
func (c Count) Rank() int64 {
	if e := c.Execution(); e.Bound != code.AtMost {
		return e.Count
	}
	return 0
}

// OnlyIfThrown reports whether there are none unless an exception was thrown.
func (c Count) OnlyIfThrown() bool { return c.Rest && c.Low == 0 }

// less returns the count without a part of it.
func (c Count) less(part int64) Count {
	c.Low = max(0, c.Low-part)
	if c.High != code.Unlimited {
		c.High = max(0, c.High-part)
	}
	return c
}

// Plus adds a count.
func (c Count) Plus(d Count) Count {
	return Count{
		Range: code.Range{Low: code.AddBounds(c.Low, d.Low), High: code.AddBounds(c.High, d.High)},
		Usual: (c.Usual || c.Fixed()) && (d.Usual || d.Fixed()) && (c.Usual || d.Usual),
		Rest:  (c.Rest || c.Fixed()) && (d.Rest || d.Fixed()) && (c.Rest || d.Rest),
	}
}

// limit narrows a count by a maximum. A lower one than is certain is no use.
func (c *Count) limit(most int64) {
	if c.Low <= most && most < c.High {
		c.High, c.Usual = most, false
	}
}

// usual returns the count unless an exception was thrown; false: unknown.
func (c Count) usual() (n int64, known bool) {
	switch {
	case c.Fixed(), c.Rest:
		return c.Low, true
	case c.Usual:
		return c.High, true
	}
	return c.Low, false
}

// A Callee is what a site calls.
type Callee struct {
	Slot int32 // the method's slot in the profile; -1: the profile does not have the method, or the callee is not one method

	// Inherited is true if Class may inherit the method: it is the class that the instruction names, or that of the receiver, and class
	// files that would tell are missing. Otherwise it declares the method.
	Inherited bool

	OtherTypes bool // methods of receiver types beyond those that the profiler keeps

	// The method, also with a Slot, but for the descriptor, which [Callee.Ref] makes then. All are empty if nothing is known.
	Class, Method, Descriptor string

	index *methodIndex // with a Slot
}

// Ref returns the method as a class file names it.
func (c *Callee) Ref() classfile.Ref {
	ref := classfile.Ref{Owner: c.Class, Name: c.Method, Descriptor: c.Descriptor}
	if c.index != nil {
		ref.Descriptor = c.index.descriptor(c.Slot)
	}
	return ref
}

// A Target is a callee of a site.
type Target struct {
	Callee   *Callee
	Evidence Evidence // of the calls that stayed calls; Inlined if none did

	Calls   Count // including inlined ones
	Inlined int64 // entries of the callee in contexts that it was inlined in
	Stayed  Count // the rest: they entered the callee as compilation root

	Contexts  int  // contexts of the caller that the callee was inlined in
	Uncounted bool // some of these contexts have no count, so more may have been inlined

	Types []iprof.TypeID // receiver types that selected the callee, in the order of the file

	// May are the methods that the call may have entered if Evidence is NoEvidence, as far as class files tell; nil: unknown.
	May []*Callee
}

// MayInherit reports whether the target has the name of a receiver type that may inherit the method: nothing else is known of it.
func (t *Target) MayInherit() bool {
	return t.Callee.Inherited && t.Callee.Slot < 0 && t.Evidence == Receivers
}

// Part says which part of the calls was inlined.
func (t *Target) Part() Part {
	switch {
	case t.Contexts == 0:
		return NotInlined
	case t.Stayed.High == 0:
		return AllInlined
	}
	return PartlyInlined
}

// A Part is the part of a target's calls that was inlined.
type Part uint8

// The parts.
const (
	NotInlined Part = iota
	PartlyInlined
	AllInlined
)

// String returns the word for the part that users choose it by.
func (i Part) String() string { return words.Enum(i, "Part", "no", "partly", "yes") }

// A Site is an instruction that calls.
type Site struct {
	Slot int32 // of the caller
	BCI  iprof.BCI
	Kind Kind
	Op   classfile.Opcode // 0: unknown

	Called classfile.Ref // the method that the instruction names; empty if it is unknown

	Executions code.Execution // of the instruction, which may throw without making the call
	Made       Count          // calls

	Targets []Target // the most frequent first

	Types       int  // receiver types, over all contexts
	Saturated   bool // a context has as many types as the profiler keeps: there may have been more
	Contradicts bool // more calls are recorded than the instruction can have made: the profile is from other code, or counters raced
	Reason      Reason
}

// A Reason is why it is not known what a site calls.
type Reason uint8

// The reasons.
const (
	NoReason         Reason = iota
	NoClassFile             // the caller's class file is missing
	OtherCode               // the caller's class file has no call there: it is of another version
	DamagedClass            // a class file cannot be read
	MissingClass            // a class that the call, or a supertype of it, names is missing
	MissingMethod           // a class does not have the method that the call names
	AmbiguousMethod         // several methods could be meant
	CyclicSupertypes        // a class is its own supertype
	TooManyClasses          // classes have more supertypes, or methods, than are read
	SeveralMethods          // the call can enter several methods, and no receiver types are recorded
	TypesLost               // receiver types do not cover all executions
	BootstrapCode           // invokedynamic runs the code that its bootstrap method made

	Reasons = int(BootstrapCode) + 1
)

// String returns the reason in words, to follow a count of sites.
func (r Reason) String() string {
	return words.Enum(r, "Reason", "", "the caller's class file is missing", "the caller's class file has other code", "a class file is damaged",
		"a class is missing", "a method is missing", "a method is ambiguous", "supertypes form a cycle", "classes are too many or too large", "several methods are possible and no types are recorded",
		"receiver types do not cover all calls", "invokedynamic runs generated code")
}

// An Entered is how a method was entered as compilation root: by calls that stayed calls, and from outside.
type Entered struct {
	Root   int64 // entries as compilation root
	Called Count // by sites that are known to call it
	Known  bool  // false: the profile has no count of the method, and Root is meaningless

	// Early is true if more calls are certain than entries were counted, and native-image may inline the method before it adds counters:
	// then these calls have no entries, and [Entered.Outside] is meaningless.
	Early bool

	// Contradicts is true if more calls are certain than entries were counted, and this does not explain it: counters raced, or the class
	// files are from other code.
	Contradicts bool

	From   From
	Caller int32 // with FromSampled: the slot of the caller with the most samples
}

// Outside returns the entries as compilation root that no call is known to make.
func (e *Entered) Outside() Count { return e.Left(e.Root) }

// Left returns what calls leave of a number of entries as compilation root.
func (e *Entered) Left(root int64) Count {
	return Count{Range: code.Range{Low: max(0, root-e.Called.High), High: max(0, root-e.Called.Low)}, Rest: e.Called.Usual}
}

// From is what is known of entries from outside.
type From uint8

// What may be known.
const (
	FromUnknown  From = iota
	FromVM            // class initialization
	FromLauncher      // the main method
	FromSampled       // sampled stacks have a caller that is not among the sites that call it
)
