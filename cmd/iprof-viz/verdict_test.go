package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testschema"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A judgedFile is the part of a verdict that scripts read.
type judgedFile struct {
	File     string
	Findings []struct{ Severity, Kind string }
	Against  *struct {
		Total int64
		Share float64
	}
	Fit     *struct{ Share *float64 }
	Quality struct {
		Verdict  string
		Criteria []struct {
			Name, Unit, Limit, Status, Text, Reason string
			Value, Threshold                        *float64
		}
		Samples *struct{ Margin float64 }
		Flow    *struct{ Gap *float64 }
	}
	Coverage *struct {
		Bytes        int64
		EnteredBytes *int64 `json:"entered_bytes"`
	}
}

// TestVerdictsAgree checks profiles with various thresholds: the verdict on all files is the exit status, each criterion has the status
// that its value and its threshold say, and its value is the one that the rest of the document has.
func TestVerdictsAgree(t *testing.T) {
	testtier.Sequential(t)
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	stale := write("stale.iprof", `{"version":"1.0.0","types":[{"id":0,"name":"Greeter"},{"id":1,"name":"java.lang.String"}],
		"methods":[{"id":1,"name":"greet","signature":[0,1,1]},{"id":2,"name":"greets","signature":[0,1,1]}],
		"callCountProfiles":[{"ctx":"1:0","records":[8]},{"ctx":"2:0","records":[4]}],"conditionalProfiles":[{"ctx":"1:4","records":[7,0,3,14,1,7]}]}`)
	type program struct{ classes, file string }
	programs := []program{{"", "../../testdata/shop.iprof"}, {"", "../../testdata/fib.iprof"}, {"", "../../SECURITY.md"}, {"../../testdata/wordcount.jar", "../../testdata/wordcount.iprof"},
		{"../../classfile/testdata/greeter.jar", "../../testdata/wordcount.iprof"},
		{"../../classfile/testdata/greeter.jar", stale}}
	const shared = "../../../shared/"
	all := testtier.More(t, "verdicts on large published profiles")
	for _, x := range []program{{"jvm/known/classes", "jvm/known/known.iprof"}, {"jvm/calls/classes", "jvm/calls/profile.iprof"}, {"jvm/seed-classes", "jvm/seed/fib.iprof"},
		{"", "real/binary-tree-0.2.0.iprof.gz"}, {"", "real/streamtdi-0.4.0.iprof.gz"}, {"", "real/stripped-1.0.0.iprof.gz"}, {"", "real/empty-0.2.0.iprof.gz"}} {
		if info, err := os.Stat(shared + x.file); err == nil && (all || info.Size() < 400_000) {
			if x.classes != "" {
				x.classes = shared + x.classes
			}
			programs = append(programs, program{x.classes, shared + x.file})
		}
	}
	list := write("list.txt", "com.example.shop.Shop.main\njava.lang.String.length()\n")
	schema := testschema.Read(t, "check")
	statuses := map[string]int{}
	for _, x := range programs {
		for _, flags := range []string{
			"", "--strict", "--fail-over-margin 30% --fail-over-gap 0.01%", "--fail-over-margin 100% --fail-over-gap 100%", "--production ../../testdata/shop-before.folded --fail-under-production 90%",
			"--production ../../testdata/shop-before.folded --fail-under-production 99%",
			"--against " + list, "classes", "classes --fail-under 100% --fail-under-coverage 97% --fail-over-gap 0", "classes --strict --fail-under-coverage 0",
		} {
			if strings.HasPrefix(flags, "classes") {
				if x.classes == "" {
					continue
				}
				flags = strings.Replace(flags, "classes", "--classpath "+x.classes, 1)
			}
			args := append([]string{"check", "--format", "json", x.file}, strings.Fields(flags)...)
			status, stdout, stderr, err := runHere(args)
			if err != nil || stderr != "" {
				t.Fatalf("%v: %v\n%s", args, err, stderr)
			}
			testschema.Validate(t, schema, stdout)
			var read struct {
				OK    bool
				Files []judgedFile
			}
			if err := json.Unmarshal([]byte(stdout), &read); err != nil {
				t.Fatal(err)
			}
			of := read.Files[0]
			if passes := of.Quality.Verdict == "pass"; passes != (status == 0) || passes != read.OK {
				t.Errorf("%v: status %d, verdict %s, %v", args, status, of.Quality.Verdict, read.OK)
			}
			checkCriteria(t, strings.Join(args, " "), of)
			checkSane(t, args, of)
			for _, c := range of.Quality.Criteria {
				statuses[c.Name+" "+c.Status]++
			}
		}
	}
	if _, err := os.Stat(shared); err != nil {
		return // others have all statuses
	}
	for _, name := range []string{"sane", "samples", "flow", "coverage", "fit", "listed", "production"} {
		for _, status := range []string{"pass", "fail", "not_judged"} {
			if n := statuses[name+" "+status]; n == 0 && name+status != "sanenot_judged" && (all || name+status != "flowfail") {
				t.Errorf("%s is never %s: %v", name, status, statuses)
			}
		}
	}
}

// checkSane counts the findings that fail a check and say nothing about a threshold.
func checkSane(t *testing.T, args []string, of judgedFile) {
	t.Helper()
	n := 0.0
	for _, f := range of.Findings {
		switch f.Kind {
		case "changed-code", "nothing-judged", "gone", "untrained", "wide-margin", "flow-gap", "low-coverage":
			if f.Severity == "error" {
				continue
			}
		}
		if f.Severity == "error" || f.Severity == "warning" && slices.Contains(args, "--strict") {
			n++
		}
	}
	if c := of.Quality.Criteria[0]; *c.Value != n || *c.Threshold != 0 {
		t.Errorf("%v: %+v, want %v", args, c, n)
	}
}

// TestCoverageRecounted recounts the bytecode in methods that ran, by the text of profiles and the class files.
func TestCoverageRecounted(t *testing.T) {
	testtier.Sequential(t)
	const shared = "../../../shared/jvm/"
	for _, x := range [][2]string{{"known/known.iprof", "known/classes"}, {"calls/profile.iprof", "calls/classes"}, {"seed/fib.iprof", "seed-classes"}} {
		data, err := os.ReadFile(shared + x[0])
		if err != nil {
			t.Skip("no ../shared/jvm")
		}
		ran := ranMethods(t, data)
		var all, covered int64
		err = filepath.WalkDir(shared+x[1], func(file string, _ os.DirEntry, err error) error {
			if err != nil || filepath.Ext(file) != ".class" {
				return err
			}
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			class, err := classfile.Parse(data)
			if err != nil {
				return err
			}
			for i := range class.Methods {
				m := &class.Methods[i]
				body, err := m.Code()
				if err != nil {
					return err
				}
				if body == nil {
					continue
				}
				all += int64(body.Length)
				if params, result, _ := classfile.Types(m.Descriptor); ran[class.Name+"."+m.Name+"("+strings.Join(params, ",")+")"+result] {
					covered += int64(body.Length)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		status, stdout, _, err := runHere([]string{"check", "--format", "json", "--classpath", shared + x[1], shared + x[0]})
		if err != nil || status != 0 {
			t.Fatalf("%s: status %d, %v", x[0], status, err)
		}
		var read struct{ Files []judgedFile }
		if err := json.Unmarshal([]byte(stdout), &read); err != nil {
			t.Fatal(err)
		}
		if c := read.Files[0].Quality.Criteria[3]; c.Name != "coverage" || math.Abs(*c.Value-float64(covered)/float64(all)) > 1e-12 {
			t.Errorf("%s: %s %v, want %d of %d", x[0], c.Name, *c.Value, covered, all)
		}
	}
}

// ranMethods returns the methods that ran, such as A.f(int,java.lang.String)void, from the text of a profile: those of contexts with a count.
func ranMethods(t *testing.T, data []byte) map[string]bool {
	t.Helper()
	var d testprofile.Document
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	types, methods := map[int32]string{}, map[string]string{}
	for _, x := range d.Types {
		types[x.ID] = x.Name + x.TypeName
	}
	for _, x := range d.Methods {
		var params []string
		for _, id := range x.Signature[2:] {
			params = append(params, types[id])
		}
		methods[strconv.Itoa(int(x.ID))] = types[x.Signature[0]] + "." + x.Name + x.MethodName + "(" + strings.Join(params, ",") + ")" + types[x.Signature[1]]
	}
	all := map[string]bool{}
	// Of so many numbers of a record the last one is a count.
	for section, each := range map[iprof.Section]int{iprof.Calls: 1, iprof.Samples: 1, iprof.Conditionals: 3, iprof.Receivers: 2, iprof.InstanceOf: 2} {
		for _, r := range d.Section(section) {
			for i, n := range r.Records {
				for _, frame := range r.Frames() {
					if id, _, _ := strings.Cut(frame, ":"); n > 0 && i%each == each-1 {
						all[methods[id]] = true
					}
				}
			}
		}
	}
	return all
}

// TestProductionRecounted recounts the samples in methods that ran, by names.
func TestProductionRecounted(t *testing.T) {
	data := testfile.Read(t, "../../testdata/shop.iprof")
	stacks := testfile.Read(t, "../../testdata/shop-before.folded")
	ran, listed := map[string]bool{}, map[string]bool{} // methods without parameters, classes
	for name := range ranMethods(t, data) {
		name, _, _ = strings.Cut(name, "(")
		ran[name] = true
	}
	p := testprofile.Parse(t, string(data))
	for slot := range p.MethodSlots() {
		m, _ := p.MethodHeadAt(slot)
		class, _ := p.Type(m.Declaring)
		listed[class.Name] = true
	}
	var in, judged float64
	for line := range strings.Lines(string(stacks)) {
		stack, count, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, _ := strconv.ParseFloat(count, 64)
		leaf := stack[strings.LastIndexByte(stack, ';')+1:]
		switch class := leaf[:max(0, strings.LastIndexByte(leaf, '.'))]; {
		case ran[leaf]:
			in += n
			judged += n
		case listed[class] && !strings.HasPrefix(leaf, "com.oracle.svm."):
			judged += n
		}
	}
	status, stdout, _, err := runHere([]string{"check", "--format", "json", "--production", "../../testdata/shop-before.folded", "../../testdata/shop.iprof"})
	var read struct{ Files []judgedFile }
	if err != nil || status != 0 || json.Unmarshal([]byte(stdout), &read) != nil {
		t.Fatalf("status %d, %v", status, err)
	}
	if c := read.Files[0].Quality.Criteria[6]; c.Name != "production" || math.Abs(*c.Value-in/judged) > 1e-12 || judged < 1000 {
		t.Errorf("%s %v, want %v of %v", c.Name, *c.Value, in, judged)
	}
}

// checkCriteria checks the criteria of a file.
func checkCriteria(t *testing.T, args string, of judgedFile) {
	t.Helper()
	var names []string
	verdict := "pass"
	values := map[string]*float64{}
	for _, c := range of.Quality.Criteria {
		names = append(names, c.Name)
		values[c.Name] = c.Value
		want := "not_judged"
		if c.Value != nil && c.Threshold != nil {
			want = "fail"
			if c.Limit == "maximum" && *c.Value <= *c.Threshold || c.Limit == "minimum" && *c.Value >= *c.Threshold {
				want = "pass"
			}
		}
		if c.Status != want || (c.Reason == "") != (want != "not_judged") || (c.Text == "") != (c.Value == nil) {
			t.Errorf("%s: %+v, want %s", args, c, want)
		}
		switch {
		case c.Status == "fail":
			verdict = "fail"
		case c.Status == "not_judged" && c.Threshold != nil && verdict == "pass":
			verdict = "not_judged"
		}
	}
	if want := []string{"sane", "samples", "flow", "coverage", "fit", "listed", "production"}; !slices.Equal(names, want) || of.Quality.Verdict != verdict {
		t.Errorf("%s: %s of %v, want %s of %v", args, of.Quality.Verdict, names, verdict, want)
	}
	elsewhere := map[string]*float64{}
	if s := of.Quality.Samples; s != nil {
		elsewhere["samples"] = &s.Margin
	}
	if f := of.Quality.Flow; f != nil {
		elsewhere["flow"] = f.Gap
	}
	if c := of.Coverage; c != nil && c.EnteredBytes != nil {
		share := float64(*c.EnteredBytes) / float64(c.Bytes)
		elsewhere["coverage"] = &share
	}
	if of.Fit != nil {
		elsewhere["fit"] = of.Fit.Share
	}
	if a := of.Against; a != nil && a.Total > 0 {
		share := 1 - a.Share
		elsewhere["listed"] = &share
	}
	for _, name := range []string{"samples", "flow", "coverage", "fit", "listed"} {
		x, y := values[name], elsewhere[name]
		if (x == nil) != (y == nil) || x != nil && math.Abs(*x-*y) > 1e-12 {
			t.Errorf("%s: %s is %v, elsewhere %v", args, name, x, y)
		}
	}
}
