package findings

// The thresholds. docs/worth-a-look.md lists them; a test compares.
const (
	// MinShare is the minimum share of samples or counts that is worth a look. Of samples, the lower end of the 95% interval must
	// reach it.
	MinShare = 0.01

	// OthersShare takes its place for the third-party code, which a user cannot change.
	OthersShare = 0.05

	// MinEntries is the number of method entries below which a profile without enough samples is of a run that did next to
	// nothing: starting up is most of it.
	MinEntries = 1_000_000

	// HotSite is the minimum share of all executions that a conditional or a virtual call in a method with many samples has.
	HotSite = 0.001

	// TwoTypes is the share of the two most frequent types from which on a virtual call is as good as bimorphic.
	TwoTypes = 0.9

	// EvenEntropy is the minimum entropy, in bits, of a conditional that goes either way: that of 68.4% to 31.6%.
	EvenEntropy = 0.9

	// MinTrips is the number of iterations from which on a loop is worth a look.
	MinTrips = 10

	// LoopCoverage is the minimum share of a method's entries that iterations per entry are measured over.
	LoopCoverage = 0.5

	// MinLocks is the minimum number of lock acquisitions of a type. Fewer take no time that anyone notices.
	MinLocks = 100_000

	// CollectorShare and StringShare are the minimum shares of the whole profile that these are worth a look from.
	CollectorShare = 0.1
	StringShare    = 0.05

	// PackageMethods is the minimum number of methods of a package that no load reached.
	PackageMethods = 10
)
