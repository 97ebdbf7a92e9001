//go:build unix

package ownpath

import (
	"io/fs"
	"syscall"
)

const supported = true

// owner returns the id of the user who owns a file.
func owner(info fs.FileInfo) (uid int, ok bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(st.Uid), true
}
