package load

import (
	"bytes"
	"io"

	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// openHeld opens a profile in memory.
func openHeld(held map[string][]byte, name string) (*input, error) {
	data, ok := held[name]
	if !ok {
		return nil, cli.NoSuchFile(name, "")
	}
	in := &input{Origin: Origin{Name: NameOf([]string{name}), small: true}, File: io.NopCloser(nil), held: true}
	r := bytes.NewReader(data)
	var err error
	if in.Input, err = source.NewInput(r); err != nil {
		return nil, &cli.Failure{Status: cli.StatusInput, File: in.Name, Err: cli.Cause(err)}
	}
	if !in.Gzipped && len(data) > 0 {
		in.plainFile = r
	}
	return in, nil
}
