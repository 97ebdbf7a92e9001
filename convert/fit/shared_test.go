package fit_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

const shared = "../../../shared/jvm"

// machineJDK opens this machine's JDK 17; nil: none.
func machineJDK(t *testing.T) *classpath.Path {
	t.Helper()
	for _, dir := range []string{os.Getenv("JAVA_HOME"), "/usr/lib/jvm/java-17-openjdk-amd64"} {
		if dir == "" {
			continue
		}
		if path, err := classpath.OpenJDK(dir, classpath.Options{}); err == nil {
			t.Cleanup(func() { path.Close() })
			return path
		}
	}
	return nil
}

// TestOwnClassesFit compares measured profiles with the very classes that they were measured with.
func TestOwnClassesFit(t *testing.T) {
	classes := map[string]string{
		"known/known.iprof": "known/classes", "known/known_alltypes.iprof": "known/classes",
		"seed/fib.iprof": "seed-classes", "seed/even.iprof": "seed-classes", "seed/odd.iprof": "seed-classes", "seed/fib-jdk.iprof": "seed-classes",
		"sampling-json/profile.iprof.gz": "app-classes", "sampling-recursion/profile.iprof.gz": "app-classes",
	}
	jdk := machineJDK(t)
	tested := 0
	for file, data := range testprofile.Published(t) {
		dir, ok := classes[file]
		if !ok {
			continue
		}
		tested++
		p := testprofile.Read(t, bytes.NewReader(data))
		program := testpath.Open(t, filepath.Join(shared, dir))
		names := convert.NewNames(p, convert.NameOptions{})
		f := fit.New(p, names, fit.Code{Program: program, JDK: jdk})
		if share, ok := f.Share(); !ok || share != 1 {
			t.Errorf("%s: %v of the program's methods fit, known: %v", file, share, ok)
		}
		for _, m := range f.Misfits {
			t.Logf("%s: %s: %v %v, JDK: %v, now %s", file, names.Signature(int(m.Slot)), m.Verdict, m.Misfits, m.JDK, m.Candidate)
		}
		t.Logf("%s: program %+v, JDK %+v, not judged %v", file, f.Program, f.JDK, f.NotJudged)
	}
	if tested == 0 {
		t.Skip("no ../shared/jvm")
	}
}

// TestPublishedProfileFitsTheJDK compares the JDK's methods in a profile of native-image with this machine's. They are not of the
// very same build, so some differ; far more would if places were misread.
func TestPublishedProfileFitsTheJDK(t *testing.T) {
	jdk := machineJDK(t)
	data, ok := testprofile.Beside(t)["real/binary-tree-0.2.0.iprof.gz"]
	if jdk == nil || !ok {
		t.Skip("no profile, or no JDK 17")
	}
	if object, err := jdk.Class("java.lang.Object"); err != nil || object.Major != 61 {
		t.Skip("another JDK than 17")
	}
	p := testprofile.Read(t, bytes.NewReader(data))
	f := fit.New(p, nil, fit.Code{JDK: jdk})
	judged, fits := f.JDK.Judged().Methods, f.JDK.Fits.Methods
	if judged < 1500 || float64(fits) < 0.98*float64(judged) {
		t.Errorf("%d of %d methods fit", fits, judged)
	}
	if _, ok := f.Share(); ok {
		t.Error("a share of the program, of which there is nothing")
	}
	t.Logf("%+v, not judged: %v", f.JDK, f.NotJudged)
}

// Each method is counted once, in the same place each time.
func TestSumsAddUp(t *testing.T) {
	jdk := machineJDK(t)
	for file, data := range testprofile.Published(t) {
		p := testprofile.Read(t, bytes.NewReader(data))
		want := 0
		for _, used := range convert.ReferencedMethods(p) {
			if used {
				want++
			}
		}
		f, again := fit.New(p, nil, fit.Code{JDK: jdk}), fit.New(p, nil, fit.Code{JDK: jdk})
		methods, weight := f.Unjudged().Methods, f.Unjudged().Weight
		for _, s := range []*fit.Verdicts{&f.Program, &f.JDK} {
			methods += s.Judged().Methods
			weight += s.Judged().Weight
		}
		if methods != want || weight != f.Total || len(f.Misfits) != f.JDK.Changed.Methods+f.JDK.Gone.Methods {
			t.Errorf("%s: %d methods of %d, %d counts of %d, %d misfits", file, methods, want, weight, f.Total, len(f.Misfits))
		}
		if !reflect.DeepEqual(f, again) {
			t.Errorf("%s: another result the second time", file)
		}
	}
}

// A profile with records at each place of each method of a package fits the very classes.
func TestEveryPlaceFits(t *testing.T) {
	jdk := machineJDK(t)
	if jdk == nil {
		t.Skip("no JDK")
	}
	prefix, minimum := "java.util.stream.", 2_000
	if testtier.More(t, "all methods of java.util and below, rather than those of java.util.stream") {
		prefix, minimum = "java.util.", 10_000
	}
	p := record(t, jdk, prefix)
	f := fit.New(p, nil, fit.Code{JDK: jdk})
	if f.JDK.Fits.Methods < minimum {
		t.Errorf("only %d methods fit", f.JDK.Fits.Methods)
	}
	for _, m := range f.Misfits {
		t.Errorf("%s: %v %+v", convert.NewNames(p, convert.NameOptions{}).Signature(int(m.Slot)), m.Verdict, m.Misfits)
	}
}
