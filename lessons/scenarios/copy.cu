// pagewalk: gpu=textbook-ampere
// a program as courses write them: host array, card array, copy there and back
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t error = (call);                                                     \
        if (error != cudaSuccess) {                                                     \
            fprintf(stderr, "line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString(error)); \
            exit(EXIT_FAILURE);                                                         \
        }                                                                               \
    } while (0)

int main(void)
{
    const int n = 1024;
    size_t bytes = n * sizeof(float);
    float *h_data = (float *)malloc(bytes), *d_data;
    for (int i = 0; i < n; i++)
        h_data[i] = (float)i;

    CHECK(cudaMalloc(&d_data, bytes));
    CHECK(cudaMemcpy(d_data, h_data, bytes, cudaMemcpyHostToDevice));
    memset(h_data, 0, bytes);
    CHECK(cudaMemcpy(h_data, d_data, bytes, cudaMemcpyDeviceToHost));
    printf("h_data[1023] = %.1f\n", h_data[1023]);
    CHECK(cudaFree(d_data));
    free(h_data);
    return 0;
}
