package budget

import (
	"flag"
	"testing"
)

// IsFuzzing reports whether go test -fuzz runs: targets whose seeds take seconds begin with smaller ones then, as tests run the others.
func IsFuzzing() bool { return flag.Lookup("test.fuzz").Value.String() != "" }

// Minimizing is how often an input that covers more code is run to find a shorter one that does.
const Minimizing = "20x"

// LimitMinimizing has go test -fuzz try only so often to shorten an input, unless -fuzzminimizetime says otherwise. It is for targets
// that take milliseconds or have several goroutines: by default go test takes a minute for each input, in which it tries no others,
// and the code that such a target covers is hardly ever the same twice. Call it before f.Fuzz.
func LimitMinimizing(f *testing.F) {
	f.Helper()
	const name = "test.fuzzminimizetime"
	given := false
	flag.Visit(func(g *flag.Flag) { given = given || g.Name == name })
	if !given {
		if err := flag.Set(name, Minimizing); err != nil {
			f.Fatal(err)
		}
	}
}
