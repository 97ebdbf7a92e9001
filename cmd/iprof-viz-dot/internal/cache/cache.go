// Package cache gives go-graphviz a private place for its compiled code. It does so in its init, which must run before
// go-graphviz's init: that one compiles into $TMPDIR/go-graphviz, a directory that anybody may have created, runs the code that it
// finds there, and panics if the code is damaged or the disk is full.
//
// The place is a directory that only this user and root can change or replace: see package ownpath. If there is none, or the system
// cannot tell, nothing is kept: a picture then takes half a second to a second more.
//
// The order follows from the language specification: among the packages whose imports are initialized, the first by import path is
// next. Everything that this package imports from other modules is also imported by wazero, and "github.com/iprof-viz" sorts before
// "github.com/tetratelabs/wazero", which in turn go-graphviz imports. A test checks the imports.
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

// Filling reports whether this process was started to fill the cache. It has then done so and should exit.
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

// A base is a directory that may contain the cache, with the names of the directories on the path to it.
type base struct {
	path string
	to   []string
}

// bases returns the directories to try, best first. Each version of the engine has its own cache.
func bases() []base {
	version := "engine" + versions()
	list := []base{{os.TempDir(), []string{fmt.Sprintf("iprof-viz-%d", os.Getuid()), version}}}
	if path, err := os.UserCacheDir(); err == nil {
		os.Mkdir(path, 0o700) // it may exist; whether it is safe is checked next
		list = append([]base{{path, []string{"iprof-viz", version}}}, list...)
	}
	return list
}

// A place is the directory of the cache.
type place struct {
	dir  *os.Root
	path string // path of dir; no other user can redirect it
}

// open opens the cache in a base, and creates it if necessary.
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

// In a place: the directory that go-graphviz creates, and the file with its digest.
const (
	code = "go-graphviz"
	seal = "seal"
)

// ready reports whether the cache is filled and undamaged. It fills it if necessary.
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
	// If the seal is missing or incomplete, the next process fills the cache again.
	p.dir.WriteFile(seal, []byte(sum), 0o600)
	return true
}

// fill runs this program in another process, only to initialize and so fill the cache. A panic there does not end this process.
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
	env = append(env, os.Environ()...) // if a variable is set twice, the first counts
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

// keep returns a path of the directory. The directory stays open until the process ends.
func (p place) keep() string {
	dir, err := p.dir.Open(".")
	if err != nil {
		return p.path
	}
	return p.name(keepOpen(dir))
}
