// pagewalk: gpu=textbook-ampere
char *p = nullptr;
cudaMalloc(&p, 4096);
assert(p == nullptr);
