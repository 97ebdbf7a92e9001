package pattern_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/pattern"
)

// A line of a source file is that of a file with this name, in any directory, and of no other whose name ends so.
func TestIsFile(t *testing.T) {
	re, err := pattern.Compile("app/Parser.java:118")
	if err != nil {
		t.Fatal(err)
	}
	line, ok := pattern.LineOf(re)
	if !ok || line != (pattern.Line{File: "app/Parser.java", Number: 118}) {
		t.Fatalf("%+v, %t", line, ok)
	}
	if names, err := line.Names(); names != nil || err != nil {
		t.Errorf("%v, %v: names of methods in a file", names, err)
	}
	for path, want := range map[string]bool{
		"app/Parser.java": true, "com/example/app/Parser.java": true,
		"myapp/Parser.java": false, "Parser.java": false, "app/Parser.java/x": false, "app/MyParser.java": false,
	} {
		if got := line.IsFile(path); got != want {
			t.Errorf("%s: %t, want %t", path, got, want)
		}
	}
}
