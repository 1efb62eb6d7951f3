package event

var cudaKinds = []Info{}
