package event

var mmuKinds = []Info{}
