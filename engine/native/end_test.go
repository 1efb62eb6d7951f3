//go:build linux && cgo

package native

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"pagewalk/engine/isa"
	"pagewalk/engine/target"
)

// beParent opens a card, says which process holds it, and waits to be killed.
func beParent() {
	r, err := Open(Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(r.(*Remote).children[0].cmd.Process.Pid)
	time.Sleep(time.Minute)
}

// alive says whether a process runs; one that nobody has waited for does not.
func alive(pid int) bool {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	return !strings.HasPrefix(rest, "Z")
}

// TestDiesWithParent: a parent that is killed takes the holder of the card along.
func TestDiesWithParent(t *testing.T) {
	useStandin(t)
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), "STANDIN_PARENT=1")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || !alive(pid) {
		t.Fatalf("no child: %q", line)
	}
	parent.Process.Kill()
	parent.Wait()
	for range 100 {
		if !alive(pid) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("process %d outlives its parent", pid)
}

// TestManagement: at a checkpoint the row has what NVML says of the card and of
// the process; without NVML the run goes on, and one note says why.
func TestManagement(t *testing.T) {
	useStandin(t)
	t.Setenv(ManagementVariable, standin)
	r, _ := open(t, Options{})
	t.Setenv("STANDIN_PID", strconv.Itoa(r.(*Remote).children[0].cmd.Process.Pid))
	if out := want(t, target.Success, do(r, target.PwCheckpoint)).Out; out != [2]uint64{3 << 30, 2 << 30} {
		t.Errorf("checkpoint %v", out)
	}
	if out := want(t, target.Success, do(r, target.PwNvidiaSmi)).Out; out != [2]uint64{3 << 30, 16 << 30} {
		t.Errorf("as nvidia-smi %v", out)
	}
	for _, x := range []struct{ key, value, want string }{
		{ManagementVariable, "/nowhere/libnvidia-ml.so.1", "no NVML: /nowhere"},
		{ManagementVariable, "testdata/standin.c", "no NVML:"},
		{"STANDIN_NVML", "9", "nvmlInit answered 9"},
	} {
		t.Run(x.want, func(t *testing.T) {
			t.Setenv(x.key, x.value)
			var notes bytes.Buffer
			r, _ := open(t, Options{Notes: &notes})
			for range 2 {
				if out := want(t, target.Success, do(r, target.PwCheckpoint)).Out; out != [2]uint64{} {
					t.Errorf("checkpoint %v", out)
				}
			}
			if got := notes.String(); !strings.Contains(got, x.want) || strings.Count(got, "\n") != 1 {
				t.Errorf("noted %q", got)
			}
		})
	}
}

// TestResetAfterFault: the reset succeeds, and the process is finished.
func TestResetAfterFault(t *testing.T) {
	useStandin(t)
	t.Setenv("STANDIN_NO_RETURN", "1")
	r, _ := open(t, Options{})
	want(t, target.IllegalAddress, do(r, target.PwTouch, 0x1000, 4, 4))
	want(t, target.Success, do(r, target.CudaDeviceReset))
	want(t, target.DevicesUnavailable, do(r, target.CudaMalloc, 1))
	want(t, target.DevicesUnavailable, do(r, target.CudaGetLastError))
}

// TestMemoryReturns: the memory of a child that is killed in the middle of its
// work is back on the card soon after.
func TestMemoryReturns(t *testing.T) {
	if os.Getenv("PAGEWALK_CARD") == "" {
		t.Skip("set PAGEWALK_CARD=1 to take and lose memory of this machine's GPU")
	}
	watcher, _ := open(t, Options{})
	var before, now target.Sample
	watcher.Sample(&before)
	r, _ := open(t, Options{})
	want(t, target.Success, do(r, target.CudaMalloc, 32<<30))
	watcher.Sample(&now)
	if now.Free+32<<30 > before.Free {
		t.Fatalf("free %d before, %d with 32 GiB taken", before.Free, now.Free)
	}
	begin := time.Now()
	r.(*Remote).Kill()
	for time.Since(begin) < 20*time.Second {
		if watcher.Sample(&now); now.Free == before.Free {
			t.Logf("back after %v", time.Since(begin))
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("free %d before, %d twenty seconds after the kill", before.Free, now.Free)
}

// TestHangOnCard: a kernel that does not come to its end in time is ended with
// the process that started it, and leaves nothing on the card.
func TestHangOnCard(t *testing.T) {
	if os.Getenv("PAGEWALK_CARD") == "" {
		t.Skip("set PAGEWALK_CARD=1 to let a kernel of this machine's GPU hang for seconds")
	}
	watcher, _ := open(t, Options{})
	var before, now target.Sample
	watcher.Sample(&before)
	begin := time.Now()
	r, _ := open(t, Options{Wall: 3 * time.Second})
	spin := target.Call{Op: target.Launch, Text: "__global__ void spin() { for (long long t = clock64(); clock64() - t < 40000000000LL;); }",
		Kernel: &target.Kernel{Name: "spin", Program: &isa.Program{Outside: []string{"spin"}}}}
	spin.SetShape(&target.Shape{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1}})
	var out target.Result
	r.Do(&spin, &out)
	want(t, target.Success, out)
	out = do(r, target.CudaDeviceSynchronize)
	if out.Why.ID != target.LimitTime || time.Since(begin) > 8*time.Second {
		t.Errorf("%s, %s after %v", out.Code.Name(), out.Why.ID.Name(), time.Since(begin))
	}
	for ended := time.Now(); time.Since(ended) < 20*time.Second; time.Sleep(5 * time.Millisecond) {
		// A kernel beside another context takes a frame of 64 KiB, which stays
		// until the last context is gone (seen on an H200).
		if watcher.Sample(&now); now.Free+64<<10 >= before.Free {
			t.Logf("ended after %v, memory back %v later", ended.Sub(begin), time.Since(ended))
			return
		}
	}
	t.Errorf("free %d before, %d twenty seconds after", before.Free, now.Free)
}
