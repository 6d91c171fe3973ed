from functools import total_ordering
from fractions import Fraction

@total_ordering
class Vector:
    def __init__(self, *values): self.values = values
    def __add__(self, o): return Vector(*(a + b for a, b in zip(self.values, o.values)))
    def __mul__(self, k): return Vector(*(a * k for a in self.values)) if isinstance(k, (int, float)) else sum(a * b for a, b in zip(self.values, k.values))
    __rmul__ = __mul__
    def __abs__(self): return sum(a * a for a in self.values) ** 0.5
    def __eq__(self, o): return self.values == o.values
    def __lt__(self, o): return abs(self) < abs(o)
    def __getitem__(self, i): return self.values[i]
    def __bool__(self): return any(self.values)
    def __hash__(self): return hash(self.values)
    def __repr__(self): return f"Vector{self.values}"
a, b = Vector(3, 4), Vector(1, 2)
print(a + b, a * 2, 2 * b, a * b, abs(a), a > b, a == Vector(3, 4), a[1], bool(Vector(0, 0)), len({a, b, Vector(3, 4)}))
print(Fraction(1, 3) + Fraction(1, 6), Fraction('0.125'), float(Fraction(7, 8)))
print(sorted([a, b, Vector(0, 1)]), max(a, b))
