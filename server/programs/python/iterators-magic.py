class Countdown:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n <= 0: raise StopIteration
        self.n -= 1
        return self.n + 1
print(list(Countdown(3)), sum(Countdown(4)), *Countdown(2))

class Temperature:
    def __set_name__(self, owner, name): self.name = '_' + name
    def __get__(self, obj, kind=None): return getattr(obj, self.name, 0) if obj else self
    def __set__(self, obj, value):
        if value < -273.15: raise ValueError('太低')
        setattr(obj, self.name, value)
class Room:
    t = Temperature()
    def __getattr__(self, name): return f"没有 {name}"
    def __contains__(self, x): return x == self.t
    def __call__(self, *a, **k): return a, k
    def __len__(self): return 3
    def __format__(self, spec): return f"<{spec}>"
r = Room(); r.t = 25
print(r.t, r.door, 25 in r, r(1, x=2), len(r), f"{r:abc}")
try: r.t = -300
except ValueError as e: print(e)
class Meta(type):
    def __new__(mcs, name, bases, ns): ns['created'] = name.lower(); return super().__new__(mcs, name, bases, ns)
class Thing(metaclass=Meta): pass
print(Thing.created, type(Thing).__name__, isinstance(3, int), type('Dyn', (), {'v': 1})().v)
from contextlib import contextmanager
@contextmanager
def tag(name):
    print(f"<{name}>"); yield name.upper(); print(f"</{name}>")
with tag('b') as n: print(n)
