// Package render has no code, only tests of all outputs together. Each output of a model of package convert is a package below it,
// and what several of them share is in the packages of internal. Names are data: nothing in a profile can become markup, script or
// a terminal command.
package render
