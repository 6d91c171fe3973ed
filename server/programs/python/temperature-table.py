print(f"{'摄氏':>4}{'华氏':>6}")
for c in range(-40, 101, 35):
    print(f"{c:>6}{c * 9 / 5 + 32:>8.1f}")
total = 0
for i in range(1, 11):
    if i % 3 == 0: continue
    total += i
else:
    print('循环结束', total)
n, steps = 27, 0
while n != 1:
    n = 3 * n + 1 if n % 2 else n // 2
    steps += 1
print('冰雹', steps)
