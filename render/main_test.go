package render

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
)

func TestMain(m *testing.M) { browsertest.Main(m) }
