package load

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/work"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Files may have so many values together, by their sizes. The error has the number, and the limit that is enough.
func TestCharge(t *testing.T) {
	const few, perByte = 1 << 19, 4
	all := []*Loaded{{Origin: Origin{Name: "a", Size: 100}}, {Origin: Origin{Name: "b", Size: 11}}}
	if err := Charge(all, 0, work.Values, few+111*perByte); err != nil {
		t.Error(err)
	}
	err := Charge(all, 0, work.Values, few+111*perByte+1)
	var f *cli.Failure
	if !errors.As(err, &f) || f.Status != cli.StatusLimit || f.File != "b" || !strings.Contains(err.Error(), "524,733") || f.Hint != "--max-input 512MiB allows it; 0 sets no limit" {
		t.Errorf("%v, %+v", err, f)
	}
	if err := Charge(all, -1, work.Values, 1<<40); err != nil {
		t.Errorf("without a limit: %v", err)
	}
}

// A file may have so many methods, and one for 8 bytes.
func TestChargeMethods(t *testing.T) {
	p, err := iprof.Parse(bytes.NewReader(testprofile.Roots("callCountProfiles", 131_073)), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := chargeProfile(Origin{Size: 8}, 0, p); err != nil {
		t.Error(err)
	}
	if err := chargeProfile(Origin{Size: 7}, 0, p); err == nil || err.Error() != "it has at least 131,073 methods; the limit is 131,072" {
		t.Error(err)
	}
}
