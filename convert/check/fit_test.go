package check_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/convert/training"
)

func TestFit(t *testing.T) {
	part := func(methods int, weight int64) fit.MethodSum { return fit.MethodSum{Methods: methods, Weight: weight} }
	program := func(fits, changed, gone fit.MethodSum) *fit.Fit {
		return &fit.Fit{Total: 1000, Program: fit.Verdicts{Fits: fits, Changed: changed, Gone: gone}}
	}
	jdk := program(part(3, 100), fit.MethodSum{}, fit.MethodSum{})
	jdk.JDK = fit.Verdicts{Fits: part(7, 30), Changed: part(1, 10)}
	damaged := program(part(3, 100), fit.MethodSum{}, fit.MethodSum{})
	damaged.Damaged = []error{errors.New("app.jar!a/B.class: it ends")}
	above := program(part(3, 100), fit.MethodSum{}, fit.MethodSum{})
	for _, class := range []string{"a.B", "a.C", "D"} {
		above.Damaged = append(above.Damaged, &classfile.FormatError{File: "x/classes/" + strings.ReplaceAll(class, ".", "/") + ".class",
			Err: &classpath.MisplacedError{Got: class, Want: "classes." + class}})
	}
	one := program(part(3, 100), fit.MethodSum{}, fit.MethodSum{})
	one.Damaged = above.Damaged[:1:1]
	above.Damaged = append(above.Damaged, damaged.Damaged...)
	below := program(part(3, 100), fit.MethodSum{}, fit.MethodSum{})
	below.Damaged = append(below.Damaged, &classpath.RootError{Dir: "x/classes/a", Root: "x/classes"},
		&classfile.FormatError{File: "x/classes/a/B.class", Err: &classpath.MisplacedError{Got: "a.B", Want: "B"}}, damaged.Damaged[0])
	few, many := program(part(3, 100), fit.MethodSum{}, fit.MethodSum{}), program(part(3, 100), fit.MethodSum{}, fit.MethodSum{})
	few.NotJudged[fit.NoClass], many.NotJudged[fit.NoClass] = part(1, 100), part(2, 101)
	shared := program(part(3, 89), part(1, 11), fit.MethodSum{})
	shared.NotJudged[fit.NoClass] = part(2, 101)
	shared.Total = 201
	ninety, most := check.Threshold{Share: check.DefaultFit}, check.Threshold{Share: 0.999, Flag: "--fail-under"}
	for _, test := range []struct {
		name    string
		fit     *fit.Fit
		minimum check.Threshold
		want    string
	}{
		{"all fits", program(part(3, 100), fit.MethodSum{}, fit.MethodSum{}), most, ""},
		{"nothing there", &fit.Fit{Total: 10}, ninety, "problem nothing-judged 0: no method of the profile is in the classes of --classpath"},
		{"nothing counted", program(part(3, 0), fit.MethodSum{}, fit.MethodSum{}), ninety,
			"caution nothing-judged 0: nothing was counted in the program's methods, so how well it matches the code is unknown"},
		{"nothing counted, but a share asked for", program(part(3, 0), fit.MethodSum{}, fit.MethodSum{}), most,
			"problem nothing-judged 0: nothing was counted in the program's methods, so how well it matches the code is unknown"},
		{"a little changed", program(part(3, 95), part(1, 3), part(1, 2)), ninety,
			"caution changed-code 2: 2 methods do not fit the code any more, with 5.0% of the counts in the program's methods"},
		{"just enough", program(part(3, 90), part(1, 10), fit.MethodSum{}), ninety,
			"caution changed-code 1: 1 method does not fit the code any more, with 10.0% of the counts in the program's methods"},
		{"other classes", &fit.Fit{Total: 10, NotJudged: [fit.NumReasons]fit.MethodSum{fit.NoClass: part(2, 10)}}, ninety,
			"problem nothing-judged 0: no method of the profile is in the classes of --classpath: another program, or not all of its classes"},
		{"a class of the same name", program(fit.MethodSum{}, fit.MethodSum{}, part(3, 25)), ninety,
			"problem changed-code 3: 0.0% of the counts in the program's methods match the code, less than 90%: with none of its methods, probably another program"},
		{"much changed", program(part(3, 89), part(1, 11), fit.MethodSum{}), ninety,
			"problem changed-code 1: 89.0% of the counts in the program's methods match the code, less than 90%: another version of the program"},
		{"changed, and most is missing", shared, ninety,
			"problem changed-code 1: 89.0% of the counts in the program's methods match the code, less than 90%: " +
				"another version, or another program with some of the same classes; " +
				"caution missing-classes 2: the classes of 2 methods with 50.2% of all counts are not on the class path (more than the classes that are)"},
		{"less than asked for", program(part(3, 9989), fit.MethodSum{}, part(1, 11)), most,
			"problem changed-code 1: 99.890% of the counts in the program's methods match the code, less than 99.9% (--fail-under): another version of the program"},
		{"the JDK's do not count", jdk, most, "note changed-jdk 1: 1 method of the JDK does not fit, with 25.0% of the counts in the JDK's methods"},
		{"a library is missing", few, ninety, "note missing-classes 1: the classes of 1 method with 10.0% of all counts are not on the class path"},
		{"most is missing", many, ninety,
			"caution missing-classes 2: the classes of 2 methods with 10.1% of all counts are not on the class path (more than the classes that are)"},
		{"a directory above that of a class", one, ninety, `caution unreadable-classes 1: x/classes/a/B.class: the class is "a.B", not "classes.a.B"`},
		{"a directory above that of the classes", above, ninety, `caution unreadable-classes 3: x/classes/a/B.class: the class is "a.B", not "classes.a.B"; 2 more classes likewise; ` +
			"caution unreadable-classes 1: app.jar!a/B.class: it ends"},
		{"a package of the classes", below, ninety, "caution unreadable-classes 1: x/classes/a: the packages of its classes begin in x/classes; " +
			"caution unreadable-classes 1: app.jar!a/B.class: it ends"},
		{"damage", damaged, ninety, "caution unreadable-classes 1: app.jar!a/B.class: it ends"},
	} {
		if got := words(check.Fit(test.fit, test.minimum)); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func words(findings []caveats.Caveat) string {
	var all []string
	for _, f := range findings {
		all = append(all, fmt.Sprintf("%s %s %d: %s", f.Severity, f.Kind, f.Count, f.Text))
	}
	return strings.Join(all, "; ")
}

func TestProduction(t *testing.T) {
	of := func(entered, cold int64) *training.Production {
		return &training.Production{Table: &table.Table{Unit: "samples"}, BySample: [training.NumStates]int64{training.Entered: entered, training.Cold: cold, training.Native: 7, training.VMCode: 7, training.NotMethod: 7}}
	}
	half := &check.Threshold{Share: 0.5, Flag: "--fail-under-production"}
	for _, test := range []struct {
		c       *training.Production
		minimum *check.Threshold
		want    string
	}{
		{of(1, 9), nil, ""},
		{of(5, 5), half, ""},
		{of(4, 6), half, "problem untrained 6: 40.0% of production's judged samples are in methods that ran in the profile, less than 50% (--fail-under-production)"},
		{&training.Production{Table: of(0, 0).Table, BySample: of(4, 6).BySample, Stacks: true}, half,
			"problem untrained 6: 40.0% of production's judged samples are in methods that are on stacks of the profile, less than 50% (--fail-under-production)"},
		{of(0, 0), nil, "caution nothing-judged 0: no sample of production is in a method that could be judged"},
		{of(0, 0), half, "problem nothing-judged 0: no sample of production is in a method that could be judged"},
	} {
		if got := words(check.Production(test.c, test.minimum)); got != test.want {
			t.Errorf("%v: %q, want %q", test.c.BySample, got, test.want)
		}
	}
}

// What to do depends on what is known about the untrained methods.
func TestUntrainedHints(t *testing.T) {
	most := &check.Threshold{Share: 0.8, Flag: "--fail-under-production"}
	for _, test := range []struct {
		unread    int64
		untrained string
		want      string
	}{
		{0, "app.Shop.close", "record a profile with a workload that runs what production runs, such as app.Shop.close"},
		{3, "app.Shop.close", "30.0% of the judged are in methods that may be native: --classpath and --jdk say which are; record a profile with a workload that runs the others, such as app.Shop.close"},
		{5, "", "50.0% of the judged are in methods that may be native: --classpath and --jdk say which are; record a profile with a workload that runs the others"},
	} {
		c := &training.Production{Table: &table.Table{Unit: "samples", Base: 100}, BySample: [training.NumStates]int64{5, 4, 1, 9}, Unread: test.unread, Untrained: test.untrained}
		if got := check.Production(c, most); len(got) != 1 || got[0].Count != 5 || got[0].Hint != test.want {
			t.Errorf("%+v, want %q", got, test.want)
		}
	}
}

// Many samples in unlisted classes are not judged, but said.
func TestUnlistedClasses(t *testing.T) {
	c := &training.Production{Table: &table.Table{Unit: "samples", Base: 100}, BySample: [training.NumStates]int64{training.Entered: 90, training.UnlistedClass: 10}}
	if got, want := words(check.Production(c, nil)), "caution unlisted-classes 10: 10.0% of production's samples are in classes that the profile does not list"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	c.Base = 101
	if got := check.Production(c, nil); got != nil {
		t.Error(got)
	}
}

func TestNotJudged(t *testing.T) {
	f := &fit.Fit{Total: 200}
	f.NotJudged[fit.NoClass] = fit.MethodSum{Methods: 1, Weight: 20}
	f.NotJudged[fit.VMCode] = fit.MethodSum{Methods: 1200, Weight: 100}
	if got, want := fmt.Sprint(check.NotJudged(f)), "[50.0% of native-image (1,200 methods) 10.0% not on the class path (1 method)]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestManyDamagedClasses(t *testing.T) {
	f := &fit.Fit{}
	for i := range 13 {
		f.Damaged = append(f.Damaged, fmt.Errorf("class %d", i))
	}
	findings := check.Fit(f, check.Threshold{})
	if got, want := words(findings[9:11]), "caution unreadable-classes 1: class 9; caution unreadable-classes 3: 3 more files with classes"; got != want || len(findings) != 12 {
		t.Errorf("%d findings, %s", len(findings), got)
	}
}
