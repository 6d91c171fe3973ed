from collections import deque

maze = [line.rstrip('\n') for line in open(0)]
height, width = len(maze), len(maze[0])
find = lambda c: next((r, row.index(c)) for r, row in enumerate(maze) if c in row)
start, goal = find('S'), find('E')
queue, before = deque([start]), {start: None}
while queue:
    r, c = at = queue.popleft()
    if at == goal:
        break
    for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        to = (r + dr, c + dc)
        if 0 <= to[0] < height and 0 <= to[1] < width and maze[to[0]][to[1]] != '#' and to not in before:
            before[to] = at
            queue.append(to)
path, at = set(), goal
while at:
    path.add(at)
    at = before[at]
print('步数', len(path) - 1)
for r, row in enumerate(maze):
    print(''.join('·' if (r, c) in path and ch == '.' else ch for c, ch in enumerate(row)))
