// Package sourceline finds the source file and the line of places in a profile, from class files or, for the stacks of
// a tool that records lines, from the profile itself.
//
// Each class is read once, when the first of its methods is requested, and only line numbers are kept: the memory is proportional
// to the lines of the requested methods.
package sourceline
