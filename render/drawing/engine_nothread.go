//go:build unix && !linux

package drawing

import "syscall"

// endWithThread is for Linux only. Elsewhere iprof-viz-dot watches whether its parent is there.
func endWithThread(*syscall.SysProcAttr) {}
