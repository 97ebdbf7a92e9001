// Package rooms is the map of this module's packages, as tests: which package may import which, and how much one may
// hold. CONTRIBUTING.md has the map in words.
package rooms
