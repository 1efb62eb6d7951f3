package scene

import "pagewalk/engine/scenario"

// vmProgram is a scenario's machine as a picture asks it.
type vmProgram struct{ vm *scenario.VM }

func variablesOf(vm *scenario.VM) Program { return vmProgram{vm} }

// Variables lists the program's pointers.
func (p vmProgram) Variables() []Variable {
	var list []Variable
	p.vm.Pointers(func(name string, value uint64, _ uint32) { list = append(list, Variable{name, value}) })
	return list
}
