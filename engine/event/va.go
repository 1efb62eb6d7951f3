package event

var vaKinds = []Info{}
