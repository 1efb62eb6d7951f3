package main

import (
	"os"
	"strings"

	"pagewalk/engine/profile"
	"pagewalk/server/calibrate"
)

// defaultProfile is what commands use when nothing else is said.
const defaultProfile = "h200-r580"

// loadProfile gives the profile of that name, or of a profile file as calibrate
// writes it, with settings changed.
func loadProfile(name string, settings []string) (*profile.Profile, error) {
	p := profile.Get(name)
	if data, err := os.ReadFile(name); p == nil && err == nil {
		if _, p, err = calibrate.Read(data); err != nil {
			return nil, badUsage("--gpu: %s: %v", name, err)
		}
	}
	if p == nil {
		return nil, badUsage("--gpu: found %q, expected a profile file or one of %s", name, strings.Join(profileNames(), ", "))
	}
	for _, s := range settings {
		if err := profile.Set(p, s); err != nil {
			return nil, badUsage("--set: %v", err)
		}
	}
	return p, nil
}

func profileNames() []string {
	var names []string
	for _, p := range profile.List() {
		names = append(names, p.Name)
	}
	return names
}
