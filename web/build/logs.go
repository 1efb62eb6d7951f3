package main

// makeLogs makes the frames that a lesson ships, so that stepping works before
// the engine has arrived. It is empty until the engine can record a run here.
func (b *builder) makeLogs() error { return nil }
