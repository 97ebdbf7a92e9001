// Package code says how often each instruction of a method ran, and lists a method's bytecode with everything that a
// profile counted there.
//
// A profile counts the entries of a method and the successors of its conditionals. The rest follows by flow conservation
// over the control-flow graph: an instruction runs as often as control comes to it, and control leaves it as often, by its
// successors or with an exception. [Bound] says how sure such a figure is.
//
// The data flows one way: a graph (graph.go) is made of the bytecode, [Counts] (counts.go) of the profile, solve.go and
// assume.go find the figures, [Executions] (executions.go) has them by instruction, and [Listing] (listing.go) is everything
// about a method.
package code
