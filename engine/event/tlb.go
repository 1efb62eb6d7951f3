package event

var tlbKinds = []Info{}
