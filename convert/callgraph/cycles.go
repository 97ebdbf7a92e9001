package callgraph

// cycles returns, by node, its strongly connected component, and how many there are (Tarjan 1972, without recursion: ways can be long).
// Nodes that call each other are in one. Components are numbered callees first.
func cycles(out [][]int32) (component []int32, n int) {
	const unseen = -1
	type step struct {
		node int32
		next int
	}
	number, low := make([]int32, len(out)), make([]int32, len(out))
	component = make([]int32, len(out))
	for i := range out {
		number[i], component[i] = unseen, unseen
	}
	var stack []int32 // nodes whose component is open
	var path []step
	counter := int32(0)
	enter := func(node int32) {
		number[node], low[node] = counter, counter
		counter++
		stack, path = append(stack, node), append(path, step{node, 0})
	}
	for start := range out {
		if number[start] != unseen {
			continue
		}
		enter(int32(start))
		for len(path) > 0 {
			top := &path[len(path)-1]
			if top.next < len(out[top.node]) {
				to := out[top.node][top.next]
				top.next++
				switch {
				case number[to] == unseen:
					enter(to)
				case component[to] == unseen: // still open
					low[top.node] = min(low[top.node], number[to])
				}
				continue
			}
			node := top.node
			path = path[:len(path)-1]
			if len(path) > 0 {
				up := path[len(path)-1].node
				low[up] = min(low[up], low[node])
			}
			if low[node] == number[node] {
				for done := false; !done; {
					member := stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					component[member], done = int32(n), member == node
				}
				n++
			}
		}
	}
	return component, n
}
