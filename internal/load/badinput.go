package load

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/perfscript"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// InputFailure explains an error of reading an input; in is nil if it could not be opened.
func InputFailure(file string, err error, in *source.Input) *cli.Failure {
	f := &cli.Failure{Status: cli.StatusInput, File: file, Err: err}
	var place *iprof.SyntaxError
	other := errors.As(err, &place) && place.Path == "" // it goes wrong where an iprof begins
	if errors.Is(err, iprof.ErrNotIprof) && other {
		f.Err = place.Err // the whole file is meant, not its byte 0
	}
	if in == nil {
		in = &source.Input{}
	}
	switch head := in.Head; {
	case errors.Is(err, iprof.ErrTooLarge), errors.Is(err, iprof.ErrTooManyNodes):
		f.Status = cli.StatusLimit
		f.Hint = noLimitHint
	case errors.Is(err, iprof.ErrTooDeep):
		f.Status = cli.StatusLimit
	case errors.Is(err, fs.ErrNotExist):
		f.Err = errors.New("no such file")
		f.Hint = HintAtNear(file)
	case errors.Is(err, iprof.ErrVersion):
		f.Hint = "a newer iprof-viz may support it"
	case IsLFSPointer(head) && other:
		f.Hint = `"git lfs pull" fetches the file`
	case IsJar(head) && other:
		f.Err = fmt.Errorf("%w: it is a jar, which has code", iprof.ErrNotIprof)
		f.Hint = recordHint
	case isOptimizationLog(head):
		f.Err = fmt.Errorf("%w: it is an optimization log of the Graal compiler", iprof.ErrNotIprof)
		f.Hint = "give it beside the profile, with --optlog"
	case (bytes.HasPrefix(head, zipStart) || source.IsTar(head)) && other:
		f.Hint = "extract the profile first"
	case errors.Is(err, perfscript.ErrData), bytes.HasPrefix(head, []byte(perfscript.DataMagic)) && other:
		f.Err = perfscript.ErrData
		f.Hint = "perf script prints its stacks as text: perf script -i perf.data | iprof-viz top -"
	case isProgram(head) && other:
		f.Hint = recordHint
	case IsMarkup(head) && other:
		f.Hint = "if it was downloaded, the server may have sent an error page instead"
	case in.Format != nil && in.Format != source.Iprof && other:
		f.Hint = fmt.Sprintf("it looks like %s, which info, top, flame and others accept", in.Format.Noun)
	case errors.Is(err, iprof.ErrTruncated), errors.Is(err, io.ErrUnexpectedEOF):
		f.Hint = "the file is truncated: the program was killed while writing it, or a copy was incomplete"
		if errors.Is(err, iprof.ErrTruncated) && (in.Format == nil || in.Format == source.Iprof) {
			f.Hint += "; " + SalvageHint
		}
	case errors.Is(err, iprof.ErrNotIprof) && other && (in.Format == nil || in.Format == source.Iprof):
		f.Hint = "iprof-viz help reference#files lists the formats that can be read"
	}
	return f
}

// SalvageHint says how to read what a truncated iprof still has.
const SalvageHint = "check --salvage -o FILE keeps the complete records"

// BlankFailure reports that an input is blank; nil: it is not. Expected is the format that it should have; nil: the one implied by
// its name, or any.
func BlankFailure(in *input, expected *source.Format) *cli.Failure {
	if !in.Blank {
		return nil
	}
	promised := source.FormatOfName(in.Name)
	expected = cmp.Or(expected, promised)
	noun := "a profile"
	if expected != nil {
		noun = expected.Noun
	}
	holds := "is empty"
	if len(in.Head) > 0 {
		holds = "contains only whitespace"
	}
	f := &cli.Failure{Status: cli.StatusInput, File: in.Name, Err: fmt.Errorf("it %s; expected %s", holds, noun)}
	if expected == source.Iprof && cmp.Or(promised, expected) == expected {
		f.Hint = "was the program killed? An image writes its profile when it exits normally"
	}
	return f
}

// IsLFSPointer reports whether a file is a pointer to one that git-lfs keeps elsewhere.
func IsLFSPointer(head []byte) bool {
	return strings.HasPrefix(string(head), "version https://git-lfs")
}

// recordHint is the hint for a program given instead of its profile.
const recordHint = "the profile is the default.iprof that an image built with --pgo-instrument writes when it exits"

var zipStart = []byte("PK\x03\x04")

// IsJar reports whether a file is a zip with code.
func IsJar(head []byte) bool {
	return bytes.HasPrefix(head, zipStart) && (bytes.Contains(head, []byte("META-INF/")) || bytes.Contains(head, []byte(".class")))
}

// isOptimizationLog reports whether a file begins as the compiler's logs do: with an object that says what was compiled.
func isOptimizationLog(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(head), []byte(`{"methodName"`)) && bytes.Contains(head, []byte(`"compilationId"`))
}

// isProgram reports whether a file is an executable or a class file.
func isProgram(head []byte) bool {
	starts := []string{"\x7fELF", "MZ", "\xca\xfe\xba\xbe", "\xcf\xfa\xed\xfe", "JM\x01"}
	return slices.ContainsFunc(starts, func(start string) bool { return bytes.HasPrefix(head, []byte(start)) })
}

// DirectoryFailure is the failure for a directory instead of a file. Its hint names the profiles inside.
func DirectoryFailure(name string) *cli.Failure {
	f := &cli.Failure{Status: cli.StatusInput, File: name, Err: errors.New("this is a directory")}
	inside := filesIn(name, profileName().MatchString)
	if len(inside) == 0 {
		return f
	}
	f.Hint = "it contains " + cli.Printable(filepath.Join(name, inside[0]))
	if n := len(inside); n > 1 {
		f.Hint += fmt.Sprintf(" and %d more", n-1)
		if !slices.ContainsFunc(inside, func(file string) bool { return !isIprofName(file) }) {
			f.Hint += "; merge adds up all profiles of a directory"
		}
	}
	return f
}

// IsMarkup reports whether a file with this beginning is HTML or XML.
func IsMarkup(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n"), []byte("<"))
}
