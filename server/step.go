package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"pagewalk/engine/explain"
)

var stepCommand = command{
	name: "step",
	usage: `[--gpu NAME] [--set KEY=VALUE]… [--seed N] [--lang en|zh] FILE.cu

The program has run to its end before the first command is read; stepping looks
at what happened, in either direction. Commands come from standard input, one a
line; help lists them. Each act answers with one short line that begins with
the event's number, so the stepper can be driven by a script or read aloud.`,
	summary: "the stepper in plain lines: every transition, forward and back",
	example: "pagewalk step --gpu textbook-ampere scenario.cu",
}

func init() { stepCommand.run = runStep }

// both is a text in the two languages.
type both [explain.Langs]string

// stepper is somebody who steps through a run.
type stepper struct {
	*recording
	env     *environment
	in      *bufio.Scanner
	out     *bufio.Writer
	options scenarioOptions
	been    []place // for undo, newest last
}

// place is where a stepper has been: a recording, and how far in it.
type place struct {
	of *recording
	at uint32
}

// stepAct is one command of the stepper.
type stepAct struct {
	names string // separated by spaces
	args  string
	help  both
	do    func(s *stepper, arg string) error
}

// stepActs is the table of commands, in the order in which help prints them.
var stepActs []stepAct

func init() {
	stepActs = []stepAct{
		{"n", "", both{"next event", "下一个事件"}, (*stepper).nextEvent},
		{"p", "", both{"previous event", "上一个事件"}, (*stepper).previousEvent},
		{"c", "", both{"to the end of this call, or of the next", "走完这次调用，或下一次"}, (*stepper).nextCall},
		{"C", "", both{"back to the end of the call before", "退回上一次调用的末尾"}, (*stepper).previousCall},
		{"l", "", both{"to the end of this source line, or of the next", "走完这一行源码，或下一行"}, (*stepper).nextLine},
		{"L", "", both{"back to the end of the line before", "退回上一行的末尾"}, (*stepper).previousLine},
		{"line", "N", both{"to the first event of source line N", "到源码第 N 行的第一个事件"}, (*stepper).toLine},
		{"call", "N", both{"to the first event of row N", "到第 N 次调用的第一个事件"}, (*stepper).toCall},
		{"g", "EVENT|ROW.ORDINAL", both{"to an event by its number or point; g 0 is before the first", "按编号或位置到某个事件；g 0 是第一个之前"}, (*stepper).toEvent},
		{"next", "KIND", both{"to the next event of a kind: next split, next ioctl, next fault", "到下一个某种事件：next split、next ioctl、next fault"}, (*stepper).nextKind},
		{"prev", "KIND", both{"to the previous event of a kind", "到上一个某种事件"}, (*stepper).previousKind},
		{"who", "ADDRESS|OBJECT N", both{"which event last changed it: who 0x7f00…, who page 264, who chunk 5, who table 8", "最后改动它的是哪个事件：who 0x7f00…、who page 264、who chunk 5、who table 8"}, (*stepper).who},
		{"why", "", both{"the chain of causes of this event, up to the call", "这个事件的起因，一直到调用"}, (*stepper).why},
		{"walk", "ADDRESS|NAME", both{"walk the page tables for an address", "为一个地址走一遍页表"}, (*stepper).walk},
		{"map", "", both{"the card's memory in runs", "整张卡的显存，按段列出"}, (*stepper).memoryMap},
		{"used", "", both{"memory in use, as the program, the driver and nvidia-smi count it", "用了多少显存：程序、驱动、nvidia-smi 各自的账"}, (*stepper).used},
		{"vars", "", both{"the program's pointers", "程序里的指针"}, (*stepper).vars},
		{"list", "", both{"the program, with the current line marked", "程序，标出当前行"}, (*stepper).list},
		{"output", "", both{"what the program has printed so far", "程序到此为止打印的内容"}, (*stepper).printed},
		{"where", "", both{"this event again", "再说一遍当前事件"}, (*stepper).where},
		{"undo", "", both{"back to where you were before", "回到刚才的位置"}, (*stepper).undo},
		{"fork", "KEY=VALUE…", both{"drop the future from here and go on under changed settings", "丢掉后面的部分，改设置后从这里继续"}, (*stepper).fork},
		{"help ?", "", both{"this list", "这张表"}, (*stepper).help},
		{"q", "", both{"end", "结束"}, nil},
	}
}

func runStep(env *environment, args []string) error {
	set := stepCommand.flags(env)
	var o scenarioOptions
	if err := o.parse(set, args); err != nil {
		return err
	}
	if o.file == "-" {
		return badUsage("standard input is for commands, so the scenario must be a file")
	}
	r, err := record(env, o)
	if err != nil {
		return err
	}
	r.run.SeekCount(0)
	s := &stepper{recording: r, env: env, in: lineScanner(env.in), out: bufio.NewWriter(env.out), options: o}
	defer s.out.Flush()
	s.begin()
	return s.loop()
}

// begin says what there is to step through.
func (s *stepper) begin() {
	r := s.recording
	s.tell(both{"{0} on {1}: {2} events, {3} calls. n steps, help lists the commands.", "{0}，在 {1} 上：{2} 个事件，{3} 次调用。n 走一步，help 列出命令。"},
		r.name, r.profile.Name, explain.Commas(uint64(r.run.Len())), explain.Commas(uint64(len(r.run.Rows()))))
	s.out.WriteString(ending(r.loaded, r.run.Status(), r.run.Why(), s.lang))
}

// loop reads commands until q or the end of the input. A mistake is told and
// the next command read.
func (s *stepper) loop() error {
	for {
		prompt(s.env, s.out)
		if err := s.out.Flush(); err != nil {
			return err
		}
		if !s.in.Scan() {
			return s.in.Err()
		}
		word, arg, _ := strings.Cut(strings.TrimSpace(s.in.Text()), " ")
		if word == "" || word[0] == '#' {
			continue
		}
		if word == "q" || word == "quit" {
			return nil
		}
		act := findAct(word)
		if act == nil {
			s.tell(both{"There is no command {0}; help lists them.", "没有 {0} 这个命令；help 列出全部。"}, word)
			continue
		}
		if err := act.do(s, strings.TrimSpace(arg)); err != nil {
			fmt.Fprintln(s.out, err)
		}
	}
}

// prompt shows a prompt where a person types.
func prompt(env *environment, out *bufio.Writer) {
	f, ok := env.in.(*os.File)
	if !ok {
		return
	}
	info, err := f.Stat()
	nothing, _ := os.Stat(os.DevNull) // a character device too, but nobody types there
	if err == nil && info.Mode()&os.ModeCharDevice != 0 && !os.SameFile(info, nothing) {
		out.WriteString("> ")
	}
}

func findAct(word string) *stepAct {
	for i := range stepActs {
		for name := range strings.FieldsSeq(stepActs[i].names) {
			if name == word && stepActs[i].do != nil {
				return &stepActs[i]
			}
		}
	}
	return nil
}

// tell writes one line in the stepper's language.
func (s *stepper) tell(text both, args ...string) {
	io.WriteString(s.out, explain.Fill(text[s.lang], args...)+"\n")
}

// complain is a mistake in a command, said in the stepper's language.
func (s *stepper) complain(text both, args ...string) error {
	return usageError{explain.Fill(text[s.lang], args...)}
}

func (s *stepper) help(string) error {
	var t table
	for i := range stepActs {
		a := &stepActs[i]
		t.add(strings.TrimSpace(a.names+" "+a.args), a.help[s.lang])
	}
	return t.write(s.out)
}
