package target

// ChaseStops is the largest number of stops of pw_chase.
const ChaseStops = 1 << 20

// A chase visits n stops in one cyclic order: from each it goes so many stops
// on, round and round. ChaseStep gives a number near the golden section of n
// that reaches all of them, so that the next stop is never near the last ones.
func ChaseStep(n uint64) uint64 {
	step := max(n*618/1000, 1)
	for gcd(step, n) != 1 {
		step++
	}
	return step % max(n, 2)
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
