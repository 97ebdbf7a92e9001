package graph

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
)

func TestMain(m *testing.M) {
	browsertest.Main(m, func() {
		if engineDir != "" {
			os.RemoveAll(engineDir)
		}
	})
}

var engineDir string // of ownEngine

// OwnEngine is ownEngine for tests outside of the package.
func OwnEngine() (string, error) { return ownEngine() }

// ownEngine builds iprof-viz-dot, once for all tests, and returns its path.
var ownEngine = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "iprof-viz-dot-")
	if err != nil {
		return "", err
	}
	engineDir = dir
	path := filepath.Join(dir, "iprof-viz-dot")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-s -w", "-o", path, "../../cmd/iprof-viz-dot").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
})
