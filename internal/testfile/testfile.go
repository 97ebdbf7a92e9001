// Package testfile reads files that tests need.
package testfile

import (
	"os"
	"testing"
)

// Read returns the content of a file.
func Read(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
