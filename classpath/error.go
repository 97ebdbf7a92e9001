package classpath

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// ErrNotFound means that a class, or its source file, is not on the path.
var ErrNotFound = errors.New("class not found")

// ErrOtherVersion means that a source file is of another version than its classes: they have lines beyond its end.
var ErrOtherVersion = errors.New("the source is of another version")

// Additional causes that a [classfile.FormatError] of an archive may wrap.
var (
	ErrNotJar  = errors.New("not a jar")                  // the zip archive has no directory
	ErrOutside = errors.New("leads out of its directory") // the Class-Path of a jar
)

// longName is the number of bytes above which names in messages are truncated.
const longName = 60

// A MisplacedError is the cause of a [classfile.FormatError] of a file with another class than the one that belongs there.
type MisplacedError struct{ Got, Want string }

func (e *MisplacedError) Error() string {
	return fmt.Sprintf("the class is %s, not %s", words.QuoteShort(e.Got, longName), words.QuoteShort(e.Want, longName))
}

// A RootError is about a directory on the path whose classes are not found, as their packages begin in one above it.
type RootError struct{ Dir, Root string }

func (e *RootError) Error() string {
	return fmt.Sprintf("%s: the packages of its classes begin in %s", printable(e.Dir), printable(e.Root))
}

// RootOf returns the directory that should be on the path, if an error is about a class in the right place below another directory than
// that of the path: classes, for classes/com/acme/Main.class with com.acme.Main, and classes or classes/com on the path.
func RootOf(err error) (dir string, ok bool) {
	var root *RootError
	if errors.As(err, &root) {
		return root.Root, true
	}
	var format *classfile.FormatError
	var misplaced *MisplacedError
	if !errors.As(err, &format) || !errors.As(err, &misplaced) || strings.Contains(format.File, "!") {
		return "", false
	}
	file := filepath.ToSlash(format.File)
	place := func(class string) string { return "/" + strings.ReplaceAll(class, ".", "/") + ".class" }
	if packages, ok := strings.CutSuffix(misplaced.Got, "."+misplaced.Want); ok {
		dir, ok := strings.CutSuffix(file, place(misplaced.Want))
		whole, err := filepath.Abs(dir)
		return above(dir, packages, "."), ok && err == nil && strings.HasSuffix(filepath.ToSlash(whole), "/"+strings.ReplaceAll(packages, ".", "/"))
	}
	if strings.HasSuffix(misplaced.Want, "."+misplaced.Got) {
		return strings.CutSuffix(file, place(misplaced.Got))
	}
	return "", false
}

// above returns the directory above those of some packages.
func above(dir, packages, separator string) string {
	return filepath.Join(dir, strings.Repeat("../", 1+strings.Count(packages, separator)))
}
