// Package optimized joins a profile with the optimization log of the image that was built with it: the outcomes of the profile's calls.
//
// The names of a log have types of parameters without packages and no return types. A method of the log is that of the profile with the
// same holder, name and unqualified parameters. Of several, such as a method and its bridge, it is the one that calls the other if it does
// so in the log; otherwise it is ambiguous, and nothing is said of the calls in it.
//
// A method is compiled as the root of a unit, and again wherever it is inlined: in so many copies. The outcomes of a call are counted over
// the copies of its caller.
package optimized
