package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"github.com/iprof-viz/iprof-viz/convert/rewrite"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// FuzzKeyFile reads any bytes as a key file: an error, or a key that is written back with the same names and more.
//
//fuzz:runs 400
func FuzzKeyFile(f *testing.F) {
	body := load.KeyHeader + "key 000102030405060708090a0b0c0d0e0f\nCr5tq2m7xk4 \"Order\"\nx \"a\\nb\\xff\"\n"
	f.Add([]byte(body + load.KeySumOf([]byte(body))))
	file := filepath.Join(f.TempDir(), "key")
	f.Fuzz(func(t *testing.T, data []byte) {
		defer budget.Reading.Start(t, len(data))()
		for _, text := range [][]byte{data, append(slices.Clone(data), load.KeySumOf(data)...)} { // hardly any bytes have the right sum
			if err := os.WriteFile(file, text, 0o600); err != nil {
				t.Fatal(err)
			}
			k, err := load.ReadKey(file)
			if err != nil {
				if strings.ContainsAny(err.Error(), "\n\x1b\x00") {
					t.Errorf("%q", err)
				}
				continue
			}
			ps := rewrite.NewPseudonyms(k.Key, k.Names)
			names := len(k.Names)
			p := testprofile.Parse(t, testprofile.Small)
			if _, err := ps.Anonymize(p, p); err != nil {
				continue
			}
			if _, err := k.Write(file, ps); err != nil {
				t.Fatal(err)
			}
			again, err := load.ReadKey(file)
			if err != nil {
				t.Fatalf("what was written: %v", err)
			}
			for pseudonym, name := range k.Names {
				if again.Names[pseudonym] != name {
					t.Errorf("%s is %q, was %q", pseudonym, again.Names[pseudonym], name)
				}
			}
			if !bytes.Equal(again.Key, k.Key) || len(again.Names) < names {
				t.Errorf("%d names, %d before", len(again.Names), names)
			}
		}
	})
}

// FuzzSettings reads any bytes as a settings file: an error of one line, or an expression as in TOML.
//
//fuzz:runs 600
func FuzzSettings(f *testing.F) {
	for _, text := range []string{"app = 'com\\.example\\.'\n", "app = \"x\"\n# comment\n[other]\n", "app = 1", "app = \"\"\"\nx\"\"\"", "\xef\xbb\xbfapp='a'", "[[[[", "a.b.c.d = {x=1}"} {
		f.Add([]byte(text))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		defer budget.Reading.Start(t, len(data))()
		if err := os.WriteFile(filepath.Join(dir, cli.SettingsFile), data, 0o600); err != nil {
			t.Fatal(err)
		}
		s, _, _, err := load.NearestSettings(dir)
		if err != nil && strings.ContainsAny(err.Error(), "\n\x1b\x00") {
			t.Errorf("%q", err)
		}
		var theirs struct{ App string }
		if _, refused := toml.Decode(string(data), &theirs); err == nil && (refused != nil || s.App != theirs.App) {
			t.Errorf("%q is %q, want %q, %v", data, s.App, theirs.App, refused)
		}
	})
}

// FuzzProgram runs a command on any file: it has a result that a reader of its format understands, or a message of one line
// and a status that says why there is none.
//
//fuzz:runs 400
func FuzzProgram(f *testing.F) {
	budget.LimitMinimizing(f)
	f.Setenv("GOGC", "100") // so that the program leaves the collector of garbage alone, thousands of times in a process
	examples, _ := filepath.Glob("../../testdata/*.iprof")
	for i, name := range examples {
		data := testfile.Read(f, name)
		f.Add(uint(i*7), data)
	}
	for i := range uint(20) {
		f.Add(i*3, testprofile.Random(uint64(i), testprofile.RandomVersions[i%2]))
	}
	dir := f.TempDir()
	files := map[string]string{"FILE": filepath.Join(dir, "app.iprof"), "RUN": "../../testdata/even-or-odd.iprof", "LIST": filepath.Join(dir, "list")}
	if err := os.WriteFile(files["LIST"], []byte("app.A.m1\n"), 0o600); err != nil {
		f.Fatal(err)
	}
	message := regexp.MustCompile(`(?m)^iprof-viz: `)
	f.Fuzz(func(t *testing.T, command uint, data []byte) {
		defer budget.Drawing.Start(t, len(data))()
		r := readables[command%uint(len(readables))]
		if strings.Contains(r.args, "KEY") {
			return // random
		}
		if err := os.WriteFile(files["FILE"], data, 0o600); err != nil {
			t.Fatal(err)
		}
		args := strings.Fields(r.args)
		for i, arg := range args {
			name, weight, _ := strings.Cut(arg, ":")
			if file, ok := files[name]; ok {
				args[i] = strings.TrimSuffix(file+":"+weight, ":")
			}
		}
		status, stdout, stderr, _ := runHere(append(args, "--max-input", "1MiB"))
		switch {
		case status == cli.StatusOK || args[0] == "check":
			if err := r.read([]byte(stdout)); err != nil {
				t.Errorf("%s: %v in\n%.2000s", r.args, err, stdout)
			}
		case stdout != "" || !message.MatchString(stderr):
			t.Errorf("%s: status %d with %.1000s and\n%.1000s", r.args, status, stdout, stderr)
		}
		if status > cli.StatusLimit || status == cli.StatusOutput {
			t.Errorf("%s: status %d with\n%.1000s", r.args, status, stderr)
		}
		if err := readText([]byte(stderr)); err != nil {
			t.Errorf("%s: %v in\n%.2000s", r.args, err, stderr)
		}
	})
}
