// Package hugepages has the heap backed by huge pages. Tables of millions of nodes are looked up at random: with pages of 4 KB the processor
// has to look for the page as well, and the system has to interrupt the program for each page that is written for the first time.
//
// Many Linux distributions give huge pages only to programs that ask for them, "madvise" in [transparent hugepage support]. Go's runtime does not ask.
//
// [transparent hugepage support]: https://docs.kernel.org/admin-guide/mm/transhuge.html
package hugepages
