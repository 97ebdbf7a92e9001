// Tally makes the profiles of the tutorial, testdata/tally.iprof and testdata/tally-after.iprof, of the program in
// testdata/java/tally and of the changed one in testdata/java-after/tally:
//
//	go run ./internal/tally -jdk /usr/lib/jvm/jdk-25
//
// They are those of a real run, although not of a native image: Oracle GraalVM is not needed. Counts are exact: the program runs in
// an interpreter that counts. Samples are those of the flight recorder of a JDK 25 or later, so they differ from run to run. As in
// an instrumented image, small methods are counted in the contexts that they are inlined into: those of at most 35 bytes of code.
// Methods of the JDK have no counts.
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// The program counts the words of this text so many times.
const (
	textFile = "LICENSE"
	times    = 50_000
)

func main() {
	jdk := flag.String("jdk", "", "record samples with the JDK in this `directory`")
	flag.Parse()
	if *jdk == "" {
		flag.Usage()
		os.Exit(2)
	}
	for _, name := range []string{"tally", "tally-after"} {
		if err := makeProfile("testdata/"+name, *jdk); err != nil {
			fmt.Fprintf(os.Stderr, "tally: %s: %v\n", name, err)
			os.Exit(1)
		}
	}
}

// makeProfile writes FILE.iprof about the program in FILE.jar.
func makeProfile(file, jdk string) error {
	w, err := countsOf(file+".jar", textFile)
	if err != nil {
		return err
	}
	samples, err := record(jdk, file+".jar", textFile, strconv.Itoa(times))
	if err != nil {
		return err
	}
	if err := w.addSamples(samples); err != nil {
		return err
	}
	f, err := os.Create(file + ".iprof")
	if err != nil {
		return err
	}
	if err := iprof.Write(f, w.Canonical()); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// countsOf begins a profile with the counts of a program.
func countsOf(jar, textFile string) (*writer, error) {
	text, err := os.ReadFile(textFile)
	if err != nil {
		return nil, err
	}
	class, err := classOf(jar)
	if err != nil {
		return nil, err
	}
	m, err := count(class, string(text), times)
	if err != nil {
		return nil, err
	}
	w := newWriter(class)
	return w, w.addCounts(m)
}

func classOf(jar string) (*classfile.Class, error) {
	path, err := classpath.Open(jar, classpath.Options{})
	if err != nil {
		return nil, err
	}
	defer path.Close()
	return path.Class("tally.Tally")
}
