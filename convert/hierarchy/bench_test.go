package hierarchy_test

import (
	"iter"
	"os"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
)

// The first Targets with a JDK and, if IPROF_BENCH_JAR names one, a jar reads all headers; the second uses them.
func BenchmarkTargets(b *testing.B) {
	ref := classfile.Ref{Owner: "java.util.AbstractCollection", Name: "isEmpty", Descriptor: "()Z"}
	b.ReportAllocs()
	for b.Loop() {
		jdk, err := classpath.OpenJDK(testclass.JDK(b, "javac"), classpath.Options{})
		if err != nil {
			b.Fatal(err)
		}
		find, headers := jdk.Class, jdk.Headers
		if jar := os.Getenv("IPROF_BENCH_JAR"); jar != "" {
			app := testpath.Open(b, jar)
			find = first(app.Class, jdk.Class)
			headers = func() iter.Seq2[classfile.Header, error] {
				return func(yield func(classfile.Header, error) bool) {
					for _, p := range []*classpath.Path{app, jdk} {
						for h, err := range p.Headers() {
							if !yield(h, err) {
								return
							}
						}
					}
				}
			}
		}
		targets, err := hierarchy.New(find, headers).Targets(ref, 1000)
		if err != nil || len(targets) < 5 {
			b.Fatal(len(targets), err)
		}
		jdk.Close()
	}
}
