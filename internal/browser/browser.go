// Package browser drives a headless Chromium, for tests and measurements of pages: with real frames and in real time, unlike
// --dump-dom. It speaks the DevTools protocol over a pipe: https://chromedevtools.github.io/devtools-protocol/.
package browser

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Find returns the path of Chromium; false: it is not on PATH. The one without windows comes first: the same pages take it a third less of
// the processors. Not every system has a package of it.
func Find() (string, bool) {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, true
		}
	}
	return "", false
}

// A Browser is a running Chromium with its own profile directory. It does not work on Windows, where processes inherit no pipes.
type Browser struct {
	cmd      *exec.Cmd
	profile  string // a directory
	requests *os.File
	last     int // id of the last request

	mu      sync.Mutex
	waiting map[int]chan answer
	ended   error // why the browser no longer answers
}

type answer struct {
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// errEnded is the error of requests that a browser did not answer before it exited.
var errEnded = errors.New("the browser has ended")

// withoutPopups leaves out lists below the address bar, which nobody sees here: they are pages with a process of their own, and half of all
// that a start takes of the processors. Versions that have no such lists ignore their names.
const withoutPopups = "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"

// Start starts a browser with a window of this size, in pixels. It runs until ctx ends or [Browser.Close] is called.
func Start(ctx context.Context, width, height int, args ...string) (*Browser, error) {
	path, ok := Find()
	if !ok {
		return nil, errors.New("no chromium on PATH")
	}
	profile, err := os.MkdirTemp("", "browser-")
	if err != nil {
		return nil, err
	}
	read, requests, err1 := os.Pipe()
	answers, write, err2 := os.Pipe()
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, path, slices.Concat([]string{
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--force-device-scale-factor=1", "--allow-file-access-from-files",
		"--enable-precise-memory-info", withoutPopups, "--remote-debugging-pipe", "--user-data-dir=" + profile, fmt.Sprintf("--window-size=%d,%d", width, height),
	}, args, []string{"about:blank"})...)
	cmd.ExtraFiles = []*os.File{read, write} // file descriptors 3 and 4
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	read.Close()
	write.Close()
	b := &Browser{cmd: cmd, profile: profile, requests: requests, waiting: map[int]chan answer{}}
	go b.receive(answers)
	return b, nil
}

// Close ends the browser.
func (b *Browser) Close() {
	if b.call("", "Browser.close", nil, nil) != nil {
		b.cmd.Process.Kill()
	}
	b.cmd.Wait()
	b.requests.Close()
	os.RemoveAll(b.profile)
}

// receive passes answers to the waiting requests.
func (b *Browser) receive(answers *os.File) {
	defer answers.Close()
	r := bufio.NewReader(answers)
	var err error
	for err == nil {
		var text []byte
		if text, err = r.ReadBytes(0); err != nil {
			break
		}
		var of struct {
			ID int `json:"id"`
			answer
		}
		if err = json.Unmarshal(text[:len(text)-1], &of); err == nil && of.ID > 0 {
			b.mu.Lock()
			b.waiting[of.ID] <- of.answer
			delete(b.waiting, of.ID)
			b.mu.Unlock()
		}
	}
	if errors.Is(err, io.EOF) {
		err = errEnded
	}
	b.mu.Lock()
	b.ended = err
	for _, c := range b.waiting {
		close(c)
	}
	clear(b.waiting)
	b.mu.Unlock()
}

// call sends a request to a session, "" for the browser itself, and waits for its result, which it stores in into unless that is
// nil.
func (b *Browser) call(session, method string, params map[string]any, into any) error {
	c := make(chan answer, 1)
	b.mu.Lock()
	if b.ended != nil {
		b.mu.Unlock()
		return b.ended
	}
	b.last++
	request := map[string]any{"id": b.last, "method": method, "params": params}
	b.waiting[b.last] = c
	if session != "" {
		request["sessionId"] = session
	}
	text, err := json.Marshal(request)
	if err == nil {
		_, err = b.requests.Write(append(text, 0))
	}
	b.mu.Unlock()
	if err != nil {
		return err
	}
	a, ok := <-c
	switch {
	case !ok:
		return fmt.Errorf("%s: %w", method, errEnded)
	case a.Error != nil:
		return fmt.Errorf("%s: %s", method, a.Error.Message)
	case into == nil:
		return nil
	}
	return json.Unmarshal(a.Result, into)
}

// A Page is a tab of a browser.
type Page struct {
	b       *Browser
	session string
	closed  atomic.Bool
}

// errClosed is the error of requests to a page after [Page.Close]: the browser answers some of them and drops others.
var errClosed = errors.New("the page is closed")

// NewPage opens a tab. In each document that it loads, script runs before the document's own scripts.
func (b *Browser) NewPage(script string) (*Page, error) {
	return b.newPage(script, map[string]any{"url": "about:blank"})
}

// NewWindow opens a tab in a window of its own. It has frames and the focus while others have them, too.
func (b *Browser) NewWindow(script string) (*Page, error) {
	p, err := b.newPage(script, map[string]any{"url": "about:blank", "newWindow": true})
	if err != nil {
		return nil, err
	}
	return p, p.call("Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true}, nil)
}

func (b *Browser) newPage(script string, params map[string]any) (*Page, error) {
	var target struct{ TargetID string }
	if err := b.call("", "Target.createTarget", params, &target); err != nil {
		return nil, err
	}
	var session struct{ SessionID string }
	if err := b.call("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &session); err != nil {
		return nil, err
	}
	p := &Page{b: b, session: session.SessionID}
	if err := p.call("Page.enable", nil, nil); err != nil {
		return nil, err
	}
	return p, p.call("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": script}, nil)
}

func (p *Page) call(method string, params map[string]any, into any) error {
	if p.closed.Load() {
		return fmt.Errorf("%s: %w", method, errClosed)
	}
	return p.b.call(p.session, method, params, into)
}

// Close closes the tab.
func (p *Page) Close() error {
	if p.closed.Swap(true) {
		return nil
	}
	return p.b.call(p.session, "Page.close", nil, nil)
}

// Open loads an address. It does not wait for the end of loading.
func (p *Page) Open(url string) error {
	return p.call("Page.navigate", map[string]any{"url": url}, nil)
}

// Front brings the tab to the front; the others are then hidden.
func (p *Page) Front() error { return p.call("Page.bringToFront", nil, nil) }

// Resize changes the size of the window, in pixels.
func (p *Page) Resize(width, height int) error {
	return p.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
}

// Run runs the body of an asynchronous function in the page and stores its result in into, unless that is nil.
func (p *Page) Run(body string, into any) error {
	var got struct {
		Result struct {
			Value json.RawMessage `json:"value"`
		} `json:"result"`
		ExceptionDetails *struct {
			Exception struct {
				Description string `json:"description"`
			} `json:"exception"`
		} `json:"exceptionDetails"`
	}
	params := map[string]any{"expression": "(async () => {" + body + "\n})()", "awaitPromise": true, "returnByValue": true}
	if err := p.call("Runtime.evaluate", params, &got); err != nil {
		return err
	}
	if e := got.ExceptionDetails; e != nil {
		return errors.New(e.Exception.Description)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(got.Result.Value, into)
}

// Until waits until an expression is true in the page. A document that is being replaced counts as false, and so does a busy one.
func (p *Page) Until(ctx context.Context, expression string) error {
	found := make(chan error, 1)
	go func() {
		for ctx.Err() == nil {
			var done bool
			if err := p.Run("return Boolean("+expression+");", &done); errors.Is(err, errEnded) || errors.Is(err, errClosed) || err == nil && done {
				found <- err
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	select {
	case err := <-found:
		return err
	case <-ctx.Done():
		return fmt.Errorf("waiting for %s: %w", expression, ctx.Err())
	}
}

// Memory returns the resident memory of the processes that have pages, in bytes, and its peak. It is known only on Linux.
func (b *Browser) Memory() (now, peak int64, err error) {
	var all struct {
		ProcessInfo []struct {
			ID   int
			Type string
		}
	}
	if err := b.call("", "SystemInfo.getProcessInfo", nil, &all); err != nil {
		return 0, 0, err
	}
	for _, of := range all.ProcessInfo {
		if of.Type != "renderer" {
			continue
		}
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", of.ID))
		if err != nil {
			return 0, 0, err
		}
		for line := range strings.Lines(string(status)) {
			var kilobytes int64
			if n, _ := fmt.Sscanf(line, "VmRSS: %d kB", &kilobytes); n == 1 {
				now = max(now, kilobytes<<10)
			}
			if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &kilobytes); n == 1 {
				peak = max(peak, kilobytes<<10)
			}
		}
	}
	return now, peak, nil
}
