package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
)

// Tools of other projects, by exact versions; they are not among the module's own dependencies. Later versions of nfpm need a module
// that not every proxy serves.
const (
	packagerModule = "github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.2"
	sbomModule     = "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0"
)

// fetch builds the tools.
func fetch(o options, dir string) (t tools, err error) {
	if o.has("deb") || o.has("rpm") {
		if t.packager, err = tool(o, dir, "nfpm", packagerModule, "packages"); err != nil {
			return t, err
		}
	}
	if o.has("sbom") {
		t.sbom, err = tool(o, dir, "cyclonedx-gomod", sbomModule, "bills of materials")
	}
	return t, err
}

func tool(o options, dir, name, module, result string) (string, error) {
	// A bill of materials has a hash of the tool, which must not depend on directories.
	err := goCommand([]string{"GOBIN=" + dir, "GOOS=", "GOARCH="}, "install", "-trimpath", module)
	if err == nil {
		return filepath.Join(dir, name), nil
	}
	if o.skipMissing {
		fmt.Printf("no %s: %s is not available here: %v\n", result, module, err)
		return "", nil
	}
	return "", fmt.Errorf("%s: %w\n-skip-missing leaves out the %s", module, err, result)
}

// billsOfMaterials makes the list of modules in each program, as CycloneDX.
func (r *release) billsOfMaterials(programs []file, dir string) (boms []file, err error) {
	for i, program := range programs {
		name := programNames[i] + ".cdx.json"
		path := filepath.Join(dir, name)
		command := exec.Command(r.tools.sbom, "bin", "-json", "-std", "-noserial", "-notimestamp", "-version", "v"+r.source.version, "-output", path, program.from)
		if err := runQuietly(command); err != nil {
			return nil, err
		}
		boms = append(boms, file{"sbom/" + name, path, 0o644})
	}
	return boms, nil
}
