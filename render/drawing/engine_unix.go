//go:build unix

package drawing

import (
	"io"
	"os/exec"
	"syscall"
)

// A group is the process group of an engine and of all its future children. Its first process waits for the end of this program,
// and then kills them all: the system does not end the children of a child when a program is killed.
type group struct {
	leader *exec.Cmd
	alive  io.Closer // its other end is the standard input of the leader, which sees its end when this program is gone; nil: the engine is the leader
}

// watch is a script for the shell of Unix systems.
const watch = "read -r end; kill -s KILL 0"

// startGroup starts a group without an engine. If there is no shell, the engine will be the first process.
func startGroup() *group {
	c := exec.Command("/bin/sh", "-c", watch)
	c.Env = []string{} // no variables that affect the shell
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	alive, err := c.StdinPipe()
	if err != nil || c.Start() != nil {
		return &group{}
	}
	return &group{c, alive}
}

// add puts an engine that has not been started yet into the group.
func (g *group) add(engine *exec.Cmd) {
	engine.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if g.leader == nil {
		g.leader = engine
		return
	}
	engine.SysProcAttr.Pgid = g.leader.Process.Pid
}

// kill kills all processes of the group.
func (g *group) kill() { syscall.Kill(-g.leader.Process.Pid, syscall.SIGKILL) }

// end kills what is left of the group when the engine has ended.
func (g *group) end() {
	if g.alive != nil {
		g.kill()
		g.alive.Close()
		g.leader.Wait()
	}
}
