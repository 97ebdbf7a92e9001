package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testpage"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// deepStacks has forty methods of a framework, of the application's own packages, above the one that builds strings and allocates.
func deepStacks(n int) string {
	var stack []string
	for i := range n {
		stack = append(stack, fmt.Sprintf("app.frame.Layer%02d.call", i))
	}
	outer := strings.Join(stack, ";")
	return outer + ";app.Work.text;java.lang.StringBuilder.append;java.lang.AbstractStringBuilder.append 400\n" +
		outer + ";app.Work.text;com.oracle.svm.core.genscavenge.ThreadLocalAllocation.slowPathNewInstance;com.oracle.svm.core.genscavenge.GCImpl.collect 300\n" +
		outer + ";app.Other.text;java.lang.StringBuilder.append 90\n" +
		outer + " 210\n"
}

// Each command that a summary proposes for a finding shows, in the first rows that any terminal has room for, the method, package or
// type that the finding names.
func TestProposedCommandsShowTheirFinding(t *testing.T) {
	testtier.Sequential(t)
	dir := t.TempDir()
	for _, pattern := range []string{"../../testdata/*.*", "../../../shared/real/*.iprof.gz"} {
		found, _ := filepath.Glob(pattern)
		for _, file := range found {
			data, err := os.ReadFile(file)
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, filepath.Base(file)), data, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Chdir(dir) // reports name files without their directories
	if err := os.WriteFile("deep.folded", []byte(deepStacks(40)), 0o600); err != nil {
		t.Fatal(err)
	}
	summaries := []string{
		"deep.folded", "shop.iprof", "shop-before.folded", "fib.iprof", "even-or-odd.iprof", "reindex.xprof", "busy.jfr.gz", "tally.iprof", "wordcount.iprof",
		"--classpath tally.jar tally.iprof", "--classpath tally-after.jar tally.iprof", "--classpath tally-after.jar tally-after.iprof",
		"--classpath wordcount.jar wordcount.iprof", "--classpath wordcount.jar --optlog wordcount.optlog.jsonl wordcount.iprof",
	}
	if testtier.More(t, "published profiles") {
		found, _ := filepath.Glob("*.iprof.gz")
		summaries = append(summaries, found...)
	}
	kinds := map[string]bool{}
	for _, args := range summaries {
		for _, f := range proposedFindings(t, strings.Fields(args)) {
			kinds[f.Kind] = true
			subject := f.Subject
			if subject == "" && len(f.Methods) > 0 {
				subject = f.Methods[0].Name
			}
			command := commandOf(f.Command)
			if command[0] == "top" && !slices.Contains(command, "-n") {
				command = slices.Insert(command, 1, "-n", "5")
			}
			status, text, stderr, err := runHere(append(command, "--wide"))
			if err != nil || status != 0 || !strings.Contains(text, subject) {
				t.Errorf("%s of %s: %q has status %d and shows no %s\n%s%s", f.Kind, args, command, status, subject, stderr, text)
			}
		}
	}
	for _, kind := range []string{"string-building", "garbage-collection", "many-types", "even-branch", "not-inlined", "loop", "few-samples", "few-entries"} {
		if !kinds[kind] {
			t.Errorf("no profile has the finding %s", kind)
		}
	}
}

// Each command or flag that check, diff and their tables propose in a hint or note runs on the profile that it is about, and finds something.
func TestProposedInHintsRuns(t *testing.T) {
	testtier.Sequential(t)
	t.Chdir("../../testdata")
	var found []string
	if testtier.More(t, "hints about published profiles") {
		found, _ = filepath.Glob("../../shared/real/*.iprof.gz")
	}
	profiles := append([]string{"shop.iprof", "shop-before.folded", "fib.iprof", "even-or-odd.iprof", "reindex.xprof", "busy.jfr.gz", "tally.iprof", "wordcount.iprof", "shop-next.txt"}, found...)
	proposed := regexp.MustCompile(`(?m)(?:hint: iprof-viz |hint: |iprof-viz |; )(?:(top|diff|check|help) )?((?:(?:--?)?[\w#-]+ )+?)(?:has|lists|lists the|shows|reads|compares) `)
	pasted := regexp.MustCompile(`(?m): iprof-viz (\S[^\n']* \S+\.\S+)$`) // with its file
	ran := map[string]bool{}
	run := func(of, command []string) {
		ran[command[0]+" "+command[1]] = true
		if status, text, problem, err := runHere(command); err != nil || status != 0 || text == "" {
			t.Errorf("%q of %q has status %d: %s", command, of, status, problem)
		}
	}
	for _, file := range profiles {
		for _, args := range [][]string{{"check", file}, {"diff", file, "shop.iprof"}, {"diff", "busy.jfr.gz", file}, {"top", file},
			{"calls", "--classpath", "tally.jar", "tally.iprof"}, {"peek", "<outside>", "tally.iprof"}} {
			_, stdout, stderr, err := runHere(args)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range pasted.FindAllStringSubmatch(stdout+stderr, -1) {
				run(args, strings.Fields(found[1]))
			}
			text := strings.ReplaceAll(stdout+stderr, "\n  ", " ")
			for _, at := range proposed.FindAllStringSubmatchIndex(text, -1) {
				command := []string{"top"}
				if at[2] >= 0 {
					command[0] = text[at[2]:at[3]]
				} else if text[at[4]] != '-' {
					continue // a sentence
				}
				command = append(command, strings.Fields(text[at[4]:at[5]])...)
				if command[0] != "help" {
					command = append(command, slices.MaxFunc(args[1:], func(a, b string) int {
						return strings.LastIndex(text[:at[0]], a+":") - strings.LastIndex(text[:at[0]], b+":")
					}))
				}
				run(args, command)
			}
		}
	}
	for _, command := range []string{"top -m", "help reference#files", "top --sample-type", "peek -m"} {
		if !ran[command] {
			t.Errorf("no hint proposes %s, only %v", command, ran)
		}
	}
}

// A proposal is a finding of a report.
type proposal struct {
	Kind, Subject, Command string
	Methods                []struct{ Name string }
}

// proposedFindings returns the findings of a report, which knows all that is known about them.
func proposedFindings(t *testing.T, args []string) []proposal {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if status, _, stderr, err := runHere(append([]string{"report", "-q", "-o", file}, args...)); err != nil || status != 0 {
		t.Fatalf("%q: %d, %s", args, status, stderr)
	}
	page := testfile.Read(t, file)
	parts, err := testpage.Parts(page)
	if err != nil {
		t.Fatal(err)
	}
	records, err := testpage.Records(parts)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(records["info"]["findings"])
	if err != nil {
		t.Fatal(err)
	}
	var found []proposal
	if err := json.Unmarshal(text, &found); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return found
}

var shellWord = regexp.MustCompile(`'([^']*)'|[^ ]+`)

// commandOf returns the arguments of a command line whose words have no quotes in them.
func commandOf(line string) []string {
	var args []string
	for _, word := range shellWord.FindAllString(line, -1) {
		args = append(args, strings.Trim(word, "'"))
	}
	return args[1:]
}
