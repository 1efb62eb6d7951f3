package event

var pmmKinds = []Info{}
