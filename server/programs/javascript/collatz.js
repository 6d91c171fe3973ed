const path = (n) => (n === 1 ? [1] : [n, ...path(n % 2 ? 3 * n + 1 : n / 2)]); console.log(path(6), path(27).length, Math.max(...path(27)))
