// Package render has no code: only tests of all looks together. Each look at a model of package convert is a package below it, and
// what several looks share is in the packages of internal. Names are data: nothing in a profile can become markup, script or a
// terminal command.
package render
