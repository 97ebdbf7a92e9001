//go:build unix

package drawing

import (
	"os/exec"
	"syscall"
)

// setAttributes makes a command start in a separate process group, with all children that it will have, and end with the thread
// that starts it where the system can do that.
func setAttributes(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	endWithThread(c.SysProcAttr)
}

// killGroup kills a process and its children.
func killGroup(c *exec.Cmd) { syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
