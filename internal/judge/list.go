package judge

import (
	"errors"
	"io"
	"os"

	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// ReadMethods reads the list that a profile is compared with; nil if the name of the file is "".
func ReadMethods(e *cli.Env, file string) (*fit.MethodList, error) {
	if file == "" {
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, load.InputFailure(file, cli.Cause(err), nil)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil {
		if info.IsDir() {
			failure := load.DirectoryFailure(file)
			failure.Hint = methodListHint
			return nil, failure
		}
		if err := e.Out.CheckInput(file, info); err != nil {
			return nil, err
		}
	}
	list, err := fit.ReadMethods(f)
	if err != nil {
		failed := &cli.Failure{Status: cli.StatusInput, File: file, Err: cli.Cause(err)}
		if _, err := f.Seek(0, io.SeekStart); err == nil {
			head := make([]byte, 1024)
			n, _ := io.ReadFull(f, head)
			if load.IsJar(head[:n]) {
				failed.Err, failed.Hint = errors.New("it is a jar; expected a list of methods"), "check the code with --classpath "+words.ShellQuote(file)
				return nil, failed
			}
			f.Seek(0, io.SeekStart)
			if p, err := iprof.Parse(f, iprof.Options{}); err == nil && HasRecords(p) {
				failed.Err, failed.Hint = errors.New("this is a profile; expected a list of methods"), "iprof-viz diff compares two profiles"
			}
		}
		return nil, failed
	}
	return list, nil
}

// methodListHint is the hint for code given instead of a list of methods.
const methodListHint = "--classpath DIR checks the code in a directory; a list has a method per line, such as app.Shop.find(java.lang.String)"
