package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"

	"pagewalk/web/assets"
)

const manifestName = "manifest.json"

// manifest is the table that the server reads.
type manifest = assets.Manifest

// worthIt is the size below which compressing saves less than a packet.
const worthIt = 512

// hashedName puts a hash of the bytes before the extension; folders in the
// logical name become part of the file's name.
func hashedName(logical string, content []byte) string {
	sum := sha256.Sum256(content)
	hash := base32.StdEncoding.EncodeToString(sum[:])[:8]
	flat := strings.ReplaceAll(logical, "/", "-")
	ext := path.Ext(flat)
	return strings.TrimSuffix(flat, ext) + "-" + hash + ext
}

// write writes every file and its compressed copies, several at a time.
func (b *builder) write() error {
	if err := os.MkdirAll(b.dist, 0o755); err != nil {
		return err
	}
	entries := make([]assets.File, len(b.files))
	errs := make([]error, len(b.files))
	var group sync.WaitGroup
	slots := make(chan struct{}, 2)
	for i := range b.files {
		group.Go(func() {
			slots <- struct{}{}
			entries[i], errs[i] = b.writeFile(b.files[i])
			<-slots
		})
	}
	group.Wait()
	for i, err := range errs {
		if err != nil {
			return err
		}
		key := b.files[i].logical
		if key == "" {
			key = b.files[i].name
		}
		b.manifest[key] = entries[i]
	}
	return nil
}

// writeFile writes one file; copies that are already there are kept, because a
// name stands for its bytes.
func (b *builder) writeFile(out output) (assets.File, error) {
	entry := assets.File{Name: out.name, Bytes: int64(len(out.bytes)), Imports: out.imports}
	target := filepath.Join(b.dist, out.name)
	if err := os.WriteFile(target, out.bytes, 0o644); err != nil {
		return entry, err
	}
	if len(out.bytes) < worthIt {
		return entry, nil
	}
	var err error
	if entry.Brotli, err = compressed(target+".br", out.bytes, brotliBest); err != nil {
		return entry, err
	}
	entry.Gzip, err = compressed(target+".gz", out.bytes, gzipBest)
	return entry, err
}

func brotliBest(w io.Writer) io.WriteCloser {
	return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24})
}

func gzipBest(w io.Writer) io.WriteCloser {
	writer, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		panic("build: gzip: " + err.Error())
	}
	return writer
}

// compressed makes a compressed copy unless it is there, and gives its size. It
// is written under another name first: a file that exists is whole.
func compressed(target string, content []byte, coder func(io.Writer) io.WriteCloser) (int64, error) {
	if info, err := os.Stat(target); err == nil && info.Size() > 0 {
		return info.Size(), nil
	}
	var packed bytes.Buffer
	writer := coder(&packed)
	if _, err := writer.Write(content); err != nil {
		return 0, err
	}
	if err := writer.Close(); err != nil {
		return 0, err
	}
	if err := os.WriteFile(target+".tmp", packed.Bytes(), 0o644); err != nil {
		return 0, err
	}
	return int64(packed.Len()), os.Rename(target+".tmp", target)
}

// sweep removes what an earlier build left in dist and this one does not name.
func (b *builder) sweep() error {
	keep := map[string]bool{manifestName: true}
	for _, file := range b.manifest {
		keep[file.Name], keep[file.Name+".br"], keep[file.Name+".gz"] = true, true, true
	}
	found, err := os.ReadDir(b.dist)
	if err != nil {
		return err
	}
	for _, entry := range found {
		if !keep[entry.Name()] {
			if err := os.Remove(filepath.Join(b.dist, entry.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// report prints what was built, with its size as it travels.
func (b *builder) report(w io.Writer, took time.Duration) {
	names := make([]string, 0, len(b.manifest))
	for name := range b.manifest {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		file := b.manifest[name]
		fmt.Fprintf(w, "%-28s %9d bytes %8d brotli\n", name, file.Bytes, file.Brotli)
	}
	fmt.Fprintf(w, "built in %.1f s\n", took.Seconds())
}
