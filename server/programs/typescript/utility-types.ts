interface User { id: number; name: string; email?: string }
type Draft = Omit<User, 'id'>; type Patch = Partial<User>; type Names = Pick<User, 'name'>; type ById = Record<number, User>
let next = 1; const db: ById = {}; const create = (d: Draft): User => { const u = { id: next++, ...d }; db[u.id] = u; return u }; const update = (id: number, p: Patch): User => Object.assign(db[id]!, p)
create({ name: '甲' }); create({ name: '乙', email: 'b@x.cn' }); console.log(update(1, { email: 'a@x.cn' }), db); const names: Names[] = Object.values(db).map(({ name }) => ({ name })); console.log(names)
type Fn = typeof create; type Ret = ReturnType<Fn>; const r: Ret = create({ name: '丙' }); const frozen: Readonly<User> = Object.freeze({ ...r }); console.log(frozen, Object.isFrozen(frozen)); const keys = ['id', 'name'] as const; type Key = (typeof keys)[number]; const get = (u: User, k: Key) => u[k]; console.log(keys.map((k) => get(r, k)))
