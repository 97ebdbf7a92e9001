package serve

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// An uploaded profile may have been designed to take more memory than there is, or much time. So this process never reads it: another process of
// the same program, a worker, does for each request, and fails alone.

// A job is a request that a worker handles. It is sent as a line of JSON, followed by the contents of the profiles. The worker's
// input ends when the server does.
type job struct {
	URL      string // of the GET request; "": check the profile
	Profiles []jobProfile
	Time     time.Duration // of the processors, at most
}

// A jobProfile is a profile whose content follows.
type jobProfile struct {
	ID, Name, Format string
	Version          int
	Uploaded         bool
	Size             int
}

// A result is the response to a request, as a line of JSON, followed by the body.
type result struct {
	Status int
	Header http.Header
	body   []byte
}

// A checked is the body of the response about a profile that was to be checked: its format, or why it is not a profile.
type checked struct {
	Format            string
	Status            int // status of the failure; 0: none
	File, Error, Hint string
}

// workerShare is the share of the memory that a worker may use: there are as many as makings, plus the server.
const workerShare = 3

// A worker may use so much processor time, and more for each byte of the profiles. A report about a gzipped profile takes a tenth of it.
const (
	workerTime = time.Minute
	perByte    = 10 * time.Microsecond
)

// work makes a worker do a job. The error is a [*cli.Failure], or the context's.
func (s *Profiles) work(ctx context.Context, url string, about ...Profile) (*result, error) {
	j := job{URL: url, Time: cmp.Or(s.opts.WorkerTime, workerTime)}
	for _, p := range about {
		of := jobProfile{ID: p.id, Name: p.name, Version: p.version, Uploaded: p.uploaded, Size: len(p.data)}
		if p.format != nil {
			of.Format = p.format.Name
		}
		j.Profiles = append(j.Profiles, of)
		j.Time += perByte * time.Duration(of.Size)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	worker := s.opts.Worker(ctx)
	if limit := s.env.Memory.Limit(); limit < math.MaxInt64 {
		worker.Env = append(worker.Environ(), fmt.Sprintf("%s=%d", cli.MemoryVar, limit/workerShare))
	}
	var stderr bytes.Buffer
	worker.Stderr = &stderr
	stdin, err1 := worker.StdinPipe()
	stdout, err2 := worker.StdoutPipe()
	if err := errors.Join(err1, err2); err != nil {
		return nil, workerFailure(err)
	}
	if err := worker.Start(); err != nil {
		return nil, workerFailure(err)
	}
	go func() { // until the worker ends
		stdin.Write(append(jsonOf(j), '\n'))
		for _, p := range about {
			stdin.Write(p.data)
		}
	}()
	most := s.maxUploads()
	answer, readError := readChunks(io.LimitReader(stdout, most+1), func(int) error { return nil })
	if int64(len(answer)) > most {
		cancel()
	}
	err := worker.Wait()
	var exit *exec.ExitError
	switch said, _, _ := strings.Cut(strings.TrimPrefix(stderr.String(), "iprof-viz: "), "\n"); {
	case int64(len(answer)) > most:
		return nil, &cli.Failure{Status: cli.StatusLimit, Err: fmt.Errorf("the result has more than %d bytes", most)}
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &exit) && exit.ExitCode() == cli.StatusLimit:
		return nil, &cli.Failure{Status: cli.StatusLimit, Err: errors.New(said), Hint: "name the file on the command line of iprof-viz serve, which sets it no such limit"}
	case err != nil:
		return nil, workerFailure(err)
	case readError != nil:
		return nil, workerFailure(readError)
	}
	head, body, _ := bytes.Cut(answer, []byte("\n"))
	r := &result{body: body}
	if err := json.Unmarshal(head, r); err != nil {
		return nil, workerFailure(err)
	}
	return r, nil
}

// workerFailure reports that a worker failed in an unexpected way, such as being killed by the system.
func workerFailure(err error) *cli.Failure {
	return &cli.Failure{Status: cli.StatusOutput, Err: fmt.Errorf("the process for it failed: %w", err)}
}

// check reads a profile that was uploaded, and returns its format.
func (s *Profiles) check(ctx context.Context, name string, data []byte) (*source.Format, error) {
	if s.opts.Worker == nil {
		l, err := s.load(ctx, name, data)
		if err != nil {
			return nil, err
		}
		return l.Format, nil
	}
	r, err := s.work(ctx, "", Profile{name: name, content: content{data: data}})
	if err != nil {
		return nil, cli.InFile(name, err)
	}
	var c checked
	if err := json.Unmarshal(r.body, &c); err != nil {
		return nil, workerFailure(err)
	}
	if c.Status != 0 {
		return nil, &cli.Failure{Status: c.Status, File: c.File, Err: errors.New(c.Error), Hint: c.Hint}
	}
	return formatOf(c.Format), nil
}

// formatOf returns the format with a name; nil: none.
func formatOf(name string) *source.Format {
	if i := slices.IndexFunc(source.Formats, func(f *source.Format) bool { return f.Name == name }); i >= 0 {
		return source.Formats[i]
	}
	return nil
}
