package page

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
	"github.com/iprof-viz/iprof-viz/internal/testpage"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestRecordsAreThoseOfCommands: the tables of a page, read by another reader, have the numbers of the commands' JSON, also those
// that a page derives.
func TestRecordsAreThoseOfCommands(t *testing.T) {
	compared := readShop(t)
	compared.addBase(t, olderShop(t), testprofile.Example("shop.iprof"))
	words, _ := testmodel.WordCount(t)
	for name, r := range map[string]report{"compared": compared, "wordcount": readReport(t, words, convert.NewNames(words, convert.NameOptions{}))} {
		_, all := recordsOf(t, r)
		for part, record := range all {
			if json, ok := r.json[part]; ok && part != "info" { // which has another form
				r.agree(t, name+" "+part, record, json)
			}
		}
		for _, part := range []string{"top.samples", "top.calls", "graph", "calls", "inline", "check"} {
			if all[part] == nil || r.json[part] == nil {
				t.Errorf("%s has no %s", name, part)
			}
		}
	}
}

// recordsOf returns the parts of a page, and those of them that are records.
func recordsOf(t *testing.T, r report) (map[string][]byte, map[string]map[string]any) {
	t.Helper()
	parts, err := testpage.Parts([]byte(r.page))
	if err != nil {
		t.Fatal(err)
	}
	all, err := testpage.Records(parts)
	if err != nil {
		t.Fatal(err)
	}
	return parts, all
}

// ofPages are fields that commands do not have.
var ofPages = []string{"cut", "entered", "left_out_calls", "classes", "headline", "criteria", "misfits"}

// agree compares a record with what a command says. What it lacks, or says to be null, has no value in the record.
func (r *report) agree(t *testing.T, at string, got, want any) {
	t.Helper()
	switch of := got.(type) {
	case map[string]any:
		if interval, ok := want.([]any); ok {
			want = map[string]any{"low": interval[0], "high": interval[1]}
		}
		said, _ := want.(map[string]any)
		if said == nil {
			t.Errorf("%s is an object for %v", at, want)
		}
		for key, value := range of {
			if !slices.Contains(ofPages, key) {
				inJSON := key
				if key == "caveats" { // an older name
					inJSON = "doubts"
				}
				r.agree(t, at+"."+key, value, said[inJSON])
			}
		}
		for _, key := range []string{"rows", "self", "entries", "frequency", "difference", "factor", "share", "probability"} {
			if _, has := of[key]; said[key] != nil && !has {
				t.Errorf("%s has no %s, which is %v", at, key, said[key])
			}
		}
	case []any:
		said, _ := want.([]any)
		if len(of) != len(said) {
			t.Errorf("%s: %d, the command has %d", at, len(of), len(said))
			return
		}
		for i := range of {
			r.agree(t, fmt.Sprint(at, "[", i, "]"), of[i], said[i])
		}
	case float64:
		n, _ := want.(json.Number)
		x, _ := n.Float64()
		if math.Abs(of-x) > 6e-6*math.Abs(x) {
			t.Errorf("%s is %v, the command says %v", at, of, want)
		}
	case string:
		if said, _ := want.(string); of != said && !strings.HasPrefix(said, of+"(") { // pages distinguish methods in another way
			t.Errorf("%s is %q, the command says %q", at, of, want)
		}
	case bool:
		if said, _ := want.(bool); of != said {
			t.Errorf("%s is %v, the command says %v", at, of, want)
		}
	case nil:
		if want != nil {
			t.Errorf("%s is null, the command says %v", at, want)
		}
	}
}

// TestScriptReadsAlike: the script of pages reads the same records as another reader, which shares nothing with it but the shapes.
func TestScriptReadsAlike(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node on PATH: the page's script is not run")
	}
	r := readShop(t)
	r.addBase(t, olderShop(t), testprofile.Example("shop.iprof"))
	parts, want := recordsOf(t, r)
	bytes := map[string]string{}
	for name, part := range parts {
		bytes[name] = base64.StdEncoding.EncodeToString(part)
	}
	data, err := json.Marshal(bytes)
	if err != nil {
		t.Fatal(err)
	}
	module, err := filepath.Abs("../../templates/page/profile/parts.ts")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "read.ts")
	text := fmt.Sprintf(`import { Parts } from %q;
		const bytes = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)), data: Record<string, string> = %s;
		const text = new TextEncoder().encode('{"parts":[]}'), parts = new Parts(Uint8Array.from([text.length, ...text]));
		for (const name in data) parts["bytes"].set(name, bytes(data[name]));
		console.log(JSON.stringify(Object.fromEntries(Object.keys(data).filter((name) => name !== "strings" && !name.startsWith("flame.")).map((name) => [name, parts.record(name)]))));`, module, data)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	script, err := exec.Command("go", "tool", "esbuild", file, "--bundle", "--format=cjs").Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, script, 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(node, "--input-type=commonjs", "-")
	if command.Stdin, err = os.Open(file); err != nil {
		t.Fatal(err)
	}
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]map[string]any
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	for name := range want {
		if !reflect.DeepEqual(got[name], want[name]) {
			t.Errorf("%s: the script reads %.500v, the other reader %.500v", name, got[name], want[name])
		}
	}
	if len(got) != len(want) || len(want) < 15 {
		t.Errorf("%d parts, want %d", len(got), len(want))
	}
}
