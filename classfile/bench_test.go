package classfile_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

// All methods of a large class.
func BenchmarkCode(b *testing.B) {
	path, err := classpath.OpenJDK(testclass.JDK(b, "javap"), classpath.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer path.Close()
	b.ReportAllocs()
	for b.Loop() {
		class, err := path.Class("java.util.concurrent.ConcurrentHashMap")
		if err != nil {
			b.Fatal(err)
		}
		for i := range class.Methods {
			if _, err := class.Methods[i].Code(); err != nil {
				b.Fatal(err)
			}
		}
	}
}
