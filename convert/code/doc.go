// Package code says how often each instruction of a method ran, and lists a method's bytecode with everything that a
// profile counted there.
//
// A profile counts the entries of a method, the successors of its conditionals, and how often some of its calls were made:
// those whose callee was inlined there, by its entries, and those with types of receivers, at least. The rest follows by flow
// conservation over the control-flow graph: an instruction runs as often as control comes to it, and control leaves it as
// often, by its successors or with an exception. [Bound] says how sure such a figure is.
//
// The data flows one way: a graph (graph.go) is made of the bytecode, [Counts] (counts.go, calls.go) of the profile. A flow
// (solve.go) narrows the counts between the known ones, anchors.go takes calls, too, supply.go looks further, and assume.go
// leaves out exceptions. Then figures.go judges how sure the counts are, [Executions] (executions.go) has them by
// instruction, and [Listing] (listing.go) is everything about a method.
package code
