def quick_sort(items):
    if len(items) <= 1:
        return items
    pivot = items[len(items) // 2]
    left = [x for x in items if x < pivot]
    middle = [x for x in items if x == pivot]
    right = [x for x in items if x > pivot]
    return quick_sort(left) + middle + quick_sort(right)

numbers = list(map(int, input().split()))
print(*quick_sort(numbers))
print(numbers == sorted(numbers), max(numbers), min(numbers), sum(numbers) / len(numbers))
