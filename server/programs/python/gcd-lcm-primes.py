from math import gcd
from functools import reduce

def factor(n):
    result, p = {}, 2
    while p * p <= n:
        while n % p == 0:
            result[p] = result.get(p, 0) + 1
            n //= p
        p += 1
    if n > 1:
        result[n] = 1
    return result

numbers = [12, 18, 30, 97, 360, 2**31 - 1]
print(reduce(gcd, numbers[:3]), reduce(lambda a, b: a * b // gcd(a, b), numbers[:3]))
for n in numbers:
    print(n, '=', ' × '.join(f"{p}^{e}" if e > 1 else str(p) for p, e in factor(n).items()))
print(pow(3, 10**18, 10**9 + 7), pow(7, -1, 26), divmod(-7, 3), -7 // 2, -7 % 3)
