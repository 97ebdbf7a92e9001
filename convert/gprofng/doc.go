// Package gprofng reads the call trees that gprofng, and er_print before it, print as text with -calltree.
//
//	Functions Call Tree. Metric: Attributed Total CPU Time
//
//	Attr. Total   Attr.      Name
//	CPU           Sync Wait
//	 sec.      %   sec.
//	1.581 100.00  0.711      +-<Total>
//	1.401  88.61  0.395        +-_start
//	1.401  88.61  0.395        |  +-main
//	1.041  65.84  0.           |    +-hash
//	0.180  11.39  0.251        +-clone
//
// Each column is the metric of a function including its callees, at this place in the tree. A function with later siblings has a
// bar below it, and its callees are indented by 3 columns; the callees of a last sibling by 2. So spaces must be as printed, but a
// log tool may have added a prefix to every line.
package gprofng
