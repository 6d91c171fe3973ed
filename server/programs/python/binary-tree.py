from collections import deque

class Tree:
    def __init__(self):
        self.root = None
    def insert(self, key):
        def go(node):
            if node is None:
                return [key, None, None]
            node[1 if key < node[0] else 2] = go(node[1 if key < node[0] else 2])
            return node
        self.root = go(self.root)
    def inorder(self, node='root'):
        node = self.root if node == 'root' else node
        if node:
            yield from self.inorder(node[1])
            yield node[0]
            yield from self.inorder(node[2])
    def levels(self):
        queue, out = deque([(self.root, 0)]), []
        while queue:
            node, depth = queue.popleft()
            if node is None:
                continue
            if depth == len(out):
                out.append([])
            out[depth].append(node[0])
            queue.extend([(node[1], depth + 1), (node[2], depth + 1)])
        return out

t = Tree()
for k in map(int, input().split()):
    t.insert(k)
print(list(t.inorder()))
for depth, level in enumerate(t.levels()):
    print('第', depth, '层：', level)
