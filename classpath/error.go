package classpath

import "errors"

// ErrNotFound means that a class, or its source file, is not on the path.
var ErrNotFound = errors.New("class not found")

// Additional causes that a [classfile.FormatError] of an archive may wrap.
var (
	ErrNotJar  = errors.New("not a jar")                  // the zip archive has no directory
	ErrOutside = errors.New("leads out of its directory") // the Class-Path of a jar
)

// longName is the number of bytes above which names in messages are truncated.
const longName = 60
