package event

var pmaKinds = []Info{}
