package classpath

import "errors"

// ErrNotFound means that a class, or its source file, is not on the path.
var ErrNotFound = errors.New("class not found")

// The causes that a [classfile.FormatError] of an archive may wrap, beside those of class files.
var (
	ErrNotJar  = errors.New("not a jar")                  // has no directory of a zip archive
	ErrOutside = errors.New("leads out of its directory") // the Class-Path of a jar
)

// longName is the number of bytes after which names in messages are cut.
const longName = 60
