package scenario

import "pagewalk/engine/isa"

// label is a place of a function that goto can go to.
type label struct {
	name    string
	at      place // of its first use
	defined bool
	code    int32
	jumps   []int32
}

// labelOf gives the number of a label of the function that is being read.
func (c *compiler) labelOf(t *token) *node {
	f := c.fn
	for i := range f.labels {
		if f.labels[i].name == t.text {
			return &node{kind: gotoNode, val: uint64(i), at: t.at}
		}
	}
	f.labels = append(f.labels, label{name: t.text, at: t.at})
	return &node{kind: gotoNode, val: uint64(len(f.labels) - 1), at: t.at}
}

// labelStatement reads NAME: in front of a statement.
func (c *compiler) labelStatement(t *token) *node {
	c.at += 2
	n := c.labelOf(t)
	n.kind = labelNode
	l := &c.fn.labels[n.val]
	if l.defined {
		c.report(Redeclared, t.at, t.text)
	}
	l.defined = true
	return n
}

// gotoStatement reads goto NAME; the word is read.
func (c *compiler) gotoStatement() *node {
	t := c.next()
	if t.kind != nameToken {
		c.syntax(ExpectedName, t.at, t.text)
		return nil
	}
	n := c.labelOf(t)
	c.expect(";")
	return n
}

// checkLabels reports the labels of a function that stand nowhere.
func (c *compiler) checkLabels(f *functionState) {
	for i := range f.labels {
		if l := &f.labels[i]; !l.defined {
			c.report(UnknownLabel, l.at, l.name)
		}
	}
}

// jumpCode writes a label or a jump to one.
func (c *compiler) jumpCode(n *node) {
	l := &c.fn.labels[n.val]
	if n.kind == labelNode {
		l.code = c.label()
		return
	}
	c.line(n.at)
	l.jumps = append(l.jumps, c.emit(isa.Jump, 0, 0, 0, n.at))
}

// landJumps points the jumps of a function to their labels.
func (c *compiler) landJumps() {
	for i := range c.fn.labels {
		l := &c.fn.labels[i]
		for _, j := range l.jumps {
			c.prog.Code[j].C = l.code
		}
	}
}
