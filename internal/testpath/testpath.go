// Package testpath opens class paths for tests.
package testpath

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
)

// Open opens a class path until the end of the test.
func Open(t testing.TB, list string) *classpath.Path {
	t.Helper()
	path, err := classpath.Open(list, classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { path.Close() })
	return path
}
