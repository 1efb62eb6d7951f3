package main

import (
	"fmt"
	"strconv"
	"strings"

	"pagewalk/engine/explain"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

// entryStates, apertures and entryFlags are how encode's arguments are
// written.
var entryStates = map[string]profile.EntryState{
	"invalid": profile.Invalid, "directory": profile.Directory, "leaf": profile.Leaf, "sparse": profile.Sparse, "unmapped": profile.Unmapped,
}

var apertures = map[string]profile.Aperture{
	"vid": profile.Vid, "peer": profile.Peer, "sys": profile.SysCoherent, "sys-noncoherent": profile.SysNonCoherent, "none": profile.NoAperture,
}

var entryFlags = map[string]profile.Flags{
	"volatile": profile.Volatile, "privileged": profile.Privileged, "read-only": profile.ReadOnly, "no-atomic": profile.NoAtomic,
	"no-counter": profile.NoCounter, "no-ats": profile.NoATS, "encrypted": profile.Encrypted, "no-execute": profile.NoExecute,
	"accessed": profile.Accessed, "dirty": profile.Dirty, "global": profile.Global, "write-through": profile.WriteThrough,
}

const encodeKeys = "state, address, aperture, flags, small-address, small-aperture, small-flags, kind, peer"

// encode writes an entry from its meaning: its words on the first line, then
// what decode says of them.
func (o *mmuOptions) encode(args []string) error {
	if len(args) < 2 {
		return badUsage("encode: expected FORMAT LEVEL and KEY=VALUE arguments; keys are %s", encodeKeys)
	}
	f, err := formatNamed(args[0])
	if err != nil {
		return err
	}
	level, err := levelNamed(f, args[1])
	if err != nil {
		return err
	}
	e := startingEntry(f, level, args[2:])
	for _, arg := range args[2:] {
		if err := setEntry(f, &e, arg); err != nil {
			return err
		}
	}
	raw, ok := mmu.Encode(f, level, &e)
	if !ok {
		return badUsage("encode: an entry of %s %s cannot say that: the state or aperture is not known there, or the address does not fit", f.Name, f.Levels[level].Name)
	}
	words := explain.Fill("0x{0}", hex16(raw[0]))
	if f.Levels[level].EntryBytes == 16 {
		words += " 0x" + hex16(raw[1])
	}
	fmt.Fprintln(o.env.out, words)
	o.entry(o.env.out, f, level, raw)
	return nil
}

func hex16(n uint64) string { return fmt.Sprintf("%016x", n) }

// startingEntry is what the driver writes when nothing else is asked for: a
// directory entry where there is one, a leaf in a page table. If the arguments
// name a state, it is that state's: only a leaf has a kind and a leaf's flags.
func startingEntry(f *profile.Format, level int, args []string) mmu.Entry {
	e := mmu.Entry{State: profile.Leaf}
	if f.Levels[level].Directory != nil {
		e.State = profile.Directory
	}
	for _, arg := range args {
		if value, ok := strings.CutPrefix(arg, "state="); ok {
			e.State = entryStates[value] // setEntry refuses an unknown one
		}
	}
	e.Half[0].Aperture, e.Half[1].Aperture = f.Home, profile.NoAperture
	switch e.State {
	case profile.Leaf:
		e.Kind, e.Half[0].Flags = f.Kind, f.LeafFlags
	case profile.Directory:
		e.Half[0].Flags = f.DirectoryFlags
	}
	return e
}

// setEntry takes one KEY=VALUE.
func setEntry(f *profile.Format, e *mmu.Entry, arg string) error {
	key, value, ok := strings.Cut(arg, "=")
	if !ok {
		return badUsage("encode: found %q, expected KEY=VALUE; keys are %s", arg, encodeKeys)
	}
	half := &e.Half[0]
	if rest, small := strings.CutPrefix(key, "small-"); small {
		key, half = rest, &e.Half[1]
		if key == "address" && half.Aperture == profile.NoAperture {
			half.Aperture, half.Flags = profile.Vid, e.Half[0].Flags
		}
	}
	switch key {
	case "state":
		s, ok := entryStates[value]
		if !ok {
			return badUsage("encode: state: found %q, expected invalid, directory, leaf, sparse or unmapped", value)
		}
		e.State = s
	case "aperture":
		a, ok := apertures[value]
		if !ok {
			return badUsage("encode: aperture: found %q, expected vid, peer, sys, sys-noncoherent or none", value)
		}
		half.Aperture = a
	case "address":
		n, err := parseWord("address", value)
		half.Address = n
		return err
	case "flags":
		return setEntryFlags(f, half, value)
	case "kind", "peer":
		n, err := strconv.ParseUint(value, 0, 8)
		if err != nil {
			return badUsage("encode: %s: found %q, expected a number from 0 to 255", key, value)
		}
		if key == "peer" {
			e.Peer = uint8(n)
		} else {
			e.Kind = uint8(n)
		}
	default:
		return badUsage("encode: unknown key %q, expected one of %s", key, encodeKeys)
	}
	return nil
}

func setEntryFlags(format *profile.Format, half *mmu.Half, value string) error {
	half.Flags = 0
	for word := range strings.SplitSeq(value, ",") {
		if word == "" {
			continue
		}
		f, ok := entryFlags[word]
		if !ok {
			var names []string
			for name := range entryFlags {
				names = append(names, name)
			}
			return badUsage("encode: flags: found %q, expected some of %s", word, sortedList(names))
		}
		half.Flags |= f
	}
	if half.Flags&profile.ReadOnly != 0 {
		half.Flags |= format.ReadOnlySets // as the driver does
	}
	return nil
}
