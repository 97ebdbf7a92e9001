package findings

// The thresholds. docs/worth-a-look.md lists them; a test compares the two.
const (
	// MinShare is the minimum share of samples or counts that is worth a look. For samples, the lower end of the 95% interval must
	// reach it.
	MinShare = 0.01

	// OthersShare replaces it for third-party code, which a user cannot change, and for calls of such code.
	OthersShare = 0.05

	// MinEntries is the number of method entries, in the code that a user can change, below which a profile without enough samples
	// says little: startup dominates the run.
	MinEntries = 1_000_000

	// HotSite is the minimum share of all executions that a conditional or a virtual call must have, in a method with many samples.
	HotSite = 0.001

	// TwoTypes is the share of the two most frequent types at which a virtual call is as good as bimorphic.
	TwoTypes = 0.9

	// TestShare is the minimum share of the most frequent type at a virtual call that a type test could make direct.
	TestShare = 0.6

	// TinyCode is the number of bytes of code from which a method is not tiny.
	TinyCode = 35

	// EvenEntropy is the minimum entropy, in bits, of an unbiased conditional: the entropy of 68.4% to 31.6%.
	EvenEntropy = 0.9

	// MinTrips is the number of iterations at which a loop is worth a look.
	MinTrips = 10

	// LoopCoverage is the minimum share of a method's entries that its iterations per entry must be based on.
	LoopCoverage = 0.5

	// MinLocks is the minimum number of lock acquisitions of a type. Fewer do not take noticeable time.
	MinLocks = 100_000

	// CollectorShare is the minimum share of everything, and StringShare that of the code that a user can change, at which these
	// are worth a look.
	CollectorShare = 0.1
	StringShare    = 0.05

	// PackageMethods is the minimum number of methods in a package of which none ever ran.
	PackageMethods = 10
)
