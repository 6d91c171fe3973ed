from dataclasses import dataclass, field, asdict, replace
from enum import Enum, IntEnum, auto
from typing import NamedTuple
from collections import namedtuple

class Color(Enum):
    RED = auto()
    GREEN = auto()
class Level(IntEnum):
    LOW = 1
    HIGH = 3

@dataclass(order=True)
class Item:
    price: float
    name: str = field(compare=False)
    tags: list = field(default_factory=list, compare=False)

@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0
    def __add__(self, o): return Point(self.x + o.x, self.y + o.y)

items = [Item(3.5, '苹果'), Item(1.2, '香蕉', ['黄'])]
print(sorted(items), asdict(items[1]), replace(items[0], price=9))
print(Point(1) + Point(2, 3), Point(1) == Point(1, 0), hash(Point(1)) == hash(Point(1)))
try:
    Point(1).x = 2
except Exception as e:
    print(type(e).__name__)
print(Color.RED, Color['GREEN'].value, Color(1).name, list(Color), Level.HIGH > Level.LOW, Level.HIGH + 1)
P = namedtuple('P', 'a b'); p = P(1, b=2); print(p, p._replace(a=5), p._asdict(), p[0])
class N(NamedTuple):
    name: str
    age: int = 18
print(N('小明'))
