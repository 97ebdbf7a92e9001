package page

import (
	"fmt"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/convert/quality"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// tallyReport returns a report of Tally with the classes of a jar, and their source.
func tallyReport(t *testing.T, jar, source string) report {
	t.Helper()
	data := testfile.Read(t, "../../testdata/tally.iprof")
	p := testprofile.Parse(t, string(data))
	path := testpath.Open(t, "../../testdata/"+jar)
	lines := testfile.Read(t, "../../testdata/"+source)
	names := convert.NewNames(p, convert.NameOptions{})
	l, err := code.List(p, names, nil, code.ListOptions{
		Filter: reportFilter, Limit: 10, Hottest: 1000, Class: path.Class,
		Source: func(*classfile.Class) ([]byte, string, error) { return lines, "", nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	r := reportOf(t, p)
	r.parts.Code = NewCode(l, nil)
	threshold, share := 0.9, 0.95
	r.check(t, &summary.CheckedFile{Name: "tally.iprof", Readable: true, Code: &summary.CheckedCode{Fit: fit.New(p, names, fit.Code{Program: path}), Names: names},
		Quality: &summary.CheckedQuality{Names: names, Verdict: quality.Verdict{
			{Name: "samples", Value: &share, Unit: quality.Share, Text: "±44%"}, {Name: "fit", Value: &share, Unit: quality.Share, Threshold: &threshold, Status: quality.Pass, Text: "95% fit"},
			{Name: "listed", Reason: "no list"}}}})
	r.write(t)
	return r
}

// TestCodeOfAnotherVersion: with the classes of a later version, the listing of addText says at each place that contradicts them how; the
// source file marks its lines. In the class file, the loop at 9 ends at 60, not at 63, and 47 is not a call. Find has other parameters
// there. With the classes that ran, nothing is marked.
func TestCodeOfAnotherVersion(t *testing.T) {
	page := browsertest.Look(t, 1280, 800)
	const see = inReport + `
		await go("#/method/tally.Tally.addText"); log([...view().querySelectorAll(".misfit p, .misfit li")].map(text).join("|"));
		log(view().querySelectorAll(".listing.other").length + " " + [...view().querySelectorAll(".source[data-line]")].filter((l) => l.querySelector("summary .othercode")).map((l) => l.dataset.line).join());
		log([...view().querySelectorAll(".at.warn")].map(text).join("|"));
		await go("#/method/tally.Tally.find"); log([...view().querySelectorAll(".misfit")].map(text).join());
		await go("#/code"); log([...view().querySelectorAll(".misfit p")].map(text).join("|"));
		log([...new Set([...view().querySelectorAll(".place.other")].map((r) => r.dataset.line))].join() + " " + [...view().querySelectorAll(".othernote")].map((e) => e.nextElementSibling.dataset.line).join() + " " + view().querySelectorAll(".files .othercode").length);
		log([...view().querySelectorAll(".files .note")].map(text).filter((t) => t.includes("≠")).join());`
	const another = "≠ Another version of the code. "
	browsertest.Expect(t, browsertest.VisitFile(t, page, tallyReport(t, "tally-after.jar", "java-after/tally/Tally.java").page, "").Run(see),
		another+"The class file of this method is not the one that the profile was recorded with: counts below are laid on code that they were not counted in. Give --classpath the classes of the profiled build.|"+
			"@9: the profile has a conditional that goes to @63; in the class file: if_icmpge to @12, @60|@47: the profile has a call of tally.Tally.find(java.lang.String); in the class file: dup2|@64: the profile has a conditional; in the class file: aload_0",
		"1 25,31,36",
		"≠ the profile has a conditional that goes to @63; in the class file: if_icmpge to @12, @60|≠ the profile has a call of tally.Tally.find(java.lang.String); in the class file: dup2|≠ the profile has a conditional; in the class file: aload_0",
		"Gone from the classes given. They have its class, but not this method; perhaps it is tally.Tally.find(java.lang.String, int, int) there. So there is no source line for its counts.",
		another+"The profile does not fit the class files of these methods, so counts at their lines, which are hatched, are of other code: tally.Tally.addText.|Not in this code, and so without lines: tally.Tally.find.",
		"24,25,26,27,28,30,31,32,35,36,38 24 1", "≠: counts of another version of the code.")
	browsertest.Expect(t, browsertest.VisitFile(t, page, tallyReport(t, "tally.jar", "java/tally/Tally.java").page, "").Run(see+`
		await go("#/overview"); log([...view().querySelectorAll(".quality dl > *")].map(text).join("|")); log([...view().querySelectorAll(".quality dt span")].map((e) => e.title).join("|") + "|" + text(view().querySelector(".quality .note")));
		log([...view().querySelectorAll(".quality i")].map((i) => i.title).join());`),
		"", "0 ", "", "", "", "  0", "", "·samples|±44%|✓fit|95% fit (minimum 90%)",
		"margin of error of the ten hottest methods|whether the classes given are those of the profiled program|iprof-viz help quality defines the values.", "no threshold,pass")
}

// TestSourceOfAnotherVersion: where the source given is not that of the class file, the first screen, the page of the method and the address
// of the code say why there is no text.
func TestSourceOfAnotherVersion(t *testing.T) {
	p := testprofile.Parse(t, string(testfile.Read(t, "../../testdata/tally-after.iprof")))
	path, names := testpath.Open(t, "../../testdata/tally-after.jar"), convert.NewNames(p, convert.NameOptions{})
	source := func(*classfile.Class) ([]byte, string, error) {
		return nil, "", fmt.Errorf("src/Tally.java: %w", classpath.ErrOtherVersion)
	}
	l, err := code.List(p, names, nil, code.ListOptions{Filter: reportFilter, Limit: 10, Hottest: 1000, Class: path.Class, Source: source})
	if err != nil {
		t.Fatal(err)
	}
	r := reportOf(t, p)
	r.parts.Code = NewCode(l, nil)
	r.addPlaces(t, p, names, 0, sourceline.New(p, path.Class, nil), l.Methods...)
	r.write(t)
	browsertest.Expect(t, browsertest.Visit(t, r.page, "", inReport+`
		for (let i = 0; i < 3; i++) await settled();
		const note = one(".columns section .note"), { top, bottom } = note.getBoundingClientRect(); log(text(note)); log(top > one(".where canvas").getBoundingClientRect().bottom && bottom < innerHeight);
		await go("#/method/tally.Tally.isLetter"); log(text(one(".code > .note")));
		await go("#/code"); log(text(one(".unknown")));`),
		"No text of line 51 of Tally.java: the source given is of another version than the class file, so it is not shown.", "true",
		"No text of Tally.java: the source given is of another version than the class file, so it is not shown.",
		"The source files given are of another version than the class files; showing the overview.")
}

// TestFindingAtItsLine: a finding whose samples are those of a line says so.
func TestFindingAtItsLine(t *testing.T) {
	page := browsertest.Look(t, 1280, 800)
	for line, want := range map[int]string{30: "5.53% of samples at line 30: even branch", 0: "5.53% of samples: even branch"} {
		r := tallyReport(t, "tally.jar", "java/tally/Tally.java")
		r.parts.Info.Findings = []Finding{{Kind: findings.EvenBranch, Title: "even branch", Weight: &Weight{Metric: "samples", Unit: "samples", Share: 43.0 / 778, Value: 43, Total: 778, Line: line}}}
		r.write(t)
		browsertest.Expect(t, browsertest.VisitFile(t, page, r.page, "").Run(`log(text(one(".worth > li")).replace(/ about as often.*/, ""));`), want)
	}
}

// TestFindingInOtherCode: the mark of a method with code of another version is explained below the findings, where there is one.
func TestFindingInOtherCode(t *testing.T) {
	page := browsertest.Look(t, 1280, 800)
	const about = "≠: the class file is of another version than the profile, so these counts are of other code. "
	const all = "iprof-viz help worth-a-look has all limits."
	for jar, want := range map[string][]string{"tally.jar": {"false", all}, "tally-after.jar": {"true", about + all}} {
		r := tallyReport(t, jar, "java/tally/Tally.java")
		r.parts.Info.Findings = []Finding{{Kind: findings.EvenBranch, Title: "even branch", Methods: []FoundMethod{{Role: "about", ID: r.idOf(t, "tally.Tally.addText"), Name: "tally.Tally.addText"}}}}
		r.write(t)
		browsertest.Expect(t, browsertest.VisitFile(t, page, r.page, "").Run(`log(text(one(".worth")).includes("≠")); log(text(one(".worth + .note")));`), want...)
	}
}
