// Package cache gives go-graphviz a private place for its compiled code. It does so in its init, which has to run
// before that of go-graphviz: that one compiles into $TMPDIR/go-graphviz, a directory that anybody may have made, runs
// the code that it finds there, and panics if that is damaged or the disk is full.
//
// The order is that of the language's specification: of the packages whose imports are initialized, the first by import
// path is next. All that this package imports wazero imports too, and "github.com/iprof-viz" comes before
// "github.com/tetratelabs/wazero", which in turn go-graphviz imports. A test watches over the imports.
package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
)

// fillVar is set for a process that does nothing but fill the cache.
const fillVar = "IPROF_VIZ_DOT_FILL"

// Filling reports whether this process was started to fill the cache. It has then done so and should end.
func Filling() bool { return os.Getenv(fillVar) != "" }

func init() {
	if Filling() {
		return
	}
	for dir := range candidates() {
		if ready(dir) {
			setTemp(dir)
			return
		}
	}
	setTemp(os.DevNull) // nothing can be created in there: compile every time, which takes a second
}

// tempVars are the variables that os.TempDir reads: the first on Unix, the others on Windows.
var tempVars = []string{"TMPDIR", "TMP", "TEMP"}

// setTemp makes os.TempDir return dir.
func setTemp(dir string) {
	for _, name := range tempVars {
		os.Setenv(name, dir)
	}
}

// candidates yields the places for the cache, the best first. Each version of the engine has its own.
func candidates() iter.Seq[string] {
	return func(yield func(string) bool) {
		version := "engine" + versions()
		if base, err := os.UserCacheDir(); err == nil && mayMake(base) && mayMake(filepath.Join(base, "iprof-viz")) {
			if !yield(filepath.Join(base, "iprof-viz", version)) {
				return
			}
		}
		if base := filepath.Join(os.TempDir(), fmt.Sprintf("iprof-viz-%d", os.Getuid())); mayMake(base) && isPrivate(base) {
			yield(filepath.Join(base, version))
		}
	}
}

// versions returns the versions of the compiler, wazero, and of the code, go-graphviz.
func versions() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	var s string
	for _, m := range info.Deps {
		if strings.HasSuffix(m.Path, "/go-graphviz") || strings.HasSuffix(m.Path, "/wazero") {
			s += "-" + m.Version
		}
	}
	return s
}

// mayMake makes a directory if there is none, and reports whether there is one then.
func mayMake(dir string) bool {
	os.Mkdir(dir, 0o700)
	info, err := os.Stat(dir)
	return err == nil && info.IsDir()
}

// isPrivate reports whether dir is a directory, not a link, that nobody else can change.
func isPrivate(dir string) bool {
	info, err := os.Lstat(dir)
	return err == nil && info.IsDir() && ownedAlone(info)
}

// ready reports whether dir is a cache that can be used: private, filled and undamaged. It fills it if need be.
func ready(dir string) bool {
	if !mayMake(dir) || !isPrivate(dir) {
		return false
	}
	code, seal := filepath.Join(dir, "go-graphviz"), filepath.Join(dir, "seal")
	if want, err := os.ReadFile(seal); err == nil {
		if sum, err := digest(code); err == nil && sum == string(want) {
			return true
		}
	}
	os.Remove(seal)
	if os.RemoveAll(code) != nil || fill(dir) != nil {
		return false
	}
	sum, err := digest(code)
	if err != nil {
		return false
	}
	// Without the seal, or with half of it, the next process fills the cache again.
	os.WriteFile(seal, []byte(sum), 0o600)
	return true
}

// fill runs this program in another process, only to initialize and so fill the cache. A panic does not end this
// process.
func fill(dir string) error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	env := []string{fillVar + "=1"}
	for _, name := range tempVars {
		env = append(env, name+"="+dir)
	}
	env = append(env, os.Environ()...) // of two settings the first counts
	p, err := os.StartProcess(exe, os.Args[:1], &os.ProcAttr{Env: env, Files: make([]*os.File, 3)})
	if err != nil {
		return err
	}
	state, err := p.Wait()
	if err == nil && !state.Success() {
		err = fmt.Errorf("%v", state)
	}
	return err
}

// digest returns a hash of the names and contents of all files below dir.
func digest(dir string) (string, error) {
	h := sha256.New()
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		files++
		fmt.Fprintf(h, "%q\n", path)
		n, err := io.Copy(h, f)
		fmt.Fprintf(h, "\n%d\n", n)
		return err
	})
	if err == nil && files == 0 {
		err = fs.ErrNotExist
	}
	return hex.EncodeToString(h.Sum(nil)), err
}
