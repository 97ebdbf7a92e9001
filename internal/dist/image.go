package main

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/klauspost/compress/gzip"
)

// imageUser is the user of programs in a container: not root, and none of the machine's.
const imageUser = "65532:65532"

// A blob is content that an image names by its digest.
type blob struct {
	kind    string
	content []byte
}

func (b blob) hash() string { return fmt.Sprintf("%x", sha256.Sum256(b.content)) }

// descriptor names a blob: https://github.com/opencontainers/image-spec/blob/main/descriptor.md.
func (b blob) descriptor() map[string]any {
	return map[string]any{"mediaType": b.kind, "digest": "sha256:" + b.hash(), "size": len(b.content)}
}

// jsonBlob makes a blob of a value that can be JSON.
func jsonBlob(kind string, v any) blob {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return blob{kind, text}
}

const ociKind = "application/vnd.oci.image."

// image writes an image as an OCI layout in a tar file, which podman, skopeo, umoci and newer versions of docker load: the programs,
// which need nothing else, licenses, and a directory for temporary files. No engine takes part.
func (r *release) image(t target, programs []file) error {
	layer, diff, err := imageLayer(programs, r.source.date)
	if err != nil {
		return err
	}
	created := r.source.date.Format(time.RFC3339)
	labels := map[string]string{
		"org.opencontainers.image.title": "iprof-viz", "org.opencontainers.image.version": r.source.version, "org.opencontainers.image.licenses": "Apache-2.0",
		"org.opencontainers.image.created": created,
	}
	if r.source.commit != "" {
		labels["org.opencontainers.image.revision"] = r.source.commit
	}
	config := jsonBlob(ociKind+"config.v1+json", map[string]any{
		"created": created, "os": t.system, "architecture": t.arch,
		"config": map[string]any{
			"User": imageUser, "Entrypoint": []string{"/usr/bin/iprof-viz"}, "WorkingDir": "/work",
			"Env": []string{"PATH=/usr/bin"}, "Labels": labels,
		},
		"rootfs":  map[string]any{"type": "layers", "diff_ids": []string{"sha256:" + diff}},
		"history": []any{map[string]any{"created": created, "created_by": "go run ./internal/dist"}},
	})
	manifest := jsonBlob(ociKind+"manifest.v1+json", map[string]any{
		"schemaVersion": 2, "mediaType": ociKind + "manifest.v1+json", "config": config.descriptor(), "layers": []any{layer.descriptor()}, "annotations": labels,
	})
	entry := manifest.descriptor()
	entry["platform"] = map[string]string{"os": t.system, "architecture": t.arch}
	entry["annotations"] = map[string]string{"org.opencontainers.image.ref.name": imageTag(r.source.version)}
	index := jsonBlob(ociKind+"index.v1+json", map[string]any{"schemaVersion": 2, "mediaType": ociKind + "index.v1+json", "manifests": []any{entry}})
	return r.write(fmt.Sprintf("iprof-viz_%s_%s.oci.tar", r.source.version, t), func(w io.Writer) error {
		return writeLayout(w, index, []blob{config, layer, manifest}, r.source.date)
	})
}

// imageTag is a version as a tag, which may have no +.
func imageTag(version string) string {
	return string(bytes.ReplaceAll([]byte(version), []byte("+"), []byte("_")))
}

// imageLayer returns the files of an image, and the hash of them before compression.
func imageLayer(programs []file, date time.Time) (layer blob, diff string, err error) {
	var plain bytes.Buffer
	out := tar.NewWriter(&plain)
	for _, d := range []struct {
		name string
		mode int64
	}{{"tmp/", 0o1777}, {"usr/", 0o755}, {"usr/bin/", 0o755}, {"usr/share/", 0o755}, {"usr/share/doc/", 0o755}, {"usr/share/doc/iprof-viz/", 0o755}, {"work/", 0o1777}} {
		if err := out.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: d.name, Mode: d.mode, ModTime: date, Format: tar.FormatPAX}); err != nil {
			return layer, "", err
		}
	}
	if err := out.Flush(); err != nil { // without an end: files follow
		return layer, "", err
	}
	var files []file
	for _, p := range programs {
		files = append(files, file{"usr/bin/" + p.name, p.from, p.mode})
	}
	for _, name := range documents {
		files = append(files, file{"usr/share/doc/iprof-viz/" + name, name, 0o644})
	}
	if err := writeTar(&plain, "", files, date); err != nil {
		return layer, "", err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzipLevel)
	if err != nil {
		return layer, "", err
	}
	z.Write(plain.Bytes()) // to memory
	z.Close()
	return blob{ociKind + "layer.v1.tar+gzip", packed.Bytes()}, fmt.Sprintf("%x", sha256.Sum256(plain.Bytes())), nil
}

// writeLayout writes an image: https://github.com/opencontainers/image-spec/blob/main/image-layout.md.
func writeLayout(w io.Writer, index blob, blobs []blob, date time.Time) error {
	out := tar.NewWriter(w)
	files := []struct {
		name    string
		content []byte
	}{{"oci-layout", []byte(`{"imageLayoutVersion":"1.0.0"}`)}, {"index.json", index.content}, {"blobs/", nil}, {"blobs/sha256/", nil}}
	for _, b := range blobs {
		files = append(files, struct {
			name    string
			content []byte
		}{"blobs/sha256/" + b.hash(), b.content})
	}
	for _, f := range files {
		header := &tar.Header{Typeflag: tar.TypeReg, Name: f.name, Mode: 0o644, Size: int64(len(f.content)), ModTime: date}
		if f.content == nil {
			header.Typeflag, header.Mode = tar.TypeDir, 0o755
		}
		if err := out.WriteHeader(header); err != nil {
			return err
		}
		if _, err := out.Write(f.content); err != nil {
			return err
		}
	}
	return out.Close()
}
