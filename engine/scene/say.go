package scene

// Say says event i in words, with what is known of the run where the cursor
// stands: it should be the current event.
func (b *Builder) Say(i uint32) (sentence, note string) {
	if b.program != nil {
		b.variables = b.program.Variables()
	}
	return b.sentence(i)
}
