type Handler = (...args: any[]) => unknown
const logged = (f: Handler, name = f.name): Handler => (...a) => { const r = f(...a); console.log(`${name}(${a.join(', ')}) = ${r}`); return r }
const add = logged((a: number, b: number) => a + b, 'add'); add(1, 2); add(3, 4)
const memo = <K, V>(f: (k: K) => V) => { const m = new Map<K, V>(); return (k: K): V => { if (!m.has(k)) m.set(k, f(k)); return m.get(k)! } }; const fib: (n: number) => bigint = memo((n) => (n < 2 ? BigInt(n) : fib(n - 1) + fib(n - 2))); console.log(fib(100))
