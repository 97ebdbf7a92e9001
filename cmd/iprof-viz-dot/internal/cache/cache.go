// Package cache gives go-graphviz a private place for its compiled code. It does so in its init, which has to run
// before that of go-graphviz: that one compiles into $TMPDIR/go-graphviz, a directory that anybody may have made, runs
// the code that it finds there, and panics if that is damaged or the disk is full.
//
// The place is a directory that only this user and root can change or replace: see package ownpath. Where there is none, or the
// system cannot say, nothing is kept: a picture then takes half a second to a second more.
//
// The order is that of the language's specification: of the packages whose imports are initialized, the first by import
// path is next. All that this package imports, of other modules, wazero imports too, and "github.com/iprof-viz" comes before
// "github.com/tetratelabs/wazero", which in turn go-graphviz imports. A test watches over the imports.
package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/ownpath"
)

// fillVar is set for a process that does nothing but fill the cache.
const fillVar = "IPROF_VIZ_DOT_FILL"

// Filling reports whether this process was started to fill the cache. It has then done so and should end.
func Filling() bool { return os.Getenv(fillVar) != "" }

func init() {
	if Filling() {
		return
	}
	for _, base := range bases() {
		if p, err := open(base); err == nil && p.ready() {
			setTemp(p.keep())
			return
		}
	}
	setTemp(os.DevNull) // nothing can be created in there: compile every time
}

// tempVars are the variables that os.TempDir reads: the first on Unix, the others on Windows.
var tempVars = []string{"TMPDIR", "TMP", "TEMP"}

// setTemp makes os.TempDir return dir.
func setTemp(dir string) {
	for _, name := range tempVars {
		os.Setenv(name, dir)
	}
}

// A base is a directory in which the cache may be, with the names of the directories to it.
type base struct {
	path string
	to   []string
}

// bases returns those to try, the best first. Each version of the engine has its own cache.
func bases() []base {
	version := "engine" + versions()
	list := []base{{os.TempDir(), []string{fmt.Sprintf("iprof-viz-%d", os.Getuid()), version}}}
	if path, err := os.UserCacheDir(); err == nil {
		os.Mkdir(path, 0o700) // it may be there; whether it is safe is seen next
		list = append([]base{{path, []string{"iprof-viz", version}}}, list...)
	}
	return list
}

// A place is the directory of the cache.
type place struct {
	dir  *os.Root
	path string // of dir; no other user can make it lead elsewhere
}

// open opens the cache in a base. It makes it if need be.
func open(b base) (place, error) {
	dir, path, err := ownpath.Open(b.path)
	if err != nil {
		return place{}, err
	}
	for _, name := range b.to {
		below, err := ownpath.OpenPrivate(dir, name)
		dir.Close()
		if err != nil {
			return place{}, err
		}
		dir, path = below, filepath.Join(path, name)
	}
	return place{dir, path}, nil
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

// Of a place: the directory that go-graphviz makes, and the file with its digest.
const (
	code = "go-graphviz"
	seal = "seal"
)

// ready reports whether the cache is filled and undamaged. It fills it if need be.
func (p place) ready() bool {
	if want, err := p.dir.ReadFile(seal); err == nil {
		if sum, err := p.digest(); err == nil && sum == string(want) {
			return true
		}
	}
	p.dir.Remove(seal)
	if p.dir.RemoveAll(code) != nil || p.fill() != nil {
		return false
	}
	sum, err := p.digest()
	if err != nil {
		return false
	}
	// Without the seal, or with half of it, the next process fills the cache again.
	p.dir.WriteFile(seal, []byte(sum), 0o600)
	return true
}

// fill runs this program in another process, only to initialize and so fill the cache. A panic does not end this
// process.
func (p place) fill() error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	dir, err := p.dir.Open(".")
	if err != nil {
		return err
	}
	defer dir.Close()
	const inChild = 3 // the descriptor
	env := []string{fillVar + "=1"}
	for _, name := range tempVars {
		env = append(env, name+"="+p.name(inChild))
	}
	env = append(env, os.Environ()...) // of two settings the first counts
	process, err := os.StartProcess(exe, os.Args[:1], &os.ProcAttr{Env: env, Files: []*os.File{nil, nil, nil, inChild: dir}})
	if err != nil {
		return err
	}
	state, err := process.Wait()
	if err == nil && !state.Success() {
		err = fmt.Errorf("%v", state)
	}
	return err
}

// digest returns a hash of the names and contents of all compiled code.
func (p place) digest() (string, error) {
	if err := ownpath.CheckTree(p.dir, code); err != nil {
		return "", err
	}
	h := sha256.New()
	files := 0
	err := fs.WalkDir(p.dir.FS(), code, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := p.dir.Open(path)
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

// keep returns a path of the directory. The directory stays open as long as the process.
func (p place) keep() string {
	dir, err := p.dir.Open(".")
	if err != nil {
		return p.path
	}
	return p.name(keepOpen(dir))
}
