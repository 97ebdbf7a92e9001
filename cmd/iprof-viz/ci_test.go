package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// A step of action.yml that runs a script.
type actionStep struct {
	name, script string
	env          map[string]string // with expressions
}

// actionSteps reads the steps of action.yml, whose form is simple.
func actionSteps(t *testing.T) (steps []actionStep) {
	t.Helper()
	text := testfile.Read(t, "../../action.yml")
	_, list, _ := strings.Cut(string(text), "\n  steps:\n")
	for _, part := range regexp.MustCompile(`(?m)^    - `).Split(list, -1) {
		step := actionStep{env: map[string]string{}}
		if name := regexp.MustCompile(`^name: (.*)`).FindStringSubmatch(part); name != nil {
			step.name = name[1]
		}
		for _, v := range regexp.MustCompile(`(?m)^        ([A-Z_]+): (.*)$`).FindAllStringSubmatch(part, -1) {
			step.env[v[1]] = v[2]
		}
		if script := regexp.MustCompile(`(?m)^      run: (?:\|\n((?:        .*\n|\n)+)|(.*)$)`).FindStringSubmatch(part); script != nil {
			step.script = strings.ReplaceAll("\n"+script[1]+script[2], "\n        ", "\n")
			steps = append(steps, step)
		}
	}
	return steps
}

// A ciRunner stands for that of GitHub: inputs are environment, outputs are files.
type ciRunner struct {
	checkout, temp string
	output         string // what the steps printed
}

// run runs a step; values are those of expressions.
func (r *ciRunner) run(t *testing.T, step actionStep, values map[string]string) error {
	t.Helper()
	action, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(r.temp, "step.sh")
	if err := os.WriteFile(script, []byte(step.script), 0o666); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", script)
	command.Dir = r.checkout
	command.Env = []string{
		"PATH=" + filepath.Join(r.temp, "bin") + ":" + os.Getenv("PATH"), "HOME=" + r.temp, "RUNNER_TEMP=" + r.temp, "GITHUB_ACTION_PATH=" + action,
		"GITHUB_OUTPUT=" + filepath.Join(r.temp, "output"), "GITHUB_STEP_SUMMARY=" + filepath.Join(r.temp, "summary.md"), "GITHUB_REPOSITORY=o/r", "GITHUB_JOB=build",
	}
	for name, expression := range step.env {
		value := regexp.MustCompile(`\$\{\{ ([^}]*) \}\}`).ReplaceAllStringFunc(expression, func(e string) string {
			v, ok := values[strings.Trim(e, "${} ")]
			if !ok {
				t.Fatalf("%s is not expected", e)
			}
			return v
		})
		command.Env = append(command.Env, name+"="+value)
	}
	out, err := command.CombinedOutput()
	r.output = string(out)
	return err
}

func (r *ciRunner) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(r.temp, name))
	if err != nil {
		t.Fatalf("%v\n%s", err, r.output)
	}
	return string(text)
}

// standIn puts a script in place of the program.
func (r *ciRunner) standIn(t *testing.T, script string) {
	t.Helper()
	program := filepath.Join(r.temp, "iprof-viz/iprof-viz")
	os.Remove(program) // a link
	writeProgram(t, program, script)
}

// writeProgram writes a script to run. Tests beside this one start none meanwhile: a new process has what is being written open for writing,
// too, until it runs its own program, and the system runs no file that anybody has open for writing.
func writeProgram(t *testing.T, name, script string) {
	t.Helper()
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(name, []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
}

// results returns the directory of the results, as the action says it.
func (r *ciRunner) results(t *testing.T) string {
	t.Helper()
	_, after, _ := strings.Cut(r.read(t, "output"), "results="+r.temp+"/")
	dir, _, _ := strings.Cut(after, "\n")
	return dir
}

// newRunner returns a runner with a checkout of two commits, and the hash of the first. Files are copies of profiles of testdata.
func newRunner(t *testing.T, before, after map[string]string) (*ciRunner, string) {
	t.Helper()
	contents := func(files map[string]string) map[string]string {
		texts := map[string]string{}
		for name, from := range files {
			text := testfile.Read(t, filepath.Join("../../testdata", from))
			texts[name] = string(text)
		}
		return texts
	}
	return newRunnerOf(t, contents(before), contents(after))
}

// newRunnerOf is like newRunner, given the contents of files.
func newRunnerOf(t *testing.T, before, after map[string]string) (*ciRunner, string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the action is for Linux")
	}
	for _, tool := range []string{"bash", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(tool, " is not installed")
		}
	}
	r := &ciRunner{checkout: t.TempDir(), temp: t.TempDir()}
	if err := os.MkdirAll(filepath.Join(r.temp, "iprof-viz"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(installProgram(t), filepath.Join(r.temp, "iprof-viz/iprof-viz")); err != nil {
		t.Fatal(err)
	}
	git := func(args ...string) string {
		command := exec.Command("git", append([]string{"-C", r.checkout, "-c", "user.name=x", "-c", "user.email=x@localhost"}, args...)...)
		command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull) // which may ask for signatures
		out, err := command.CombinedOutput()
		if err != nil {
			t.Skipf("git: %v\n%s", err, out)
		}
		return strings.TrimSpace(string(out))
	}
	git("init", "-q")
	var base string
	for _, files := range []map[string]string{before, after} {
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(r.checkout, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		git("add", "-A")
		git("commit", "-q", "--allow-empty", "-m", "x")
		if base == "" {
			base = git("rev-parse", "HEAD")
		}
	}
	return r, base
}

// inputs are the values of the action's expressions, by default.
func inputs(base string, profiles ...string) map[string]string {
	return map[string]string{
		"inputs.profiles": strings.Join(profiles, "\n"), "github.event.pull_request.base.sha": base, "inputs.classpath": "", "inputs.strict": "false",
		"inputs.fail-under": "", "inputs.fail-over": "", "inputs.fail-under-overlap": "", "inputs.fail-under-coverage": "", "inputs.fail-over-margin": "", "inputs.fail-over-gap": "",
		"inputs.production": "", "inputs.fail-under-production": "", "strategy.job-total": "1", "strategy.job-index": "0",
	}
}

// stepNamed returns a step of the action.
func stepNamed(t *testing.T, name string) actionStep {
	t.Helper()
	steps := actionSteps(t)
	i := slices.IndexFunc(steps, func(s actionStep) bool { return s.name == name })
	if i < 0 {
		t.Fatalf("action.yml has no step %q", name)
	}
	return steps[i]
}

// No script of the action has an expression in it: the runner would put the text of a pull request into it.
func TestActionScriptsHaveNoExpressions(t *testing.T) {
	steps := actionSteps(t)
	if len(steps) != 3 {
		t.Errorf("%d steps with a script", len(steps))
	}
	for _, step := range steps {
		if strings.TrimSpace(step.script) == "" || strings.Contains(step.script, "${{") {
			t.Errorf("the script of %q is empty, or has an expression:\n%s", step.name, step.script)
		}
	}
}

// The linter of GitHub's workflows finds no fault with the action, whose steps it reads as those of a workflow, nor with the workflow in the
// documentation, which uses it. ACTIONLINT in the environment names the program.
func TestActionLint(t *testing.T) {
	actionlint := os.Getenv("ACTIONLINT")
	if actionlint == "" {
		var err error
		if actionlint, err = exec.LookPath("actionlint"); err != nil {
			t.Skip("actionlint is not installed")
		}
	}
	action := testfile.Read(t, "../../action.yml")
	guide := testfile.Read(t, "../../docs/ci.md")
	workflow := "on:\n  workflow_call:\n    inputs:\n"
	for _, input := range regexp.MustCompile(`(?m)^  ([a-z-]+):\n    description`).FindAllStringSubmatch(string(action), -1) {
		workflow += "      " + input[1] + ":\n        type: string\n"
	}
	workflow += "jobs:\n  action:\n    runs-on: ubuntu-latest\n    steps:\n"
	_, steps, _ := strings.Cut(string(action), "\n  steps:\n")
	for line := range strings.Lines(steps) {
		workflow += "  " + line
	}
	_, rest, _ := strings.Cut(string(guide), "## GitHub\n")
	_, rest, _ = strings.Cut(rest, "```yaml\n")
	documented, _, _ := strings.Cut(rest, "```")
	dir := t.TempDir()
	for name, text := range map[string]string{
		".git/HEAD": "ref: refs/heads/main\n", "iprof-viz/action.yml": string(action),
		".github/workflows/action.yml": workflow, ".github/workflows/documented.yml": documented,
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command(actionlint, "-no-color", ".github/workflows/action.yml", ".github/workflows/documented.yml")
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// The hook for committed profiles checks them, regardless of their names.
func TestPreCommitHook(t *testing.T) {
	hooks := testfile.Read(t, "../../.pre-commit-hooks.yaml")
	entry := regexp.MustCompile(`(?m)^  entry: iprof-viz (\S+)$`).FindStringSubmatch(string(hooks))
	args := regexp.MustCompile(`(?m)^  args: \[(.*)\]$`).FindStringSubmatch(string(hooks))
	if entry == nil || args == nil || !strings.HasSuffix(args[1], "--") {
		t.Fatalf("the hook has another form:\n%s", hooks)
	}
	dir := t.TempDir()
	for name, from := range map[string]string{"--help.iprof": "fib.iprof", "-o.iprof": "../SECURITY.md"} {
		content := testfile.Read(t, filepath.Join("../../testdata", from))
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, status := range map[string]int{"--help.iprof": 0, "-o.iprof": 3} {
		command := exec.Command(installProgram(t), entry[1], args[1], name)
		command.Dir = dir
		out, err := command.CombinedOutput()
		if command.ProcessState.ExitCode() != status {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// The action compares a changed profile with that of the base, and writes reports; a check that fails fails the job.
func TestActionComparesProfiles(t *testing.T) {
	testtier.Sequential(t)
	t.Parallel()
	r, base := newRunner(t, map[string]string{"app.iprof": "even-or-odd.iprof", "same.iprof": "fib.iprof"}, map[string]string{"app.iprof": "shop.iprof", "new.iprof": "fib.iprof"})
	values := inputs(base, "app.iprof", "same.iprof", "new.iprof", "missing.iprof")
	if err := r.run(t, stepNamed(t, "Check the profiles"), values); err == nil {
		t.Errorf("a missing profile is not a failure:\n%s", r.output)
	}
	results := r.results(t)
	comment := r.read(t, results+"/comment.md")
	for _, want := range []string{"<!-- iprof-viz -->\n", "## `app.iprof`\n", "differences**", "The file is the same.", "The base has no such file.", "## `missing.iprof`\n\nThis is not a file"} {
		if !strings.Contains(comment, want) {
			t.Errorf("no %q in\n%s", want, comment)
		}
	}
	if summary := r.read(t, "summary.md"); summary != comment {
		t.Errorf("the summary is another text:\n%s", summary)
	}
	for _, name := range []string{"report-1.html", "report-2.html", "report-3.html"} {
		if report := r.read(t, results+"/"+name); !strings.HasPrefix(report, "<!DOCTYPE html>") {
			t.Errorf("%s is %.100q", name, report)
		}
	}
}

// A profile that does not pass a threshold fails the job, and the comment says which.
func TestActionJudges(t *testing.T) {
	testtier.Long(t, "checks of the action with thresholds of margin, gap and coverage")
	t.Parallel()
	classes, err := filepath.Abs("../../testdata/wordcount.jar")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ input, good, bad, want string }{
		{"inputs.fail-over-margin", "50%", "10%", "| samples | fail, 584 samples"},
		{"inputs.fail-over-gap", "0%", "", ""},
		{"inputs.fail-under-coverage", "100%", "", ""},
	} {
		for _, value := range []string{c.good, c.bad} {
			if value == "" {
				continue
			}
			r, base := newRunner(t, nil, map[string]string{"app.iprof": "wordcount.iprof"})
			values := inputs(base, "app.iprof")
			values["inputs.classpath"], values[c.input] = classes, value
			err := r.run(t, stepNamed(t, "Check the profiles"), values)
			want, text := "**verdict: pass**", r.read(t, "summary.md")
			if value == c.bad {
				want = c.want
			}
			if (err == nil) != (value == c.good) || !strings.Contains(text, want) {
				t.Errorf("%s=%q: %v, no %q in\n%s", c.input, value, err, want, text)
			}
		}
	}
}

// A profile has to cover the samples of production, which are in a file and not behind a link.
func TestActionJudgesByProduction(t *testing.T) {
	testtier.Long(t, "checks of the action with samples of production")
	t.Parallel()
	r, base := newRunner(t, nil, map[string]string{"app.iprof": "shop.iprof", "production.folded": "shop-before.folded"})
	secret := filepath.Join(r.temp, "secret")
	if err := os.WriteFile(secret, []byte("token=hunter2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(r.checkout, "link.folded")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ file, share, summary, message string }{
		{"production.folded", "95%", "| production | pass, 98.6% of production's 1,589 judged counts", ""},
		{"production.folded", "99%", "| production | fail, 98.6% of production's 1,589 judged counts", ""},
		{"link.folded", "", "", "ci/check.sh: IPROF_VIZ_PRODUCTION is not a file, or a link: link.folded\n"},
		{"--help", "", "", "ci/check.sh: IPROF_VIZ_PRODUCTION is not a file, or a link: --help\n"},
	} {
		os.Remove(filepath.Join(r.temp, "summary.md"))
		values := inputs(base, "app.iprof")
		values["inputs.production"], values["inputs.fail-under-production"] = c.file, c.share
		err := r.run(t, stepNamed(t, "Check the profiles"), values)
		if (err == nil) != strings.Contains(c.summary, "pass") || !strings.Contains(r.output, c.message) || strings.Contains(r.output, "hunter2") {
			t.Errorf("%s, %s: %v\n%s", c.file, c.share, err, r.output)
		}
		if c.summary != "" && !strings.Contains(r.read(t, "summary.md"), c.summary) {
			t.Errorf("%s, %s: no %q in\n%s", c.file, c.share, c.summary, r.read(t, "summary.md"))
		}
	}
}

// Nothing of a pull request is executed, read from elsewhere, taken for an option, for markup or for a command of the runner.
func TestActionWithHostileInput(t *testing.T) {
	testtier.Long(t, "checks many profiles with hostile names")
	t.Parallel()
	names := []string{
		"$(touch pwned).iprof", "`touch pwned`.iprof", "a;touch pwned;.iprof", "a' 'b.iprof", `a"$IFS"b.iprof`, "-", "--help", "-opwned", "--output=pwned", "*.iprof",
		"::error::x.iprof", "@everyone <img src=x onerror=alert(1)> [x](javascript:x).iprof", "`` **b**.iprof", "a\x1b[31mb.iprof", "a\\n`touch pwned`.iprof",
	}
	files := map[string]string{}
	for _, name := range names {
		files[name] = "fib.iprof"
	}
	r, base := newRunner(t, nil, files)
	secret := filepath.Join(r.temp, "secret")
	if err := os.WriteFile(secret, []byte("token=hunter2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(r.checkout, "link.iprof")); err != nil {
		t.Fatal(err)
	}
	values := inputs(base, append(names, "link.iprof", ".git/config")...)
	step := stepNamed(t, "Check the profiles")
	if err := r.run(t, step, values); err == nil {
		t.Error("a link is accepted")
	}
	results := r.results(t)
	if strings.Contains(results, "\n") {
		t.Errorf("outputs: %q", results)
	}
	comment := r.read(t, results+"/comment.md")
	if n := strings.Count(comment, "The base has no such file."); n != len(names) {
		t.Errorf("%d profiles were checked, not %d:\n%s", n, len(names), comment)
	}
	if strings.Contains(comment+r.output, "hunter2") || strings.Count(comment, "This is not a file of the checkout, or a link.") != 2 {
		t.Errorf("a link was read:\n%s", comment)
	}
	for line := range strings.Lines(comment) {
		outside := regexp.MustCompile("`[^`]*`").ReplaceAllString(line, "")
		if regexp.MustCompile(`@everyone|<img|\]\(|\x1b|\*\*b\*\*`).MatchString(outside) {
			t.Errorf("a name is markup: %s", line)
		}
	}
	// Each input in turn is a command; none of them is run, and a usage error is told.
	for _, input := range []string{"inputs.classpath", "inputs.strict", "inputs.fail-under", "inputs.fail-over", "inputs.fail-under-overlap", "inputs.fail-under-coverage", "inputs.fail-over-margin", "inputs.fail-over-gap", "inputs.production", "inputs.fail-under-production", "github.event.pull_request.base.sha", "inputs.profiles"} {
		for _, text := range []string{"$(touch pwned)", "`touch pwned`", "x\ntouch pwned\n", "--output=pwned", "::error::x", "a[$(touch pwned)]"} {
			values := inputs(base, "-")
			values[input] = text
			r.run(t, step, values)
			if strings.Contains(r.output, "\n::error::") && !strings.Contains(r.output, "::stop-commands::") {
				t.Errorf("%s=%q: a command of the runner:\n%s", input, text, r.output)
			}
		}
	}
	for _, dir := range []string{r.checkout, r.temp} {
		filepath.WalkDir(dir, func(path string, _ os.DirEntry, _ error) error {
			if filepath.Base(path) == "pwned" {
				t.Errorf("%s was created", path)
			}
			return nil
		})
	}
}

// A comment has at most 65,536 characters: tables get fewer rows, and what is still too long ends in a whole line.
func TestActionShortensComments(t *testing.T) {
	testtier.Sequential(t)
	t.Parallel()
	all := testtier.More(t, "comments of rows that fit")
	for _, tt := range []struct {
		rowBytes, rows int // of a table in the comment
		end            string
	}{{100, 20, "row\n\n"}, {5000, 10, "row\n\n"}, {50_000, 0, "\nThe rest does not fit here; see the report.\n"}} {
		if tt.rowBytes == 100 && !all {
			continue
		}
		r, _ := newRunner(t, nil, map[string]string{"app.iprof": "fib.iprof"})
		// Prints as many rows as --limit says.
		script := fmt.Sprintf("#!/bin/sh\nfor a; do case $a in --limit=*) n=${a#*=};; esac; done\nfor i in $(seq $n); do printf '%%0%dd row\\n' 1; done\n", tt.rowBytes)
		r.standIn(t, script)
		if err := r.run(t, stepNamed(t, "Check the profiles"), inputs("", "app.iprof")); err != nil {
			t.Fatalf("%v\n%s", err, r.output)
		}
		results := r.results(t)
		comment := r.read(t, results+"/comment.md")
		if len(comment) > 65536 || !strings.HasSuffix(comment, tt.end) || tt.rows > 0 && strings.Count(comment, " row\n") != tt.rows {
			t.Errorf("rows of %d bytes: %d bytes, %d rows, the end is %q", tt.rowBytes, len(comment), strings.Count(comment, " row\n"), comment[max(0, len(comment)-80):])
		}
		if summary := r.read(t, "summary.md"); strings.Count(summary, " row\n") != min(20, 1_000_000/tt.rowBytes) && tt.rowBytes < 50_000 {
			t.Errorf("the summary has %d rows", strings.Count(summary, " row\n"))
		}
	}
}

// A comment replaces the one of an earlier run. Without the right to write one, as from a fork, the job goes on.
func TestActionComments(t *testing.T) {
	testtier.Sequential(t)
	t.Parallel()
	r, _ := newRunner(t, nil, nil)
	step := stepNamed(t, "Comment")
	values := map[string]string{"inputs.token": "T", "github.event.pull_request.number": "7", "steps.check.outputs.results": r.temp}
	if err := os.WriteFile(filepath.Join(r.temp, "comment.md"), []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(r.temp, "bin"), 0o777); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(r.temp, "log")
	for _, tt := range []struct{ gh, want string }{
		{`case $* in *--paginate*) echo 17; echo 18;; esac`, "api -X PATCH repos/o/r/issues/comments/17 -F body=@" + r.temp + "/comment.md --silent\n"},
		{`true`, "api -X POST repos/o/r/issues/7/comments -F body=@" + r.temp + "/comment.md --silent\n"},
		{`false`, "api -X POST repos/o/r/issues/7/comments -F body=@" + r.temp + "/comment.md --silent\n"},
	} {
		os.Remove(log)
		writeProgram(t, filepath.Join(r.temp, "bin/gh"), "#!/bin/sh\necho \"$*\" >>'"+log+"'\n"+tt.gh+"\n")
		if err := r.run(t, step, values); err != nil {
			t.Errorf("%v\n%s", err, r.output)
		}
		if got := r.read(t, "log"); !strings.HasPrefix(got, "api --paginate repos/o/r/issues/7/comments --jq ") || !strings.HasSuffix(got, "\n"+tt.want) {
			t.Errorf("%s: %s, want %s", tt.gh, got, tt.want)
		}
		if refused := strings.Contains(r.output, "could not be written"); refused != (tt.gh == "false") {
			t.Errorf("%s: %s", tt.gh, r.output)
		}
	}
}
