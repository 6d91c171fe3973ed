def fib(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a

f = 1
for i in range(1, 101):
    f *= i
print(f)
print(fib(300))
print(2**200, len(str(3**1000)))
print(hex(255), bin(10), oct(64), int('ff', 16), int('1010', 2))
print(0.1 + 0.2, round(2.5), round(3.5), round(-2.567, 2), 1e16, 1e-5, 7 / 2, 7 // 2)
