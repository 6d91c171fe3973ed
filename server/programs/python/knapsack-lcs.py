from functools import lru_cache

items = [(2, 3), (3, 4), (4, 5), (5, 8), (9, 10)]
capacity = 20
dp = [0] * (capacity + 1)
for weight, value in items:
    for c in range(capacity, weight - 1, -1):
        dp[c] = max(dp[c], dp[c - weight] + value)
print(dp)

@lru_cache(maxsize=None)
def lcs(a, b):
    if not a or not b:
        return ''
    if a[0] == b[0]:
        return a[0] + lcs(a[1:], b[1:])
    return max(lcs(a[1:], b), lcs(a, b[1:]), key=len)
print(lcs('ABCBDAB', 'BDCABA'), lcs.cache_info().misses > 10)

def edit(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (x != y))
    return row[-1]
print(edit('kitten', 'sitting'), edit('中文字符', '中国字'))
