const clone = (v, seen = new Map()) => { if (typeof v !== 'object' || v === null) return v; if (seen.has(v)) return seen.get(v); const c = Array.isArray(v) ? [] : {}; seen.set(v, c); for (const k of Object.keys(v)) c[k] = clone(v[k], seen); return c }
const a = { x: [1, { y: 2 }], z: null }; a.me = a; const b = clone(a); b.x[1].y = 9; console.log(a, b, b.me === b)
