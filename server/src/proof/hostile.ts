import type { Name } from '@dxx/contract/calls'
import { fill, type Shape, shapeOf } from '../testing/inputs'

const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown

/** What no form of ours sends. Each is put into one field while the others are as they should be. */
export const poisons: Record<string, unknown> = {
  null: null,
  nothing: '',
  number: 7,
  negative: -1,
  huge: 1e308,
  unsafe: 2 ** 53,
  fraction: 0.1,
  true: true,
  list: [],
  object: {},
  proto: JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}'),
  deep: deep(500),
  nul: 'a\0b',
  surrogate: '\ud800',
  long: '长'.repeat(40_000),
  many: Array.from({ length: 5000 }, () => 'x'),
  quote: `'; drop table users; -- " \\ \u202e %00 %s {{7*7}} \${7*7}`,
  markup: '<script>alert(1)</script><img src=x onerror=alert(1)>',
  date: '9999-99-99',
  uuid: '00000000-0000-0000-0000-000000000000',
  wild: '%_%',
  spaces: ' \t\u3000\u200b\ufeff ',
}

/** Bodies that are no input at all. */
export const bodies: Record<string, string> = {
  text: 'hello',
  cut: '{"id":"',
  list: '[]',
  null: 'null',
  word: '"x"',
  deep: `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  huge: `{"a":"${'x'.repeat(1_100_000)}"}`,
  twice: '{"id":1,"id":2}',
  empty: '',
}

/** Queries that are no input at all. */
export const queries: Record<string, string> = {
  broken: 'id=%E0%A4%A',
  nested: 'id[a][b]=1&id[]=2',
  repeated: 'id=1&id=2&pageNo=1&pageNo=2',
  many: Array.from({ length: 1500 }, (_, i) => `a${i}=1`).join('&'),
  long: `id=${'x'.repeat(12_000)}`,
}

type Path = (string | number)[]

/** Every place in an input where something could stand. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [path]
  const inner = Object.entries(value).flatMap(([key, one]) =>
    pathsOf(one, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return path.length === 0 ? inner : [path, ...inner]
}

function withPoison(value: unknown, [key, ...rest]: Path, poison: unknown): unknown {
  if (key === undefined) return poison
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>
  copy[key] = withPoison(copy[key], rest, poison)
  return copy
}

/** Inputs that are right but for one field. `share`: of how many poisons each field gets one. */
export function poisoned(name: Name, filling: Parameters<typeof fill>[1], share: number): object[] {
  const shape: Shape = shapeOf(name)
  const input = fill(shape, filling)
  const all = Object.values(poisons)
  return pathsOf(input).flatMap((path, i) =>
    all.filter((_, j) => (i + j) % share === 0).map((poison) => withPoison(input, path, poison) as object),
  )
}
