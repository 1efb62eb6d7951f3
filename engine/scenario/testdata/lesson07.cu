CUdeviceptr va; CUmemGenericAllocationHandle h; size_t g = 2 << 20;
CUmemAllocationProp prop = { .type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };
CUmemAccessDesc acc = { .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 }, .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
cuMemAddressReserve(&va, g, 0, 0x7F1234600000, 0);  cuMemCreate(&h, g, &prop, 0);  cuMemMap(va, g, 0, h, 0);  cuMemSetAccess(va, g, &acc, 1);
pw_touch((void*)(va + 0xABCDE), 1, 1);
