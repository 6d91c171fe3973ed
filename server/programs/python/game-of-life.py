grid = {(1, 2), (2, 3), (3, 1), (3, 2), (3, 3)}
def step(live):
    counts = {}
    for r, c in live:
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                if dr or dc:
                    counts[r + dr, c + dc] = counts.get((r + dr, c + dc), 0) + 1
    return {cell for cell, n in counts.items() if n == 3 or n == 2 and cell in live}
for generation in range(4):
    print('第', generation, '代')
    for r in range(7):
        print(''.join('█' if (r, c) in grid else '·' for c in range(7)))
    grid = step(grid)
for _ in range(100): grid = step(grid)
print(sorted(grid))
