//go:build unix

package render

import (
	"os/exec"
	"syscall"
)

// setProcessGroup makes a command start in a process group of its own, with all children that it will have.
func setProcessGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a process and its children.
func killGroup(c *exec.Cmd) { syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
