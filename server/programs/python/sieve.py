import math

def sieve(limit):
    flags = [True] * (limit + 1)
    flags[0:2] = [False, False]
    for i in range(2, math.isqrt(limit) + 1):
        if flags[i]:
            flags[i * i::i] = [False] * len(range(i * i, limit + 1, i))
    return [i for i, prime in enumerate(flags) if prime]

primes = sieve(200000)
print(len(primes), primes[:10], primes[-3:])
print(sum(primes) % 1000000007)
twins = [(p, q) for p, q in zip(primes, primes[1:]) if q - p == 2]
print(len(twins), twins[:4])
