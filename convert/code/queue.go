package code

// A queue holds the nodes to visit, without duplicates.
type queue struct {
	waiting []int32
	queued  []bool
	visits  []int32
	visited []int32 // nodes with visits
	looks   int     // number of visits so far
}

// maxVisits limits how often a node is visited. In a method with an endless loop without calls, a lower bound would grow forever.
const maxVisits = 60

func newQueue(nodes int) queue {
	return queue{queued: make([]bool, nodes), visits: make([]int32, nodes)}
}

func (q *queue) push(v int32) {
	if v != leaves && !q.queued[v] {
		q.waiting, q.queued[v] = append(q.waiting, v), true
	}
}

// drain yields nodes until the queue is empty, including those pushed meanwhile.
func (q *queue) drain(yield func(int32) bool) {
	for i := 0; i < len(q.waiting); i++ {
		v := q.waiting[i]
		q.queued[v] = false
		if q.visits[v] == 0 {
			q.visited = append(q.visited, v)
		}
		q.looks++
		if q.visits[v]++; q.visits[v] <= maxVisits {
			yield(v)
		}
	}
	for _, v := range q.visited {
		q.visits[v] = 0
	}
	q.waiting, q.visited = q.waiting[:0], q.visited[:0]
}
