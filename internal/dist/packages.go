package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
)

// A packageConfig is the configuration of nfpm: JSON is YAML.
type packageConfig struct {
	Name        string            `json:"name"`
	Arch        string            `json:"arch"`
	Platform    string            `json:"platform"`
	Version     string            `json:"version"`
	Schema      string            `json:"version_schema"`
	Release     string            `json:"release,omitempty"`
	Section     string            `json:"section"`
	Priority    string            `json:"priority"`
	Maintainer  string            `json:"maintainer"`
	Description string            `json:"description"`
	License     string            `json:"license"`
	Time        string            `json:"mtime"`
	RPM         map[string]string `json:"rpm"`
	Contents    []packageContent  `json:"contents"`
}

type packageContent struct {
	From string      `json:"src,omitempty"`
	To   string      `json:"dst"`
	Type string      `json:"type,omitempty"` // "dir", or a file
	Info packageInfo `json:"file_info"`
}

type packageInfo struct {
	Mode os.FileMode `json:"mode"`
	Time string      `json:"mtime"`
}

const description = `Analyze and visualize GraalVM profiles
iprof-viz turns the .iprof profile of a GraalVM native image into reports,
tables, flame graphs, call graphs and pprof profiles.`

// documentation is the directory of documents, the only one that is not shared with other packages.
const documentation = "/usr/share/doc/iprof-viz"

// pack makes a package of a format.
func (r *release) pack(t target, format string, files []file, dir string) error {
	date := r.source.date.Format(time.RFC3339)
	config := packageConfig{
		Name: "iprof-viz", Arch: t.arch, Platform: "linux", Version: r.source.packageVersion(), Schema: "none",
		Section: "devel", Priority: "optional", Maintainer: r.maintainer, Description: description, License: "Apache-2.0", Time: date,
		RPM: map[string]string{"buildhost": "localhost"}, // not the name of this machine
	}
	name := fmt.Sprintf("iprof-viz_%s_%s.deb", config.Version, t.arch)
	if format == "rpm" {
		config.Release = "1"
		arch := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[t.arch]
		name = fmt.Sprintf("iprof-viz-%s-1.%s.rpm", config.Version, arch)
	}
	for _, f := range files {
		to := installed(f.name, format)
		if to == "" {
			continue
		}
		var err error
		if strings.HasSuffix(to, ".gz") {
			if f.from, err = compressed(f, dir); err != nil {
				return err
			}
		}
		config.Contents = append(config.Contents, packageContent{From: f.from, To: to, Info: packageInfo{f.mode, date}})
	}
	if format == "rpm" { // which removes no directory that it does not own
		config.Contents = append(config.Contents, packageContent{To: documentation, Type: "dir", Info: packageInfo{0o755, date}})
	}
	if format == "deb" {
		copyright, err := debianCopyright(dir)
		if err != nil {
			return err
		}
		config.Contents = append(config.Contents, packageContent{From: copyright, To: documentation + "/copyright", Info: packageInfo{0o644, date}})
	}
	text, err := json.MarshalIndent(config, "", "  ")
	if err != nil {
		return err
	}
	configFile := filepath.Join(dir, "nfpm-"+format+".yaml")
	if err := os.WriteFile(configFile, text, 0o666); err != nil {
		return err
	}
	fmt.Println(name)
	command := exec.Command(r.tools.packager, "package", "-f", configFile, "-p", format, "-t", filepath.Join(r.out, name))
	command.Env = append(os.Environ(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.source.date.Unix()))
	return runQuietly(command)
}

// installed is where a package has a file of an archive; "": nowhere.
func installed(name, format string) string {
	switch {
	case !strings.Contains(name, "/"):
		if name == "LICENSE" && format == "deb" { // part of the copyright file
			return ""
		}
		for _, program := range programNames {
			if name == program {
				return "/usr/bin/" + name
			}
		}
		return documentation + "/" + name
	case strings.HasPrefix(name, "man/"):
		return "/usr/share/" + name + ".gz"
	case strings.HasPrefix(name, "sbom/"):
		return documentation + "/" + path.Base(name)
	}
	zsh := "/usr/share/zsh/site-functions/_iprof-viz"
	if format == "deb" {
		zsh = "/usr/share/zsh/vendor-completions/_iprof-viz"
	}
	return map[string]string{
		"completions/iprof-viz.bash": "/usr/share/bash-completion/completions/iprof-viz",
		"completions/_iprof-viz":     zsh,
		"completions/iprof-viz.fish": "/usr/share/fish/vendor_completions.d/iprof-viz.fish",
	}[name] // PowerShell has no directory for them
}

// compressed writes a gzipped copy of a file.
func compressed(f file, dir string) (string, error) {
	content, err := os.ReadFile(f.from)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzipLevel)
	if err != nil {
		return "", err
	}
	z.Write(content) // to memory
	z.Close()
	to := filepath.Join(dir, path.Base(f.name)+".gz")
	return to, os.WriteFile(to, b.Bytes(), 0o666)
}

// debianCopyright writes the file that each package of Debian has: notice and license.
func debianCopyright(dir string) (string, error) {
	var all []byte
	for _, name := range []string{"NOTICE", "LICENSE"} {
		text, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		all = append(append(all, text...), '\n')
	}
	to := filepath.Join(dir, "copyright")
	return to, os.WriteFile(to, all, 0o666)
}
