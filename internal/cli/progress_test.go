package cli

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// screen returns what a terminal shows of a line that was rewritten with carriage returns.
func screen(b *bytes.Buffer) string {
	var line []rune
	for _, part := range strings.Split(b.String(), "\r") {
		text := []rune(part)
		if len(text) < len(line) {
			text = append(text, line[len(text):]...)
		}
		line = text
	}
	return strings.TrimRight(string(line), " ")
}

func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		p := &progress{w: &b}
		shows := func(want string) {
			t.Helper()
			synctest.Wait()
			p.mu.Lock()
			defer p.mu.Unlock()
			if got := screen(&b); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
		r := p.watch(io.MultiReader(strings.NewReader(strings.Repeat("x", 100_000_000))), "app.iprof", 100_000_000)
		read := func(n int64) {
			t.Helper()
			if _, err := io.CopyN(io.Discard, r, n); err != nil {
				t.Fatal(err)
			}
		}
		read(40_000_000)
		time.Sleep(999 * time.Millisecond)
		shows("") // work under a second shows nothing
		time.Sleep(time.Millisecond)
		shows("app.iprof: 40% read, 40 MB/s")
		read(40_000_000)
		time.Sleep(time.Second)
		shows("app.iprof: 80% read, 40 MB/s")

		// Something else is printed: the line makes room and comes back.
		p.aside(func() { fmt.Fprint(&b, "note\n"); b.Reset() })
		shows("")
		time.Sleep(500 * time.Millisecond)
		shows("app.iprof: 80% read, 32 MB/s")

		if _, err := io.Copy(io.Discard, r); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		shows("app.iprof: read in 2.5 s, working")

		// Parts of the work have names, and time of their own.
		p.working("call graph")
		time.Sleep(1100 * time.Millisecond)
		shows("app.iprof: call graph, 1 s")
		p.working("page: methods")
		time.Sleep(12 * time.Second)
		shows("app.iprof: page: methods, 12 s")
		p.watch(strings.NewReader("x"), "b.iprof", 2) // another input
		time.Sleep(time.Second)
		shows("b.iprof: 0% read, 0 MB/s")
		p.Stop()
		shows("")
		p.working("writing") // the result is on the screen
		time.Sleep(time.Minute)
		shows("")
		if !strings.HasSuffix(b.String(), "\r") {
			t.Errorf("the cursor is not back where it was: %q", b.String())
		}
		time.Sleep(time.Minute)
		shows("")
	})
}

// Work begins before anything is read.
func TestProgressWithoutInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		p := &progress{w: &b}
		p.working("log of the compiler")
		time.Sleep(900 * time.Millisecond)
		p.mu.Lock()
		if b.Len() > 0 {
			t.Errorf("after less than a second: %q", &b)
		}
		p.mu.Unlock()
		time.Sleep(3 * time.Second)
		synctest.Wait()
		p.mu.Lock()
		got := screen(&b)
		p.mu.Unlock()
		p.Stop()
		if want := "log of the compiler, 3 s"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// The length of standard input is unknown, and a name could contain terminal escapes.
func TestProgressOfUnknownLength(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		p := &progress{w: &b}
		r := p.watch(strings.NewReader(strings.Repeat("x", 30_000_000)), "a\x1b[2J", 0)
		if _, err := io.CopyN(io.Discard, r, 30_000_000); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		p.mu.Lock()
		got := screen(&b)
		p.mu.Unlock()
		p.Stop()
		if want := `"a\x1b[2J": 30 MB read, 15 MB/s`; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// Where standard error is not a terminal nothing is shown.
func TestNoProgress(t *testing.T) {
	p := newProgress(io.Discard)
	r := strings.NewReader("x")
	if p.watch(r, "a", 1) != io.Reader(r) || p.quit != nil {
		t.Error("a progress line for a file")
	}
	p.aside(func() {})
	p.Stop()
}

// A line that is too long for the terminal still names the part of the work.
func TestProgressOfLongNames(t *testing.T) {
	const line = "profiles/of/today/app.iprof: call graph, 3 s"
	for columns, want := range map[int]string{80: line, len(line): line, 30: "…ay/app.iprof: call graph, 3 s", 1: "…"} {
		if got := new(progress).endOf(line, columns); got != want {
			t.Errorf("%d columns: %s, want %s", columns, got, want)
		}
	}
}
