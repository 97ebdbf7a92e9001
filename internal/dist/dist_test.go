package main

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// Two checkouts of one commit, in different directories, give the same bytes; the programs say which commit it is. IPROF_VIZ_DIST=all
// also makes the parts whose tools take minutes to build.
func TestSameBytes(t *testing.T) {
	testtier.Long(t, "builds archives in two directories")
	args := []string{"-targets", "linux/" + runtime.GOARCH, "-skip-missing"}
	if os.Getenv("IPROF_VIZ_DIST") != "all" {
		args = append(args, "-without", "sbom,rpm")
	}
	for _, name := range []string{"GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"} { // of a hook that runs this test
		t.Setenv(name, "")
		os.Unsetenv(name)
	}
	first, second := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "another")
	commit(t, first)
	if out, err := exec.Command("git", "clone", "-q", first, second).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var outs, sums []string
	for _, checkout := range []string{first, second} {
		out := filepath.Join(t.TempDir(), "out")
		command := exec.Command("go", append([]string{"run", "-trimpath", "./internal/dist", "-o", out}, args...)...)
		command.Dir = checkout
		command.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "SOURCE_DATE_EPOCH=") })
		if text, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		sum := testfile.Read(t, filepath.Join(out, sumsName))
		outs, sums = append(outs, out), append(sums, string(sum))
	}
	if sums[0] != sums[1] {
		t.Fatalf("%s\n%s", sums[0], sums[1])
	}
	for line := range strings.Lines(sums[0]) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		content, err := os.ReadFile(filepath.Join(outs[1], name))
		if err != nil || fmt.Sprintf("%x", sha256.Sum256(content)) != sum {
			t.Errorf("%s: %v, or another sum", name, err)
		}
		switch {
		case strings.HasSuffix(name, ".tar.gz"):
			archiveIsWhole(t, filepath.Join(outs[0], name))
		case strings.HasSuffix(name, ".oci.tar"):
			imageIsWhole(t, filepath.Join(outs[0], name))
		case strings.HasSuffix(name, ".deb"):
			packageIsWhole(t, filepath.Join(outs[0], name))
		}
	}
}

// commit makes a repository of this checkout's files in a directory.
func commit(t *testing.T, dir string) {
	t.Helper()
	git := func(args ...string) string {
		command := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@localhost"}, args...)...)
		command.Env = append(os.Environ(), "GIT_AUTHOR_DATE=2026-11-28T01:02:03Z", "GIT_COMMITTER_DATE=2026-11-28T01:02:03Z", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
		out, err := command.CombinedOutput()
		if err != nil {
			t.Skipf("git %s: %v\n%s", args[0], err, out)
		}
		return string(out)
	}
	list, err := exec.Command("git", "-C", "../..", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Skip("not in a git repository: ", err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		content, err := os.ReadFile(filepath.Join("../..", name))
		if errors.Is(err, os.ErrNotExist) { // removed, and not committed yet
			continue
		}
		to := filepath.Join(dir, name)
		if err := errors.Join(err, os.MkdirAll(filepath.Dir(to), 0o777), os.WriteFile(to, content, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q", "-b", "main")
	git("add", "-A")
	git("commit", "-q", "-m", "x")
	git("tag", "-a", "-m", "x", "v1.2.0-rc.1")
}

// archiveIsWhole checks an archive, as a user unpacks it.
func archiveIsWhole(t *testing.T, file string) {
	if want := fmt.Sprintf("iprof-viz_1.2.0-rc.1_linux_%s.tar.gz", runtime.GOARCH); filepath.Base(file) != want {
		t.Errorf("%s, want %s", filepath.Base(file), want)
	}
	files := untar(t, file, true)
	dir := strings.TrimSuffix(filepath.Base(file), ".tar.gz") + "/"
	for _, name := range []string{
		"iprof-viz", "iprof-viz-dot", "LICENSE", "NOTICE", "THIRD_PARTY_NOTICES.md", "CHANGELOG.md", "man/man1/iprof-viz.1", "man/man1/iprof-viz-graph.1",
		"completions/iprof-viz.bash", "completions/_iprof-viz", "completions/iprof-viz.fish", "completions/iprof-viz.ps1",
	} {
		if len(files[dir+name].content) == 0 {
			t.Errorf("%s has no %s, or an empty one", file, name)
		}
	}
	runs(t, files[dir+"iprof-viz"], files[dir+"iprof-viz-dot"])
}

// runs runs the programs, if this is a system for them.
func runs(t *testing.T, program, engine entry) {
	if runtime.GOOS != "linux" {
		return
	}
	dir := t.TempDir()
	for name, p := range map[string]entry{"iprof-viz": program, "iprof-viz-dot": engine} {
		if p.mode != 0o755 {
			t.Errorf("%s has mode %o", name, p.mode)
		}
		if err := os.WriteFile(filepath.Join(dir, name), p.content, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"--version", "iprof-viz v1.2.0-rc.1 (commit "},
		{"graph --nodes 3 ../../testdata/shop.iprof", "<svg"}, // by the engine beside it
	} {
		out, err := exec.Command(filepath.Join(dir, "iprof-viz"), strings.Fields(c.args)...).CombinedOutput()
		if err != nil || !strings.Contains(string(out), c.want) {
			t.Errorf("%s: %v\n%s", c.args, err, out)
		}
		if c.args == "--version" && (!strings.Contains(string(out), " of 2026-11-28, go") || strings.Contains(string(out), "modified")) {
			t.Errorf("the version is %s", out)
		}
	}
}

// packageIsWhole unpacks a package with the tool of Debian.
func packageIsWhole(t *testing.T, file string) {
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Log("no dpkg-deb: the package is not unpacked")
		return
	}
	fields, err := exec.Command("dpkg-deb", "-f", file, "Package", "Version", "Architecture").Output()
	if want := "Package: iprof-viz\nVersion: 1.2.0~rc.1\nArchitecture: " + runtime.GOARCH + "\n"; err != nil || string(fields) != want {
		t.Errorf("%v\n%s, want\n%s", err, fields, want)
	}
	dir := t.TempDir()
	if out, err := exec.Command("dpkg-deb", "-x", file, dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, mode := range map[string]os.FileMode{
		"bin/iprof-viz": 0o755, "bin/iprof-viz-dot": 0o755, "share/man/man1/iprof-viz-top.1.gz": 0o644, "share/doc/iprof-viz/copyright": 0o644,
		"share/bash-completion/completions/iprof-viz": 0o644, "share/zsh/vendor-completions/_iprof-viz": 0o644, "share/fish/vendor_completions.d/iprof-viz.fish": 0o644,
	} {
		if info, err := os.Stat(filepath.Join(dir, "usr", name)); err != nil || info.Mode().Perm() != mode || info.Size() == 0 {
			t.Errorf("%v, %v", info, err)
		}
	}
}

// imageIsWhole follows an image from its index to its files; each digest has to be that of the content.
func imageIsWhole(t *testing.T, file string) {
	layout := untar(t, file, false)
	blob := func(d descriptor) []byte {
		content := layout["blobs/sha256/"+strings.TrimPrefix(d.Digest, "sha256:")].content
		if len(content) != d.Size || fmt.Sprintf("sha256:%x", sha256.Sum256(content)) != d.Digest {
			t.Fatalf("%s: %d bytes, want %v", file, len(content), d)
		}
		return content
	}
	var index struct{ Manifests []descriptor }
	var manifest struct {
		Config descriptor
		Layers []descriptor
	}
	var config struct {
		Config struct {
			User       string
			Entrypoint []string
		}
		RootFS struct {
			DiffIDs []string `json:"diff_ids"`
		}
	}
	read := func(text []byte, v any) {
		if err := json.Unmarshal(text, v); err != nil {
			t.Fatal(err)
		}
	}
	read(layout["index.json"].content, &index)
	read(blob(index.Manifests[0]), &manifest)
	read(blob(manifest.Config), &config)
	if config.Config.User != imageUser || !slices.Equal(config.Config.Entrypoint, []string{"/usr/bin/iprof-viz"}) {
		t.Errorf("%v", config.Config)
	}
	layer := filepath.Join(t.TempDir(), "layer.tar.gz")
	if err := os.WriteFile(layer, blob(manifest.Layers[0]), 0o666); err != nil {
		t.Fatal(err)
	}
	files := untar(t, layer, true)
	if _, ok := files["tmp/"]; !ok || len(files["usr/share/doc/iprof-viz/LICENSE"].content) == 0 {
		t.Error("the image has no directory for temporary files, or no license")
	}
	runs(t, files["usr/bin/iprof-viz"], files["usr/bin/iprof-viz-dot"])
	packed, err := os.Open(layer)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	plain := sha256.New()
	if _, err := io.Copy(plain, z); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("sha256:%x", plain.Sum(nil)); !slices.Equal(config.RootFS.DiffIDs, []string{want}) {
		t.Errorf("%v, want %s", config.RootFS.DiffIDs, want)
	}
}

type descriptor struct {
	Digest string
	Size   int
}

type entry struct {
	content []byte
	mode    int64
}

// untar reads an archive; all of it is root's, and of the time of the commit.
func untar(t *testing.T, file string, packed bool) map[string]entry {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if packed {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	files := map[string]entry{}
	for in := tar.NewReader(r); ; {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if date := time.Date(2026, 11, 28, 1, 2, 3, 0, time.UTC); !h.ModTime.Equal(date) || h.Uid != 0 || h.Gid != 0 {
			t.Errorf("%s: of %s, user %d, group %d", h.Name, h.ModTime, h.Uid, h.Gid)
		}
		files[h.Name] = entry{content, h.Mode}
	}
}
