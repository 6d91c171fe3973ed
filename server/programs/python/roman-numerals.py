def to_roman(n):
    out = ''
    for v, s in zip((1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1), 'M CM D CD C XC L XL X IX V IV I'.split()):
        while n >= v:
            out, n = out + s, n - v
    return out
for n in map(int, input().split()):
    print(n, to_roman(n))
