class Stack(list):
    push = list.append
    def top(self): return self[-1] if self else None

def balanced(text):
    pairs, stack = {')': '(', ']': '[', '}': '{'}, Stack()
    for ch in text:
        if ch in '([{': stack.push(ch)
        elif ch in pairs and (not stack or stack.pop() != pairs[ch]): return False
    return not stack
for t in ['()[]{}', '([)]', '((', 'a(b[c]d)e', '']:
    print(repr(t), balanced(t))

def rpn(text):
    stack = Stack()
    for tok in text.split():
        if tok in '+-*/':
            b, a = stack.pop(), stack.pop()
            stack.push({'+': a + b, '-': a - b, '*': a * b, '/': int(a / b) if b else 0}[tok])
        else: stack.push(int(tok))
    return stack.top()
print(rpn('3 4 + 2 *'), rpn('5 1 2 + 4 * + 3 -'))
from collections import deque, OrderedDict
q = deque([1, 2, 3], maxlen=3); q.append(4); q.rotate(1); q.appendleft(0); print(q)
class LRU:
    def __init__(self, n): self.n, self.d = n, OrderedDict()
    def get(self, k):
        if k not in self.d: return -1
        self.d.move_to_end(k); return self.d[k]
    def put(self, k, v):
        self.d[k] = v; self.d.move_to_end(k)
        if len(self.d) > self.n: self.d.popitem(last=False)
c = LRU(2); c.put(1, 1); c.put(2, 2); c.get(1); c.put(3, 3); print(c.get(2), list(c.d))
