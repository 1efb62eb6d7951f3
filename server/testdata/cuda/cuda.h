// As much of CUDA's header as a check of syntax needs.
#pragma once
#define CUDA_VERSION 13000
typedef struct CUctx_st *CUcontext;
typedef int CUdevice, CUresult;
typedef unsigned long long CUdeviceptr;
extern "C" {
CUresult cuInit(unsigned int);
CUresult cuDeviceGet(CUdevice *, int);
CUresult cuDevicePrimaryCtxRetain(CUcontext *, CUdevice);
CUresult cuCtxCreate(CUcontext *, void *, unsigned int, CUdevice);
CUresult cuCtxSetCurrent(CUcontext);
}
