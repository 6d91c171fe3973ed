import bisect
data = []
for x in map(int, input().split()):
    bisect.insort(data, x)
    m = len(data) // 2
    print(data[m] if len(data) % 2 else (data[m - 1] + data[m]) / 2, end=' ')
print(data)
