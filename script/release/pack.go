package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// entry is a file in an archive.
type entry struct {
	name string // with slashes
	data []byte
	mode os.FileMode
}

// pack writes the archive of a platform, and returns its name: zip on Windows, which
// unpacks that without help, and tar.gz elsewhere.
func (r *release) pack(ctx context.Context, platform, work string, documents []entry) (string, error) {
	built, err := r.build(ctx, platform, work)
	if err != nil {
		return "", err
	}
	program, err := os.ReadFile(built)
	if err != nil {
		return "", err
	}
	goos, goarch, _ := strings.Cut(platform, "/")
	folder := strings.Join([]string{r.Name, r.Version, goos, goarch}, "-")
	entries := append([]entry{{r.command(goos), program, 0o755}}, documents...)
	name, write := folder+".tar.gz", tarball
	if goos == "windows" {
		name, write = folder+".zip", zipped
	}
	data, err := write(folder, entries, r.Made)
	if err != nil {
		return "", err
	}
	fmt.Printf("%s: %.1f MB, %s in it %.1f MB\n", name, float64(len(data))/1e6, r.command(goos), float64(len(program))/1e6)
	return name, os.WriteFile(filepath.Join(r.Out, name), data, 0o644)
}

func tarball(folder string, entries []entry, made time.Time) ([]byte, error) {
	var b bytes.Buffer
	compressed, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(compressed)
	for _, e := range entries {
		h := &tar.Header{Name: path.Join(folder, e.name), Mode: int64(e.mode), Size: int64(len(e.data)), ModTime: made, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(e.data); err != nil {
			return nil, err
		}
	}
	err = errors.Join(w.Close(), compressed.Close())
	return b.Bytes(), err
}

func zipped(folder string, entries []entry, made time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: path.Join(folder, e.name), Method: zip.Deflate, Modified: made}
		h.SetMode(e.mode)
		f, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(e.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

// sums writes SHA256SUMS, as `sha256sum -c` reads it.
func (r *release) sums(archives []string) error {
	var b strings.Builder
	for _, name := range archives {
		data, err := os.ReadFile(filepath.Join(r.Out, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(data), name)
	}
	return os.WriteFile(filepath.Join(r.Out, "SHA256SUMS"), []byte(b.String()), 0o644)
}
