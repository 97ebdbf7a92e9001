//go:build !unix

package drawing

import "os/exec"

func setAttributes(*exec.Cmd) {}

// killGroup kills a process. Its children end when their pipes break.
func killGroup(c *exec.Cmd) { c.Process.Kill() }
