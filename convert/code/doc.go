// Package code derives execution counts for each instruction of a method and annotates its bytecode with everything the profile
// recorded.
//
// A profile counts the entries of a method, the successors of its conditionals, and how often some of its calls were made: calls of
// inlined callees, by the callee's entries, and calls with receiver types, at least. The rest follows by flow conservation over the
// control-flow graph: control flow into an instruction equals control flow out of it, to its successors or by an exception. [Bound]
// is the certainty of such a count.
//
// Files build on each other: graph.go builds a graph from bytecode; counts.go and calls.go build [Counts] from the profile. A flow
// (solve.go) narrows the unknown counts, anchors.go also uses calls, flowbounds.go looks beyond neighbors, and assume.go ignores
// exceptions. Then estimates.go judges how sure the counts are, [Executions] (executions.go) has them by instruction, and [Listing]
// (listing.go) is everything about a method. [Conservation] (conservation.go) compares the counts with each other instead.
package code
