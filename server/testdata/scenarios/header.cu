// pagewalk: gpu=textbook-volta set=driver.free=immediate seeds=3
float *p;
