// Package render has the tests of all looks together; a look is a package below it.
package render
