// Package rooms defines the structure of this module's packages, as tests: which package may import which, and how large one may
// be. CONTRIBUTING.md describes it in words.
package rooms
