package testtier

import (
	"os"
	"runtime/debug"
)

// Tests have small heaps, which the collector of garbage would look through again and again: with 400% rather than 100% of garbage beside
// what is in use, packages take a quarter less of the processors. In the long tier some have gigabytes in use. GOGC sets another value.
func init() {
	if os.Getenv("GOGC") != "" {
		return
	}
	percent := 400
	if os.Getenv(variable) == long {
		percent = 200
	}
	debug.SetGCPercent(percent)
}
