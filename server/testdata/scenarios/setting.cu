// pagewalk: gpu=textbook-volta set=driver.fre=immediate
float *p;
