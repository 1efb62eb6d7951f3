package recording

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"

	"pagewalk/engine/target"
)

// Version is the version of the format that this package writes.
const Version = 1

// Header is the first line of a file.
type Header struct {
	Version int    `json:"pagewalk_recording"`
	Kind    string `json:"kind"`             // native or simulated
	Card    string `json:"card"`             // the card's name, or the profile's
	Driver  string `json:"driver,omitempty"` // of a real card
	CUDA    string `json:"cuda,omitempty"`   // the CUDA version that the driver speaks
	Date    string `json:"date,omitempty"`   // of a real run: YYYY-MM-DD
	Host    string `json:"host,omitempty"`   // operating system and architecture
	Name    string `json:"name"`             // of the program
	Program string `json:"program"`          // its source, or "" for an op list
	Profile string `json:"profile,omitempty"`
	Seed    uint64 `json:"seed"`
	Free    uint64 `json:"free_bytes"` // before the first call; 0 = unknown
	Total   uint64 `json:"total_bytes"`
}

// Row is one call and its answer: a line of the file.
type Row struct {
	Row    int         `json:"row"`
	Line   uint32      `json:"line,omitempty"`
	Call   string      `json:"call"`
	Ctx    uint16      `json:"ctx,omitempty"`
	Args   []uint64    `json:"args"`           // trailing zeros left out
	Null   bool        `json:"null,omitempty"` // a place for an output is a null pointer
	Text   string      `json:"text,omitempty"`
	Packed []byte      `json:"packed,omitempty"` // the arguments of a kernel, base64
	Unable bool        `json:"unable,omitempty"` // the target could not do the call
	Error  string      `json:"error"`
	Code   target.Code `json:"code"`
	Why    *Why        `json:"why,omitempty"`
	Out    []uint64    `json:"out"` // trailing zeros left out
	Begin  uint64      `json:"begin_ps"`
	PS     uint64      `json:"ps"`
	Free   uint64      `json:"free_bytes"` // after the call; 0 = unknown
	Ioctls []Ioctl     `json:"ioctls,omitempty"`
	Data   []Data      `json:"data,omitempty"`
	Prints []uint64    `json:"prints,omitempty"` // by kernels, see target.Result
	Adopts []Data      `json:"adopts,omitempty"` // host memory that the call made
	Drops  []uint64    `json:"drops,omitempty"`  // and gave back
}

// Why is the target's own reason.
type Why struct {
	ID  string   `json:"id"`
	N   []uint64 `json:"n"`
	Row uint32   `json:"row,omitempty"`
}

// Ioctl is one trip into the kernel.
type Ioctl struct {
	Name    string `json:"name"`
	Length  uint64 `json:"length,omitempty"`
	VA      uint64 `json:"va,omitempty"`
	Offset  uint64 `json:"offset,omitempty"`
	Failed  bool   `json:"failed,omitempty"`
	Foreign bool   `json:"foreign,omitempty"` // another thread's
	PS      uint64 `json:"ps,omitempty"`
}

// Data is a stretch of the program's memory as a call left it.
type Data struct {
	Addr  uint64 `json:"addr"`
	N     uint64 `json:"n"`
	Bytes []byte `json:"bytes,omitempty"` // base64; left out beyond DataLimit
}

// DataLimit is the number of bytes that are kept of what one call wrote.
const DataLimit = 1 << 16

// File is a recording, read.
type File struct {
	Header Header
	Rows   []Row
	// Cut says that the last line was incomplete: the run was cut short while
	// it was written. The rows before it are whole.
	Cut bool
}

// sizeLimit is the most that is read of an unpacked file.
const sizeLimit = 256 << 20

// Read reads a file, plain or gzip. Errors name the line.
func Read(data []byte) (*File, error) {
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, fmt.Errorf("not a gzip file after all: %w", err)
		}
		data, err = io.ReadAll(io.LimitReader(z, sizeLimit+1))
		if err != nil && len(data) == 0 {
			return nil, fmt.Errorf("gzip: %w", err)
		}
		if len(data) > sizeLimit {
			return nil, fmt.Errorf("larger than %d bytes unpacked", sizeLimit)
		}
	}
	head, rest, _ := bytes.Cut(data, []byte("\n"))
	f := &File{}
	if err := json.Unmarshal(head, &f.Header); err != nil || f.Header.Version == 0 {
		return nil, fmt.Errorf("line 1: expected a header {\"pagewalk_recording\": %d, …}", Version)
	}
	if f.Header.Version > Version {
		return nil, fmt.Errorf("line 1: version %d, this program reads up to %d", f.Header.Version, Version)
	}
	return f, f.rows(rest)
}

func (f *File) rows(data []byte) error {
	for number := 2; len(data) > 0; number++ {
		line, rest, whole := bytes.Cut(data, []byte("\n"))
		data = rest
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var r Row
		err := json.Unmarshal(line, &r)
		if err != nil && !whole {
			f.Cut = true
			return nil
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if r.Row != len(f.Rows) {
			return fmt.Errorf("line %d: found row %d, expected %d", number, r.Row, len(f.Rows))
		}
		if _, ok := opByName[r.Call]; !ok {
			return fmt.Errorf("line %d: no call is named %q", number, r.Call)
		}
		f.Rows = append(f.Rows, r)
	}
	return nil
}

// Writer writes a file line by line.
type Writer struct {
	out *bufio.Writer
	zip *gzip.Writer
}

// NewWriter begins a file; packed says whether as gzip.
func NewWriter(w io.Writer, packed bool, h Header) (*Writer, error) {
	x := &Writer{}
	if packed {
		x.zip, _ = gzip.NewWriterLevel(w, gzip.BestCompression)
		w = x.zip
	}
	x.out = bufio.NewWriter(w)
	h.Version = Version
	return x, x.line(h)
}

// Row appends a row. A plain file holds it when this returns.
func (w *Writer) Row(r *Row) error {
	if err := w.line(r); err != nil || w.zip != nil {
		return err
	}
	return w.out.Flush()
}

func (w *Writer) line(x any) error {
	data, err := json.Marshal(x)
	if err != nil {
		panic("recording: line: " + err.Error())
	}
	_, err = w.out.Write(append(data, '\n'))
	return err
}

// Close ends the file; the underlying writer stays open.
func (w *Writer) Close() error {
	if err := w.out.Flush(); err != nil || w.zip == nil {
		return err
	}
	return w.zip.Close()
}
