package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// The program merges a profile's halves, and any parts in any order, to the whole.
func TestMergeOfParts(t *testing.T) {
	testtier.Sequential(t)
	run := runProgram
	if runsHere(t) {
		run = runHere
	} else {
		installProgram(t)
	}
	files, _ := filepath.Glob("../../testdata/*.iprof")
	if len(files) == 0 {
		t.Fatal("no examples")
	}
	published, _ := filepath.Glob("../../../shared/real/*-0.4.0.iprof.gz")
	if len(published) == 0 {
		t.Log("no published profile: ../shared/real is not there")
	}
	merge := func(t *testing.T, args ...string) []byte {
		t.Helper()
		status, out, stderr, err := run(append([]string{"merge", "-q"}, args...))
		if err != nil || status != cli.StatusOK {
			t.Fatalf("status %d, %v\n%s", status, err, stderr)
		}
		return []byte(out)
	}
	if !testtier.More(t, "merges of parts of a large profile") {
		published = nil
	}
	for _, file := range append(files, published...) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			dir := t.TempDir()
			parts := writeParts(t, dir, readPlain(t, file), 4)
			whole := merge(t, file)
			if got := merge(t, parts...); !bytes.Equal(got, whole) {
				t.Error("the merge of four parts is not the whole")
			}
			left, right := filepath.Join(dir, "left.iprof"), filepath.Join(dir, "right.iprof.gz")
			merge(t, "-o", left, parts[3], parts[1])
			merge(t, "-o", right, parts[0], parts[2])
			if got := merge(t, right, left); !bytes.Equal(got, whole) {
				t.Error("the merge of two merges is not the whole")
			}
			if got, want := merge(t, file+":2", left), merge(t, left, file, file); !bytes.Equal(got, want) {
				t.Error("twice is not two of it")
			}
		})
	}
}

func readPlain(t *testing.T, file string) []byte {
	t.Helper()
	data := testfile.Read(t, file)
	if !strings.HasSuffix(file, ".gz") {
		return data
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if data, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	return data
}

// writeParts deals the records of a profile out to n files, at random.
func writeParts(t *testing.T, dir string, data []byte, n int) []string {
	t.Helper()
	var doc map[string]json.RawMessage
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	parts := make([]map[string]any, n)
	for i := range parts {
		parts[i] = map[string]any{"version": doc["version"], "types": doc["types"], "methods": doc["methods"]}
	}
	for section, raw := range doc {
		var records []json.RawMessage
		if section == "version" || section == "types" || section == "methods" || json.Unmarshal(raw, &records) != nil {
			continue
		}
		dealt := make([][]json.RawMessage, n)
		for i := range dealt {
			dealt[i] = []json.RawMessage{}
		}
		for _, r := range records {
			i := random.IntN(n)
			dealt[i] = append(dealt[i], r)
		}
		for i := range parts {
			parts[i][section] = dealt[i]
		}
	}
	var files []string
	for i, part := range parts {
		text, err := json.Marshal(part)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, string(rune('a'+i))+".iprof")
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}
