package localweb

import (
	"flag"
	"os"
	"testing"
)

// Tests that wait for limits of time wait for them together, however few processors there are.
func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "20")
	os.Exit(m.Run())
}
