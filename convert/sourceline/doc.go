// Package sourceline finds the source file and the line of places in a profile, from class files.
//
// Classes are read when the first of their methods is requested, each once, and only line numbers are kept: the memory is that of
// the lines of the methods that were requested.
package sourceline
