package event

var driverKinds = []Info{}
