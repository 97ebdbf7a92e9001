//go:build unix && !linux

package render

import "syscall"

// endWithThread is for Linux only. Elsewhere iprof-viz-dot watches whether its parent is there.
func endWithThread(*syscall.SysProcAttr) {}
