from abc import ABC, abstractmethod

class Shape(ABC):
    @abstractmethod
    def area(self): ...
    def describe(self):
        return f"{type(self).__name__}：{self.area():.3f}"
class Circle(Shape):
    def __init__(self, r): self.r = r
    def area(self): return 3.14159265 * self.r ** 2
class Rect(Shape):
    def __init__(self, w, h): self.w, self.h = w, h
    def area(self): return self.w * self.h
class Square(Rect):
    def __init__(self, s): super().__init__(s, s)

for s in (Circle(1.5), Rect(2, 3), Square(4)):
    print(s.describe(), isinstance(s, Rect))
try:
    Shape()
except TypeError as e:
    print('不能创建抽象类')
class A:
    def hi(self): return ['A']
class B(A):
    def hi(self): return ['B'] + super().hi()
class C(A):
    def hi(self): return ['C'] + super().hi()
class D(B, C):
    def hi(self): return ['D'] + super().hi()
print(D().hi(), [k.__name__ for k in D.__mro__])
