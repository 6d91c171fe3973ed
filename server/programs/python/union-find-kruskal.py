class UnionFind:
    def __init__(self, n):
        self.parent = list(range(n)); self.groups = n
    def find(self, x):
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x
    def union(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        self.parent[a] = b; self.groups -= 1
        return True

edges = sorted([(7, 0, 1), (5, 1, 2), (8, 0, 3), (9, 1, 3), (7, 2, 4), (5, 3, 4), (15, 1, 4), (6, 3, 5), (11, 4, 5)])
uf, total, used = UnionFind(6), 0, []
for w, a, b in edges:
    if uf.union(a, b):
        total += w; used.append(f"{a}-{b}({w})")
print(total, used, uf.groups)

def topo(graph):
    indegree = {n: 0 for n in graph}
    for n in graph:
        for m in graph[n]: indegree[m] += 1
    ready, order = sorted(n for n in graph if not indegree[n]), []
    while ready:
        n = ready.pop(0); order.append(n)
        for m in sorted(graph[n]):
            indegree[m] -= 1
            if not indegree[m]: ready.append(m)
    return order if len(order) == len(graph) else '有环'
print(topo({'穿袜': ['穿鞋'], '穿鞋': [], '穿裤': ['穿鞋', '系带'], '系带': []}), topo({'a': ['b'], 'b': ['a']}))
