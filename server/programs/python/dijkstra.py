import heapq
from collections import defaultdict

n, m = map(int, input().split())
graph = defaultdict(list)
for _ in range(m):
    a, b, w = input().split()
    graph[a].append((b, int(w)))
    graph[b].append((a, int(w)))
start = input().strip()
distance, before, queue = {start: 0}, {}, [(0, start)]
while queue:
    d, node = heapq.heappop(queue)
    if d > distance[node]:
        continue
    for other, w in graph[node]:
        if d + w < distance.get(other, float('inf')):
            distance[other] = d + w
            before[other] = node
            heapq.heappush(queue, (d + w, other))
for node in sorted(distance):
    path, at = [node], node
    while at in before:
        at = before[at]
        path.append(at)
    print(node, distance[node], '→'.join(reversed(path)))
