from itertools import groupby
def encode(s): return ''.join(f"{c}{len(list(g))}" for c, g in groupby(s))
def decode(s):
    out, i = '', 0
    while i < len(s):
        j = i + 1
        while j < len(s) and s[j].isdigit(): j += 1
        out += s[i] * int(s[i + 1:j]); i = j
    return out
for s in ('aaabbbc', 'x', 'zzzzzzzzzzzz'):
    print(encode(s), decode(encode(s)) == s)
