package code_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// BenchmarkListOne reads a profile of 4 MB and lists a method of the JDK, with its code if JAVA_HOME is set.
func BenchmarkListOne(b *testing.B) {
	data, err := os.ReadFile("../../../shared/real/binary-tree-0.2.0.iprof.gz")
	if err != nil {
		b.Skip("no ../shared/real")
	}
	opts := code.ListOptions{}
	b.ReportAllocs()
	for b.Loop() {
		p := testprofile.Read(b, bytes.NewReader(data))
		if jdk := os.Getenv("JAVA_HOME"); jdk != "" {
			path, err := classpath.OpenJDK(jdk, classpath.Options{})
			if err != nil {
				b.Fatal(err)
			}
			opts.Class = path.Class
			defer path.Close()
		}
		if _, err := code.List(p, nil, regexp.MustCompile(`HashMap\.getNode$`), opts); err != nil {
			b.Fatal(err)
		}
	}
}

// sampledMethods are methods that call themselves once.
func sampledMethods(t testing.TB, n int) *iprof.Profile {
	p := testprofile.Read(t, bytes.NewReader(testprofile.Chains("samplingProfiles", n, 2)))
	return p
}

// TestListAllocatesLittle: nearly all of a method without code is in tables of all methods.
func TestListAllocatesLittle(t *testing.T) {
	const methods = 10_000
	p := sampledMethods(t, methods)
	each := testing.AllocsPerRun(1, func() {
		if l, err := code.List(p, nil, nil, code.ListOptions{}); err != nil || len(l.Methods) != methods {
			t.Fatal(err)
		}
	}) / methods
	if each > 3 {
		t.Errorf("%.1f allocations for each method", each)
	}
}

// BenchmarkListAll lists 100,000 methods that were sampled, without their code.
func BenchmarkListAll(b *testing.B) {
	p := sampledMethods(b, 100_000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := code.List(p, nil, nil, code.ListOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkExecutions derives the executions of all methods of a program.
func BenchmarkExecutions(b *testing.B) {
	data, err := os.ReadFile(filepath.Join(shared, "known/known.iprof"))
	if err != nil {
		b.Skip("no ../shared/jvm")
	}
	p := testprofile.Read(b, bytes.NewReader(data))
	path := testpath.Open(b, filepath.Join(shared, "known/classes"))
	bodies := map[int32]*classfile.Code{}
	for slot := range p.MethodSlots() {
		if m, err := code.Find(p, slot, path.Class); err == nil {
			if bodies[int32(slot)], err = m.Code(); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		counts := code.NewCounts(p, sites.Options{})
		for slot, body := range bodies {
			if body != nil {
				code.NewExecutions(body, counts[slot], nil, nil)
			}
		}
	}
}
