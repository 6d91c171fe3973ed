import sys
from collections import Counter

text = sys.stdin.read().lower()
words = ''.join(c if c.isalpha() else ' ' for c in text).split()
counter = Counter(words)
for word, times in sorted(counter.items(), key=lambda pair: (-pair[1], pair[0]))[:6]:
    print(f"{word:<8}{times:>3} {'*' * times}")
print(len(counter), sum(counter.values()))
print(counter.most_common(1)[0][0])
