CUmemGenericAllocationHandle h; size_t g = 2 << 20;
CUmemAllocationProp prop = { .type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };
CUmemAccessDesc acc = { .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 }, .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
cuMemCreate(&h, g, &prop, 0);
// prop, acc, h, g as in L7: one 2 MiB page mapped at 18 places
CUdeviceptr va; size_t S[3] = { (size_t)2 << 20, (size_t)32 << 20, (size_t)8224 << 20 };
for (int k = 0; k < 3; k++) { cuMemAddressReserve(&va, 18 * S[k], 0, 0, 0);
    for (int i = 0; i < 18; i++) { cuMemMap(va + i * S[k], g, 0, h, 0); cuMemSetAccess(va + i * S[k], g, &acc, 1); }
    pw_chase((void*)va, 18 * S[k], S[k]); }
