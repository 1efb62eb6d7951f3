package main

import (
	"strings"

	"pagewalk/engine/profile"
)

// defaultProfile is what commands use when nothing else is said.
const defaultProfile = "h200-r580"

// loadProfile gives the profile of that name with settings changed.
func loadProfile(name string, settings []string) (*profile.Profile, error) {
	p := profile.Get(name)
	if p == nil {
		return nil, badUsage("--gpu: found %q, expected one of %s", name, strings.Join(profileNames(), ", "))
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
