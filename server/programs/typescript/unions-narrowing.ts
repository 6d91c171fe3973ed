type Result<T> = { ok: true; value: T } | { ok: false; error: string }
const parse = (s: string): Result<number> => { const n = Number(s); return Number.isNaN(n) ? { ok: false, error: `不是数字：${s}` } : { ok: true, value: n } }
for (const t of ['12', 'x', '3.5']) { const r = parse(t); console.log(r.ok ? r.value * 2 : r.error) }
function kind(x: unknown): string { if (typeof x === 'string') return `串 ${x.length}`; if (Array.isArray(x)) return `组 ${x.length}`; if (x instanceof Date) return '日期'; if (x === null) return '空'; if (typeof x === 'object' && 'k' in x!) return '有 k'; return typeof x }
console.log(['ab', [1, 2], new Date(0), null, { k: 1 }, 5, undefined].map(kind))
type Event = { type: 'click'; x: number; y: number } | { type: 'key'; code: string }
const show = (e: Event) => { switch (e.type) { case 'click': return `点 ${e.x},${e.y}`; case 'key': return `键 ${e.code}`; default: { const never: never = e; return never } } }
console.log(show({ type: 'click', x: 1, y: 2 }), show({ type: 'key', code: 'A' })); const isStr = (x: unknown): x is string => typeof x === 'string'; console.log([1, 'a', 2, 'b'].filter(isStr))
