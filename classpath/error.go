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

// RootOf returns the directory that should be on the path, if an error is about a class in the right place below another directory than
// that of the path: classes, for classes/com/acme/Main.class with com.acme.Main.
func RootOf(err error) (dir string, ok bool) {
	var format *classfile.FormatError
	var misplaced *MisplacedError
	if !errors.As(err, &format) || !errors.As(err, &misplaced) || !strings.HasSuffix(misplaced.Want, "."+misplaced.Got) || strings.Contains(format.File, "!") {
		return "", false
	}
	return strings.CutSuffix(filepath.ToSlash(format.File), "/"+strings.ReplaceAll(misplaced.Got, ".", "/")+".class")
}
