from decimal import Decimal, getcontext, ROUND_HALF_UP
import statistics, math, random
getcontext().prec = 28
print(Decimal('0.1') + Decimal('0.2'), Decimal(1) / 7, Decimal('2.675').quantize(Decimal('0.01'), ROUND_HALF_UP))
data = [2, 4, 4, 4, 5, 5, 7, 9]
print(statistics.mean(data), statistics.median(data), statistics.mode(data), statistics.pstdev(data), statistics.variance(data))
print(math.pi, math.e, math.sqrt(2), math.floor(-1.5), math.ceil(1.2), math.factorial(20), math.comb(10, 3), math.hypot(3, 4), math.log(8, 2))
random.seed(42)
print(random.randint(1, 100), random.random(), random.choice('abc'), random.sample(range(10), 4))
items = list(range(6)); random.shuffle(items); print(items)
print(math.isclose(0.1 + 0.2, 0.3), float('inf') > 1, math.isnan(float('nan')), complex(1, 2) * complex(0, 1), abs(3 + 4j))
