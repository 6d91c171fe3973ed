const twoSum = (a, t) => { const m = new Map(); for (const [i, x] of a.entries()) { if (m.has(t - x)) return [m.get(t - x), i]; m.set(x, i) } return null }
console.log(twoSum([2, 7, 11, 15], 9), twoSum([3, 2, 4], 6), twoSum([1], 5))
