def countdown(n):
    while n > 0:
        received = yield n
        n = received if received is not None else n - 1

g = countdown(5)
print(next(g), next(g), g.send(10), next(g))

def chunks(items, size):
    for i in range(0, len(items), size):
        yield items[i:i + size]
print(list(chunks(list(range(7)), 3)))

def chain(*iterables):
    for it in iterables:
        yield from it
print(list(chain('ab', [1, 2], (x * x for x in range(3)))))

import itertools
print(list(itertools.islice(itertools.count(10, 5), 4)), list(itertools.accumulate([1, 2, 3, 4])))
print([(k, len(list(v))) for k, v in itertools.groupby('aaabbc')], list(itertools.combinations('abc', 2)))
def pipeline():
    total = 0
    try:
        while True:
            total += yield total
    finally:
        print('结束，合计', total)
p = pipeline(); next(p); p.send(3); print(p.send(4)); p.close()
