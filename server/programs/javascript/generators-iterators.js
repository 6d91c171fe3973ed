function* fib() { let [a, b] = [0, 1]; for (;;) { yield a; [a, b] = [b, a + b] } }
const take = function* (n, it) { let i = 0; for (const x of it) { if (i++ >= n) return; yield x } }
console.log([...take(10, fib())], fib().next(), fib())
function* talk() { const name = yield '名字？'; const age = yield `你好 ${name}`; return `${name} ${age}` } const t = talk(); console.log(t.next(), t.next('小明'), t.next(18), t.next())
class Range { constructor(a, b) { this.a = a; this.b = b } [Symbol.iterator]() { let x = this.a; const end = this.b; return { next: () => (x < end ? { value: x++, done: false } : { value: undefined, done: true }) } } } console.log([...new Range(1, 5)], Math.max(...new Range(0, 9)), Array.from(new Range(0, 3), (x) => x * x)); const [p, , q = 9] = new Range(5, 6); console.log(p, q)
function* tree(n) { if (n) { yield* tree(n.l); yield n.v; yield* tree(n.r) } } console.log([...tree({ v: 2, l: { v: 1 }, r: { v: 3 } })])
function* guarded() { try { yield 1; yield 2 } finally { console.log('清理') } } for (const x of guarded()) { console.log(x); break } const g = guarded(); g.next(); try { g.throw(new Error('扔进')) } catch (e) { console.log(e.message) }
const permutations = function* (a, n = a.length) { if (n <= 1) yield a.slice(); else for (let i = 0; i < n; i++) { yield* permutations(a, n - 1); const j = n % 2 ? 0 : i; [a[n - 1], a[j]] = [a[j], a[n - 1]] } }; console.log([...permutations([1, 2, 3])].map(String).join(' '))
const lazy = { *[Symbol.iterator]() { for (const k of Object.keys(this)) yield [k, this[k]] }, a: 1, b: 2 }; console.log([...lazy], Object.fromEntries(lazy), [...'ab'].entries().toString(), [...[7, 8].keys()])
