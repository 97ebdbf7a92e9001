package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// inputFailure explains an error of reading an input; in is nil where it could not be opened.
func inputFailure(file string, err error, in *source.Input) *failure {
	f := &failure{status: statusInput, file: file, err: err}
	var place *iprof.SyntaxError
	other := errors.As(err, &place) && place.Path == "" // it goes wrong where an iprof begins
	if errors.Is(err, iprof.ErrNotIprof) && other {
		f.err = place.Err // the whole file is meant, not its byte 0
	}
	if in == nil {
		in = &source.Input{}
	}
	switch head := in.Head; {
	case errors.Is(err, iprof.ErrTooLarge):
		f.status = statusLimit
		f.hint = "--max-input 4GiB allows more; 0 sets no limit"
	case errors.Is(err, iprof.ErrTooDeep), errors.Is(err, stacks.ErrTooMany):
		f.status = statusLimit
	case errors.Is(err, fs.ErrNotExist):
		f.err = errors.New("there is no such file")
	case errors.Is(err, iprof.ErrVersion):
		f.hint = "a newer iprof-viz may read it"
	case len(head) == 0 && errors.Is(err, iprof.ErrNotIprof): // not damage that hides the beginning
		f.hint = "was the program killed? An image writes its profile when it exits normally"
	case isLFSPointer(head) && other:
		f.hint = `"git lfs pull" fetches the file`
	case isMarkup(head) && other:
		f.hint = "was it downloaded? A server may have sent an error page in its place"
	case in.Format != nil && in.Format != source.Iprof && other:
		f.hint = fmt.Sprintf("it looks like %s, which info, top, flame and others read", in.Format.Noun)
	case errors.Is(err, iprof.ErrTruncated), errors.Is(err, io.ErrUnexpectedEOF):
		f.hint = "the file is incomplete: its program was killed while writing, or a copy was cut short"
	}
	return f
}

// isLFSPointer reports whether a file stands for one that git-lfs keeps elsewhere.
func isLFSPointer(head []byte) bool {
	return strings.HasPrefix(string(head), "version https://git-lfs")
}

func directoryFailure(name string) error {
	f := &failure{status: statusInput, file: name, err: errors.New("this is a directory")}
	inside, _ := filepath.Glob(filepath.Join(name, "*.iprof*"))
	if len(inside) > 0 {
		f.hint = fmt.Sprintf("it contains %s", printable(inside[0]))
	}
	return f
}
