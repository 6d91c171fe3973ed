def solve(n, row=0, columns=(), results=None):
    results = [] if results is None else results
    if row == n:
        results.append(columns)
        return results
    for c in range(n):
        if all(c != k and abs(c - k) != row - r for r, k in enumerate(columns)):
            solve(n, row + 1, columns + (c,), results)
    return results

for n in range(1, 8):
    print(n, len(solve(n)))
for c in solve(6)[0]:
    print('. ' * c + 'Q ' + '. ' * (5 - c))
