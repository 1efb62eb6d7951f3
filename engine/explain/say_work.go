package explain

import "pagewalk/engine/event"

var workTellers = []teller{
	{event.StreamQueue, (*speaker).queue},
}

func (s *speaker) queue() (string, string) {
	q := event.StreamQueueOf(s.e)
	sentence := s.fill(pair{"Stream {0} has more to do: it ends at {1} now.", "流 {0} 又排进一件事：现在到 {1} 才结束。"}, num(uint64(q.Stream)), Duration(q.To))
	if q.From > s.e.Time {
		return sentence, s.fill(pair{"It waits behind what was queued before, until {0}.", "它排在之前的后面，等到 {0}。"}, Duration(q.From))
	}
	return sentence, s.fill(pair{"The stream was idle, so it begins at once.", "流原本空闲，立刻开始。"})
}
