package event

var workKinds = []Info{}
