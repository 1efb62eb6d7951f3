package lessons

import _ "embed"

// Header is pagewalk.h: what scenarios use beside CUDA itself, for nvcc.
//
//go:embed pagewalk.h
var Header string
