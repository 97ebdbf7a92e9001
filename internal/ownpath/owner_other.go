//go:build !unix

package ownpath

import "io/fs"

const supported = false

func owner(fs.FileInfo) (uid int, ok bool) { return 0, false }
