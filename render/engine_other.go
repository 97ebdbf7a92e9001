//go:build !unix

package render

import "os/exec"

func setProcessGroup(*exec.Cmd) {}

// killGroup kills a process. Its children, if it has any, end when they find nobody to talk to.
func killGroup(c *exec.Cmd) { c.Process.Kill() }
