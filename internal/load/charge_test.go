package load

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/internal/work"
)

// Files may have so many values together, by their sizes. The error has the number.
func TestCharge(t *testing.T) {
	const few, perByte = 1 << 19, 4
	all := []*Loaded{{Origin: Origin{Name: "a", Size: 100}}, {Origin: Origin{Name: "b", Size: 11}}}
	if err := Charge(all, 0, work.Values, few+111*perByte); err != nil {
		t.Error(err)
	}
	err := Charge(all, 0, work.Values, few+111*perByte+1)
	var f *cli.Failure
	if !errors.As(err, &f) || f.Status != cli.StatusLimit || f.File != "b" || !strings.Contains(err.Error(), "524,733") || f.Hint != "--max-input 0 sets no limit" {
		t.Errorf("%v, %+v", err, f)
	}
	if err := Charge(all, -1, work.Values, 1<<40); err != nil {
		t.Errorf("without a limit: %v", err)
	}
}

// A file may have so many methods, and one for 8 bytes.
func TestChargeMethods(t *testing.T) {
	p := testprofile.Read(t, bytes.NewReader(testprofile.Roots("callCountProfiles", 131_073)))
	if err := ChargeProfile(Origin{Size: 8}, 0, p); err != nil {
		t.Error(err)
	}
	if err := ChargeProfile(Origin{Size: 7}, 0, p); err == nil || err.Error() != "it has at least 131,073 methods; the limit is 131,072" {
		t.Error(err)
	}
}

// A name of a class counts for each of its methods: 2,048 methods with names of 9,000 bytes are more than 16 MiB and 16 for each byte.
func TestChargeNames(t *testing.T) {
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"version":"1.0.0","types":[{"id":0,"name":%q}],"methods":[{"id":0,"name":"m","signature":[0,0]}`, strings.Repeat("n", 9_000))
	for i := range 2047 {
		fmt.Fprintf(&b, `,{"id":%d,"name":"m","signature":[0,0]}`, i+1)
	}
	b.WriteString(`],"callCountProfiles":[]}`)
	p := testprofile.Read(t, &b)
	const all, least = 2048 * 9000, (2048*9000 - 16<<20) / 16
	if err := ChargeProfile(Origin{Size: least}, 0, p); err != nil {
		t.Error(err)
	}
	if err := ChargeProfile(Origin{Size: least - 1}, 0, p); err == nil || err.Error() != fmt.Sprintf("it has at least %s bytes of names; the limit is %s", words.Thousands(all), words.Thousands(all-16)) {
		t.Error(err)
	}
}
