// Package testtier divides the tests of this module into two tiers. The short one, go test ./..., is for every change; the long
// one, make test-long, has all tests. A test is only in the long tier if it takes more than two seconds of processor time, alone or with
// those that are like it, and the short tier has a cheaper test of the same thing.
package testtier

import (
	"os"
	"testing"
)

// The environment variable that selects the long tier.
const (
	variable = "IPROF_VIZ_TEST"
	long     = "long"
)

// Long skips a test that is only in the long tier. It is given what the test does, such as "reads all classes of java.base".
func Long(t testing.TB, what string) {
	t.Helper()
	if !isLong(t) {
		t.Skip(message(what))
	}
}

// More reports whether a test in both tiers may do all it can. It is given what the short tier does without, such as "every command
// on every small file".
func More(t testing.TB, what string) bool {
	t.Helper()
	if isLong(t) {
		return true
	}
	t.Log(message(what))
	return false
}

func message(what string) string {
	return "left out of the short tier: " + what + " (" + variable + "=" + long + " or make test-long has it)"
}

func isLong(t testing.TB) bool {
	t.Helper()
	switch value := os.Getenv(variable); value {
	case "":
		return false
	case long:
		return true
	default:
		t.Fatalf("%s=%s: the only value is %s", variable, value, long)
		return false
	}
}

// Sequential skips a test under go test -short, which make race uses for the race detector: the test takes at least a second,
// which the detector multiplies, and does not use goroutines of this module concurrently.
func Sequential(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: slow and without concurrency, so the race detector would find nothing")
	}
}
