type Graph = Map<string, [string, number][]>
const g: Graph = new Map(); const edge = (a: string, b: string, w: number): void => { for (const [x, y] of [[a, b], [b, a]] as const) g.set(x, [...(g.get(x) ?? []), [y, w]]) }
edge('A', 'B', 4); edge('A', 'C', 1); edge('C', 'B', 2); edge('B', 'D', 5); edge('C', 'D', 8)
function dijkstra(start: string): Record<string, number> { const d: Record<string, number> = { [start]: 0 }; const todo = new Set(g.keys()); while (todo.size) { const u = [...todo].reduce((a, b) => ((d[a] ?? Infinity) <= (d[b] ?? Infinity) ? a : b)); todo.delete(u); for (const [v, w] of g.get(u)!) d[v] = Math.min(d[v] ?? Infinity, d[u]! + w) } return d }
console.log(dijkstra('A'), g); const bfs = (s: string): string[] => { const q = [s], seen = new Set(q); for (const u of q) for (const [v] of g.get(u) ?? []) if (!seen.has(v)) { seen.add(v); q.push(v) } return q }; console.log(bfs('D'))
