package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/cputime"
)

// Answer does the job on standard input, and writes the result to standard output: this is all that a worker does.
func Answer(e *cli.Env, o Options) error {
	sacrifice()
	in := bufio.NewReader(e.Stdin)
	line, err := in.ReadBytes('\n')
	if err != nil {
		return err
	}
	var j job
	if err := json.Unmarshal(line, &j); err != nil {
		return err
	}
	o.Worker = nil
	s := &Profiles{env: e, opts: o}
	for _, p := range j.Profiles {
		data := make([]byte, p.Size)
		if _, err := io.ReadFull(in, data); err != nil {
			return err
		}
		s.all = append(s.all, Profile{id: p.ID, name: p.Name, uploaded: p.Uploaded, content: content{data, formatOf(p.Format), p.Version}})
	}
	if err := endAfter(e, j.Time); err != nil {
		return err
	}
	go func() {
		in.ReadByte()
		os.Exit(cli.StatusDefect) // the server is gone
	}()
	w := &recorder{result{Status: http.StatusOK, Header: http.Header{}}}
	if j.URL == "" {
		w.Write(jsonOf(s.checked()))
	} else {
		r, err := http.NewRequest(http.MethodGet, j.URL, nil)
		if err != nil {
			return err
		}
		NewServer(s).Routes().ServeHTTP(w, r)
	}
	return e.Out.WriteResult(func(out io.Writer) error {
		if _, err := out.Write(append(jsonOf(w.result), '\n')); err != nil {
			return err
		}
		_, err := out.Write(w.body)
		return err
	})
}

// endAfter fails if this process has used that much processor time, and ends it as soon as it has.
func endAfter(e *cli.Env, limit time.Duration) error {
	left := func() (time.Duration, error) {
		left := limit - cputime.Used()
		if left <= 0 {
			return 0, &cli.Failure{Status: cli.StatusLimit, Err: fmt.Errorf("needs more than %.0f s of processor time", limit.Seconds())}
		}
		return left, nil
	}
	sleep, err := left()
	if err != nil {
		return err
	}
	go func() {
		for err == nil {
			time.Sleep(max(sleep/time.Duration(runtime.GOMAXPROCS(0)), 10*time.Millisecond)) // it cannot use the rest in less
			sleep, err = left()
		}
		os.Exit(e.Console.Report(err))
	}()
	return nil
}

// checked reads the only profile.
func (s *Profiles) checked() checked {
	p := s.all[0]
	l, err := s.load(context.Background(), p.name, p.data)
	if err == nil {
		return checked{Format: l.Format.Name}
	}
	c := checked{Status: cli.StatusInput, Error: err.Error(), Hint: hintOf(err)}
	var f *cli.Failure
	if errors.As(err, &f) {
		c.Status, c.File = f.Status, f.File
	}
	return c
}

// sacrifice makes the system end this process rather than another one if memory gets scarce. Only Linux can do that.
func sacrifice() {
	if f, err := os.OpenFile("/proc/self/oom_score_adj", os.O_WRONLY, 0); err == nil {
		f.WriteString("1000")
		f.Close()
	}
}

// A recorder records a response.
type recorder struct{ result }

// Header returns the header of the response.
func (r *recorder) Header() http.Header { return r.result.Header }

// WriteHeader sets the status.
func (r *recorder) WriteHeader(status int) { r.Status = status }

// Write adds to the body, which handlers write at once.
func (r *recorder) Write(b []byte) (int, error) {
	r.body = append(r.body, b...)
	return len(b), nil
}
