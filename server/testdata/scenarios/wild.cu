// pagewalk: gpu=textbook-ampere
char *p;
cudaMalloc(&p, 4096);
p[0] = 1;
