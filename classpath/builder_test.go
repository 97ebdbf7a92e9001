package classpath_test

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

// tinyClass is a class without methods. The source file distinguishes copies of a class.
func tinyClass(name, source string) []byte {
	b := testclass.Builder{Source: source}
	return b.Build(strings.ReplaceAll(name, ".", "/"))
}
