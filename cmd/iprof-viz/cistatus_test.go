package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// statusOf returns the exit status of a step.
func statusOf(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if err == nil {
		return 0
	}
	return exit.ExitCode()
}

// summaryOf returns the summary that the last step wrote, and removes it; "": none.
func (r *ciRunner) summaryOf(t *testing.T) string {
	t.Helper()
	name := filepath.Join(r.temp, "summary.md")
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return ""
	}
	if err != nil {
		t.Fatal(err)
	}
	os.Remove(name)
	return string(text)
}

// A mistake in the configuration switches no check off: it is told before anything is checked, also if there is nothing to compare.
func TestActionRefusesConfiguration(t *testing.T) {
	testtier.Sequential(t)
	r, commit := newRunner(t, map[string]string{"app.iprof": "shop.iprof", "notes.md": "../SECURITY.md"}, nil)
	all := testtier.More(t, "each mistake with a base and without one, rather than with one of them")
	for i, c := range []struct{ input, value, want string }{
		{"fail-over", "5", `ci/check.sh: iprof-viz: --fail-over: "5" is not a share`},
		{"fail-over", "abc", `--fail-over: "abc" is not a share`},
		{"fail-over", "500%", `--fail-over: "500%" is not a share`},
		{"fail-under-overlap", "abc", `--fail-under-overlap: "abc" is not a share`},
		{"fail-under", "abc", `--fail-under: "abc" is not a share`},
		{"fail-under", "95%", "--fail-under requires --classpath"},
		{"fail-under-coverage", "50%", "--fail-under-coverage requires --classpath"},
		{"fail-over-gap", "x", `--fail-over-gap: "x" is not a share`},
		{"fail-over-margin", "x", `--fail-over-margin: "x" is not a share`},
		{"classpath", "none.jar", "--classpath: none.jar: no such file"},
		{"classpath", "app.iprof", "--classpath: app.iprof: not a jar"},
		{"production", "notes.md", "./notes.md: "},
		{"strict", "maybe", "ci/check.sh: IPROF_VIZ_STRICT is neither true nor false: maybe"},
	} {
		for k, base := range []string{commit, ""} {
			if !all && i%2 != k {
				continue
			}
			values := inputs(base, "app.iprof")
			values["inputs."+c.input] = c.value
			status := statusOf(t, r.run(t, stepNamed(t, "Check the profiles"), values))
			if summary := r.summaryOf(t); status != 2 || summary != "" || !strings.Contains(r.output, c.want) {
				t.Errorf("%s=%q, base %q: status %d, no %q in\n%s%s", c.input, c.value, base, status, c.want, r.output, summary)
			}
		}
	}
}

// Warnings fail if strict is any of the words for true.
func TestActionIsStrict(t *testing.T) {
	testtier.Long(t, "checks of the action with each word for strict")
	r, _ := newRunner(t, nil, map[string]string{"app.iprof": "fib.iprof"})
	for value, want := range map[string]int{"true": 1, "yes": 1, "1": 1, "false": 0, "no": 0, "0": 0, "": 0} {
		values := inputs("", "app.iprof")
		values["inputs.strict"] = value
		status := statusOf(t, r.run(t, stepNamed(t, "Check the profiles"), values))
		if summary := r.summaryOf(t); status != want || strings.Contains(summary, "| sane | fail, ") != (want == 1) {
			t.Errorf("strict=%q: status %d\n%s%s", value, status, r.output, summary)
		}
	}
}

// with returns an iprof with these kinds of records alone.
func with(t *testing.T, text string, sections ...string) string {
	t.Helper()
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	kept := map[string]json.RawMessage{}
	for _, key := range append(sections, "version", "types", "methods") {
		kept[key] = all[key]
	}
	result, err := json.Marshal(kept)
	if err != nil {
		t.Fatal(err)
	}
	return string(result)
}

// The exit status tells a profile that does not pass from a check that could not be done.
func TestActionStatuses(t *testing.T) {
	testtier.Sequential(t)
	whole := testfile.Read(t, "../../testdata/shop.iprof")
	other := testfile.Read(t, "../../testdata/tally.iprof")
	app, tally := string(whole), string(other)
	everything := testtier.More(t, "every status of the action's check, rather than one of each")
	instrumented, sampled := with(t, app, "callCountProfiles", "conditionalProfiles"), with(t, app, "samplingProfiles")
	truncated, empty := app[:len(app)/2], with(t, app)
	for _, c := range []struct {
		about, old, new, failOver string
		status                    int
		want                      string // in the summary
		short                     bool   // in the short tier, too
	}{
		{"a truncated profile", "", truncated, "", 1, "truncated", false},
		{"no profile", "", "no profile\n", "", 1, "malformed", true},
		{"nothing in common", instrumented, sampled, "", 0, "The profiles cannot be compared:\n\n    iprof-viz: ", false},
		{"nothing in common, gated", instrumented, sampled, "5%", 1, "This fails: the new profile lacks the records of the base.", true},
		{"a truncated base", truncated, app, "", 0, "The profiles cannot be compared:", false},
		{"a truncated base, gated", truncated, app, "5%", 2, "This fails: the base has nothing to compare.", true},
		{"an empty base, gated", empty, app, "5%", 2, "This fails: the base has nothing to compare.", false},
		{"a truncated new profile, gated", app, truncated, "5%", 1, "This fails: the new profile lacks the records of the base.", false},
		{"a change", tally, app, "5%", 1, "The comparison fails:\n\n    iprof-viz: app.iprof: --fail-over 5%: the share of ", true},
		{"a new file", "", app, "5%", 0, "The base has no such file.", false},
	} {
		if !everything && !c.short {
			continue
		}
		t.Run(c.about, func(t *testing.T) {
			before := map[string]string{}
			if c.old != "" {
				before["app.iprof"] = c.old
			}
			r, base := newRunnerOf(t, before, map[string]string{"app.iprof": c.new})
			values := inputs(base, "app.iprof")
			values["inputs.fail-over"] = c.failOver
			status := statusOf(t, r.run(t, stepNamed(t, "Check the profiles"), values))
			if summary := r.summaryOf(t); status != c.status || !strings.Contains(summary, c.want) {
				t.Errorf("status %d, want %d, and %q in\n%s%s", status, c.status, c.want, r.output, summary)
			}
		})
	}
}

// Without a base, as in builds of a push, the summary says that a limit of changes was not applied.
func TestActionWithoutBase(t *testing.T) {
	testtier.Long(t, "checks of the action without a base")
	r, _ := newRunner(t, nil, map[string]string{"app.iprof": "shop.iprof"})
	for failOver, want := range map[string]bool{"": false, "5%": true} {
		values := inputs("", "app.iprof")
		values["inputs.fail-over"] = failOver
		status := statusOf(t, r.run(t, stepNamed(t, "Check the profiles"), values))
		if summary := r.summaryOf(t); status != 0 || strings.Contains(summary, "### Changes\n\nNot compared: no base.\n") != want {
			t.Errorf("fail-over %q: status %d\n%s%s", failOver, status, r.output, summary)
		}
	}
}

// The text names files and commits, not directories of the runner. A comparison has the settings of the checkout.
func TestActionNamesCommits(t *testing.T) {
	testtier.Long(t, "comparisons of the action with the settings of a checkout")
	r, base := newRunner(t, map[string]string{"app.iprof": "even-or-odd.iprof", "-": "even-or-odd.iprof"}, map[string]string{"app.iprof": "shop.iprof", "-": "shop.iprof"})
	command := exec.Command("git", "-C", r.checkout, "rev-parse", "--short", base)
	short, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	commit := strings.TrimSpace(string(short))
	for app, want := range map[string]string{"": " differences**", "com.example.none": " differences, none of the application "} {
		settings := filepath.Join(r.checkout, ".iprof-viz.toml")
		os.Remove(settings)
		if app != "" {
			if err := os.WriteFile(settings, []byte("app = \""+app+"\"\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		values := inputs(base, "app.iprof", "-")
		values["inputs.fail-over"] = "5%"
		r.run(t, stepNamed(t, "Check the profiles"), values)
		summary := r.summaryOf(t)
		for _, want := range []string{
			"- old: app.iprof at " + commit + ", new: app.iprof\n", "- old: - at " + commit + ", new: ./&#45;\n", "    iprof-viz: app.iprof: --fail-over 5%: ", want,
		} {
			if !strings.Contains(summary, want) {
				t.Errorf("app %q: no %q in\n%s%s", app, want, r.output, summary)
			}
		}
		if strings.Contains(summary, r.temp) || strings.Contains(summary, r.checkout) || strings.Contains(summary, "tmp") {
			t.Errorf("directories of the runner:\n%s", summary)
		}
	}
}

// The overlap with the base has a limit of its own: flipped branches change no share of a method.
func TestActionJudgesOverlap(t *testing.T) {
	testtier.Long(t, "checks of the action with a limit of the overlap")
	r, base := newRunner(t, map[string]string{"app.iprof": "tally.iprof"}, map[string]string{"app.iprof": "tally-after.iprof"})
	for limit, want := range map[string]int{"43%": 0, "78%": 1} {
		values := inputs(base, "app.iprof")
		values["inputs.fail-under-overlap"] = limit
		status := statusOf(t, r.run(t, stepNamed(t, "Check the profiles"), values))
		message := "The comparison fails:\n\n    iprof-viz: app.iprof: --fail-under-overlap 78%: the overlap of samples is 43.1% and of branches is 77.8%\n"
		if summary := r.summaryOf(t); status != want || strings.Contains(summary, message) != (want == 1) {
			t.Errorf("limit %s: status %d\n%s%s", limit, status, r.output, summary)
		}
	}
}

// An upload fails if another one of the workflow run has the name, so the default is of the job, and of each use in it.
func TestActionNamesArtifacts(t *testing.T) {
	testtier.Sequential(t)
	r, base := newRunner(t, map[string]string{"app.iprof": "tally.iprof"}, map[string]string{"app.iprof": "tally.iprof"})
	r.standIn(t, "#!/bin/sh\n") // names do not depend on what is checked
	for _, c := range []struct{ jobs, index, want string }{
		{"1", "0", "iprof-viz-build"}, {"1", "0", "iprof-viz-build.2"}, {"3", "0", "iprof-viz-build.1.3"}, {"3", "2", "iprof-viz-build.3.4"}, {"", "", "iprof-viz-build.5"},
	} {
		values := inputs(base, "app.iprof")
		values["strategy.job-total"], values["strategy.job-index"] = c.jobs, c.index
		if status := statusOf(t, r.run(t, stepNamed(t, "Check the profiles"), values)); status != 0 {
			t.Fatalf("status %d\n%s", status, r.output)
		}
		if outputs := strings.Split(strings.TrimSpace(r.read(t, "output")), "\n"); outputs[len(outputs)-1] != "artifact="+c.want {
			t.Errorf("%s of %s jobs: %q, want %s", c.index, c.jobs, outputs, c.want)
		}
	}
	text := testfile.Read(t, "../../action.yml")
	if !strings.Contains(string(text), "\n        name: ${{ inputs.artifact == 'iprof-viz-JOB' && steps.check.outputs.artifact || inputs.artifact }}\n") ||
		!strings.Contains(string(text), "\n    default: iprof-viz-JOB\n") {
		t.Error("the upload has another name")
	}
}

// What a pull request adds cannot be compared: the message says so, and what to do.
func TestActionExplainsNewRecords(t *testing.T) {
	testtier.Long(t, "checks of the action where the base has no such records")
	const head = `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"app.Main"}],"methods":[{"id":1,"name":"run","signature":[1,0]}],"callCountProfiles":[{"ctx":"1:0","records":[100]}]`
	r, base := newRunnerOf(t, map[string]string{"app.iprof": head + "}"}, map[string]string{"app.iprof": head + `,"samplingProfiles":[{"ctx":"1:0","records":[50]}]}`})
	values := inputs(base, "app.iprof")
	values["inputs.fail-under-overlap"] = "90%"
	status := statusOf(t, r.run(t, stepNamed(t, "Check the profiles"), values))
	const message = "--fail-under-overlap 90%: the overlap of samples is unknown, as the old profile has none\n    hint: only what is new fails: a comparison with this profile passes it;"
	if summary := r.summaryOf(t); status != 1 || !strings.Contains(summary, message) {
		t.Errorf("status %d\n%s%s", status, r.output, summary)
	}
}
