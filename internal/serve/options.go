package serve

import (
	"context"
	"os/exec"
	"time"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/render/page"
)

// Options say what a server shows, and how.
type Options struct {
	MaxInput   int64 // bytes, decompressed; 0: the default of the format, -1: no limit
	Sources    load.SourceOptions
	Page       page.Options      // only Theme
	Base       string            // the file that the first page compares with; "": none
	Production string            // the file with production samples; "": none
	Given      map[string]string // the flags of the server that were set, with texts that set them again

	// commands returns the commands of the program, with their own options: the API runs them.
	Commands func(e *cli.Env) []*cobra.Command

	// Worker returns a process of this program that runs [Answer] with the same options, and ends with the context. Nil: uploads
	// are read by this process, which is the worker itself.
	Worker func(ctx context.Context) *exec.Cmd

	// WorkerTime is the processor time that a worker may use, besides some for each byte of the profiles; 0: the default.
	WorkerTime time.Duration

	// report returns the command that makes the page of a profile, compared with a base unless that is "".
	Report func(e *cli.Env, look page.Options, base string) *cobra.Command
}
