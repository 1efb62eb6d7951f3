package machine

import (
	"testing"

	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// A program of the driver API makes its context and ends it: all that it held
// comes back, and what is no context is refused.
func TestContextOfAProgram(t *testing.T) {
	a := newAPI(t)
	before := a.want(target.Success, target.CuMemGetInfo)
	context := a.want(target.Success, target.CuCtxCreate, 0, 0)
	a.want(target.Success, target.CuMemAlloc, 3<<20)
	a.want(target.DeviceUninitialized, target.CuCtxDestroy, context+7)
	a.want(target.InvalidValue, target.CuCtxDestroy, 0)
	if now := a.want(target.Success, target.CuMemGetInfo); now != before-4<<20 {
		t.Errorf("%d free beside an allocation, want %d", now, before-4<<20)
	}
	a.want(target.Success, target.CuCtxDestroy, context)
	if now := a.want(target.Success, target.CuMemGetInfo); now != before {
		t.Errorf("%d free at the end, want %d", now, before)
	}
	a.want(target.InvalidDevice, target.CuCtxCreate, 0, 1)
	if why := a.m.Check(); why != "" {
		t.Error(why)
	}
}

// cudaGetDeviceProperties answers what the profile says, and refuses what the
// call refuses.
func TestDeviceProperties(t *testing.T) {
	tests := []struct {
		profile                  string
		processors, major, minor uint64
	}{{"h200-r580", 132, 9, 0}, {"gh100-small", 132, 9, 0}, {"textbook-ampere", 1, 8, 0}, {"textbook-volta", 1, 7, 0}}
	for _, x := range tests {
		p := profile.Get(x.profile)
		a := &api{T: t, m: New(p, 0)}
		bytes := a.want(target.Success, target.CudaGetDeviceProperties, 0x1000, 0)
		d, name := target.UnpackDevice(a.r.Out[1]), p.Title
		if x.profile == "h200-r580" {
			name = "NVIDIA H200"
		}
		if bytes != p.Memory.Bytes || d.Processors != x.processors || d.Major != x.major || d.Minor != x.minor || a.r.Name != name {
			t.Errorf("%s: %q, %d B, %+v", x.profile, a.r.Name, bytes, d)
		}
		if d.Threads != uint64(p.SM.Threads) || d.SharedKiB<<10 != uint64(p.SM.Shared) || d.CacheMiB<<20 != p.SM.Cache {
			t.Errorf("%s: %+v", x.profile, d)
		}
		a.want(target.InvalidDevice, target.CudaGetDeviceProperties, 0x1000, 1)
		a.want(target.InvalidValue, target.CudaGetDeviceProperties, 0, 0)
		if a.r.Name != "" {
			t.Errorf("%s: a refused call names %q", x.profile, a.r.Name)
		}
	}
}
