// Package calls completes the call graph of counts: every call site of every method that ran, how often it called, and what.
//
// A profile counts the entries of a method as compilation root without saying who called it. But the class files say which
// instructions call and what they can call, package code derives how often these ran, and receiver types say what virtual calls did
// call. [New] joins these into [Site]s, each with [Target]s and the [Evidence] for them. Counts are ranges: what is not certain has an
// upper and a lower bound, and nothing is averaged.
//
// Calls that were not inlined, those that stayed calls, enter a method as compilation root. So
//
//	root entries of a method = Σ stayed calls of the sites that call it + entries from outside
//
// where outside is the VM, threads, reflection, native code, code whose class file is missing, and whatever else is unknown. The
// identity holds for ranges; where it does not, the [Entered] of the method says so.
//
// Files build on each other: model.go has what a graph consists of; index.go and contexts.go find methods and their contexts; resolve.go
// says what an instruction, or a receiver type, can call; recorded.go adds up what the profile says of each site, flow.go how often it
// ran, and targets.go joins both. entered.go has the identity.
package calls
