package event

var dramKinds = []Info{}
