n = int(input())
for i in range(1, n + 1):
    print(' ' * (n - i) + '*' * (2 * i - 1))
row = [1]
for _ in range(n):
    print(' '.join(map(str, row)).center(4 * n).rstrip())
    row = [1, *(a + b for a, b in zip(row, row[1:])), 1]
for i in range(1, 10):
    print(' '.join(f"{j}×{i}={i * j:<2}" for j in range(1, i + 1)))
print([n for n in range(100, 1000) if sum(int(d) ** 3 for d in str(n)) == n])
print([n for n in range(2, 500) if sum(d for d in range(1, n) if n % d == 0) == n])
x, y = divmod(35 * 4 - 94, 2)
print('兔', 35 - x, '鸡', x)
print([(a, b, 100 - a - b) for a in range(21) for b in range(34) if 5 * a + 3 * b + (100 - a - b) / 3 == 100])
