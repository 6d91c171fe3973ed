from collections import defaultdict
groups = defaultdict(list)
for word in input().split():
    groups[''.join(sorted(word))].append(word)
print([g for g in groups.values() if len(g) > 1], len(groups))
print({k: v for k, v in sorted(groups.items())})
