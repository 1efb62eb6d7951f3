package scenario

import (
	"fmt"
	"strings"
	"testing"
)

// Every number of cudaDeviceProp lies where the prelude has the field.
func TestPropertyOffsets(t *testing.T) {
	want := map[string]uint64{
		"totalGlobalMem": propertyMemory, "major": propertyMajor, "minor": propertyMinor, "multiProcessorCount": propertyMultiple,
		"sharedMemPerBlock": 296, "regsPerBlock": 304, "warpSize": 308, "memPitch": 312, "maxThreadsPerBlock": 320, "maxThreadsDim": 324, "maxGridSize": 336,
		"totalConstMem": 352, "textureAlignment": 368, "texturePitchAlignment": 376, "deviceOverlap": 384, "canMapHostMemory": 400, "concurrentKernels": 576,
		"unifiedAddressing": 604, "managedMemory": 652, "concurrentManagedAccess": 676,
	}
	for name, offset := range want {
		got, _ := play(t, fmt.Sprintf(`cudaDeviceProp p; printf("%%d %%zu", (int)((char *)&p.%s - (char *)&p), sizeof p);`, name))
		if got != fmt.Sprint(offset, propertiesSize) {
			t.Errorf("%s: %s, want %d %d", name, got, offset, propertiesSize)
		}
	}
}

// What a program reads is what the card answered; an address that is no memory
// of the program is an error with a name.
func TestProperties(t *testing.T) {
	got, _ := play(t, `cudaDeviceProp p; cudaError_t e = cudaGetDeviceProperties(&p, 0);
		printf("%d %s: %zu B, %d SMs, %d.%d, warps of %d, %d threads, grid %d", e, p.name, p.totalGlobalMem, p.multiProcessorCount, p.major, p.minor, p.warpSize, p.maxThreadsDim[2], p.maxGridSize[1]);`)
	if want := "0 fake: 67108864 B, 5 SMs, 8.6, warps of 32, 64 threads, grid 65535"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
	_, o := play(t, `cudaGetDeviceProperties((cudaDeviceProp *)0x123456, 0);`)
	if text := o.Status.Diagnostic.Text("en"); o.Status.Why != Fault || !strings.Contains(text, "0x123456") {
		t.Errorf("%v %q", o.Status.Why, text)
	}
}
