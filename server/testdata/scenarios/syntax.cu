float *p;
cudaMaloc((void**)&p, 4096);
