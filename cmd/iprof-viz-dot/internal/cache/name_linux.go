package cache

import (
	"fmt"
	"os"
	"syscall"
)

// name returns a path to the directory through a descriptor, so that the files are in the very directory that was checked.
func (p place) name(descriptor int) string { return fmt.Sprintf("/proc/self/fd/%d", descriptor) }

// keepOpen returns a descriptor that is never closed; -1, without a cache, if no more can be opened.
func keepOpen(dir *os.File) int {
	defer dir.Close()
	n, err := syscall.Dup(int(dir.Fd()))
	if err != nil {
		return -1
	}
	return n
}
