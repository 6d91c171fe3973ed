moves = []
def hanoi(n, a='A', b='B', c='C'):
    if n:
        hanoi(n - 1, a, c, b)
        moves.append(f"{a}->{c}")
        hanoi(n - 1, b, a, c)
hanoi(4)
print(len(moves), ' '.join(moves))

def permutations(items):
    if not items:
        yield []
    for i, x in enumerate(items):
        for rest in permutations(items[:i] + items[i + 1:]):
            yield [x, *rest]
print([''.join(p) for p in permutations(list('abc'))])

def ackermann(m, n):
    return n + 1 if m == 0 else ackermann(m - 1, 1 if n == 0 else ackermann(m, n - 1))
print(ackermann(2, 5))
def flatten(x):
    return [y for z in x for y in flatten(z)] if isinstance(x, list) else [x]
print(flatten([1, [2, [3, [4, []]], 5]]))
