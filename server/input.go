package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
)

// inputLimit is the most that a command reads of one file, unpacked.
const inputLimit = 1 << 30

// readInput reads a file whole; "-" is standard input, gzip is unpacked.
func readInput(env *environment, name string) ([]byte, error) {
	return readUpTo(env, name, inputLimit)
}

// readUpTo is readInput for files of which less is expected, so that a small
// file that unpacks to a huge one is refused before it costs time.
func readUpTo(env *environment, name string, limit int64) ([]byte, error) {
	var data []byte
	var err error
	if name == "-" {
		data, err = readLimited(env.in, name, limit)
	} else {
		data, err = readFile(name, limit)
	}
	if err != nil || !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data, err
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, badUsage("%s: begins like gzip but cannot be unpacked: %v", name, err)
	}
	return readLimited(z, name, limit)
}

func readFile(name string, limit int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, usageError{err.Error()}
	}
	defer f.Close()
	return readLimited(f, name, limit)
}

func readLimited(r io.Reader, name string, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, badUsage("%s: %v", name, err)
	}
	if int64(len(data)) > limit {
		return nil, badUsage("%s: larger than %d bytes, expected less", name, limit)
	}
	return data, nil
}

// lineScanner reads lines of up to a MiB.
func lineScanner(r io.Reader) *bufio.Scanner {
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	return in
}

// repeated is a flag that may be given several times.
type repeated []string

func (r *repeated) String() string { return fmt.Sprint([]string(*r)) }

func (r *repeated) Set(v string) error {
	*r = append(*r, v)
	return nil
}
