import functools

def logged(prefix):
    def wrap(func):
        @functools.wraps(func)
        def inner(*args, **kwargs):
            print(f"{prefix}{func.__name__}{args}{kwargs or ''}")
            return func(*args, **kwargs)
        return inner
    return wrap

@logged('调用 ')
def add(a, b=1):
    """加法"""
    return a + b
print(add(2), add(2, b=5), add.__doc__, add.__name__)

def counter():
    n = 0
    def up(step=1):
        nonlocal n
        n += step
        return n
    return up
c1, c2 = counter(), counter()
print(c1(), c1(5), c2(), [f(2) for f in [lambda x, k=k: x * k for k in range(4)]])

class Memo:
    def __init__(self, f):
        self.f, self.cache = f, {}
    def __call__(self, n):
        if n not in self.cache:
            self.cache[n] = self.f(n)
        return self.cache[n]
@Memo
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80), len(fib.cache))
