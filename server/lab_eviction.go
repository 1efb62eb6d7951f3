package main

func labEviction(env *environment, o *labOptions, room int) error { return badUsage("eviction: soon") }
