// Package docs has pages of the documentation that the program also shows.
package docs

import _ "embed"

// WorthALook is the page about the findings of info and report.
//
//go:embed worth-a-look.md
var WorthALook string
