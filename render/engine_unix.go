//go:build unix

package render

import (
	"os/exec"
	"syscall"
)

// setProcessGroup puts a process that is to be started, with the children that it will have, into a group of its own.
func setProcessGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a process and its children.
func killGroup(c *exec.Cmd) { syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
