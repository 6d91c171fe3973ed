class AppError extends Error { constructor(message: string, public readonly code: number, options?: { cause?: unknown }) { super(message); this.name = new.target.name; if (options?.cause) Object.assign(this, options) } }
class NotFound extends AppError { constructor(what: string) { super(`找不到 ${what}`, 404) } }
const find = (k: string): string => { const m: Record<string, string> = { a: '甲' }; const v = m[k]; if (v === undefined) throw new NotFound(k); return v }
for (const k of ['a', 'b']) try { console.log(find(k)) } catch (e) { if (e instanceof AppError) console.log(e.name, e.code, e.message, e instanceof NotFound, e instanceof Error) } finally { console.log('完成', k) }
const attempt = <T,>(f: () => T): [T, null] | [null, Error] => { try { return [f(), null] } catch (e) { return [null, e as Error] } }; const [v, err] = attempt(() => JSON.parse('{') as object); console.log(v, err?.name)
