def two_sum(nums, target):
    seen = {}
    for i, n in enumerate(nums):
        if target - n in seen:
            return [seen[target - n], i]
        seen[n] = i

def longest_unique(s):
    last, start, best = {}, 0, ''
    for i, ch in enumerate(s):
        if last.get(ch, -1) >= start:
            start = last[ch] + 1
        last[ch] = i
        best = max(best, s[start:i + 1], key=len)
    return best

def max_subarray(a):
    best = here = a[0]
    for x in a[1:]:
        here = max(x, here + x)
        best = max(best, here)
    return best

def spiral(m):
    out = []
    while m:
        out += m.pop(0)
        m = [list(r) for r in zip(*m)][::-1]
    return out
print(two_sum([2, 7, 11, 15], 26), longest_unique('abcabcbb'), longest_unique('pwwkew'))
print(max_subarray([-2, 1, -3, 4, -1, 2, 1, -5, 4]), spiral([[1, 2, 3], [4, 5, 6], [7, 8, 9]]))
import bisect
a = [1, 3, 5, 7]; bisect.insort(a, 4); print(a, bisect.bisect_left(a, 5))
