def multiply(a, b):
    return [[sum(x * y for x, y in zip(row, col)) for col in zip(*b)] for row in a]

def power(m, n):
    size = len(m)
    result = [[int(i == j) for j in range(size)] for i in range(size)]
    while n:
        if n & 1:
            result = multiply(result, m)
        m = multiply(m, m)
        n >>= 1
    return result

def determinant(m):
    if len(m) == 1:
        return m[0][0]
    return sum((-1) ** j * m[0][j] * determinant([row[:j] + row[j + 1:] for row in m[1:]]) for j in range(len(m)))

a = [[1, 2], [3, 4]]
print(multiply(a, a), power([[1, 1], [1, 0]], 90)[0][1])
print(determinant([[2, 0, 1], [1, 3, 2], [1, 1, 4]]))
for row in zip(*[[1, 2, 3], [4, 5, 6]]):
    print(*row, sep='\t')
