const sleep = <T,>(ms: number, v: T): Promise<T> => new Promise((r) => setTimeout(() => r(v), ms))
async function load(id: number): Promise<{ id: number; name: string }> { await sleep(5 * id, null); if (id === 3) throw new RangeError(`没有 ${id}`); return { id, name: `用户${id}` } }
async function main(): Promise<void> { console.log(await Promise.all([load(2), load(1)])); const r = await Promise.allSettled([load(1), load(3)]); console.log(r.map((x) => (x.status === 'fulfilled' ? x.value.name : (x.reason as Error).message))); try { await load(3) } catch (e: unknown) { if (e instanceof RangeError) console.log(e.name) } for await (const x of gen(3)) console.log(x) }
async function* gen(n: number): AsyncGenerator<number> { for (let i = 0; i < n; i++) { await sleep(1, 0); yield i * i } }
main().finally(() => console.log('完'))
