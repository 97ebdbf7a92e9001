//go:build !unix

package drawing

import "os/exec"

// A group is the process of an engine. Its children end when their pipes break.
type group struct{ engine *exec.Cmd }

func startGroup() *group { return &group{} }

func (g *group) add(engine *exec.Cmd) { g.engine = engine }

func (g *group) kill() { g.engine.Process.Kill() }

func (g *group) end() {}
