def count(a):
    if len(a) < 2:
        return a, 0
    m = len(a) // 2
    left, x = count(a[:m])
    right, y = count(a[m:])
    merged, i, j, inv = [], 0, 0, x + y
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i]); i += 1
        else:
            merged.append(right[j]); j += 1
            inv += len(left) - i
    return merged + left[i:] + right[j:], inv

n = int(input())
for _ in range(n):
    data = [int(x) for x in input().split()]
    ordered, inversions = count(data)
    print(f"{ordered} 逆序对：{inversions}")
