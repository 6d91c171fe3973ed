import { describe, expect, it } from 'vitest'
import { stripTypes } from './javascript'

/** Removes the types, runs the program and returns the value of the expression `result`. */
function evaluate(source: string, result: string): unknown {
  const stripped = stripTypes(source)
  if (!('code' in stripped)) throw new Error(stripped.diagnostic.message)
  return new Function(`${stripped.code}\nreturn ${result}`)()
}

describe('namespaces', () => {
  it.each([
    ['namespace N.M { export const a = 1 }', 'N.M.a', 1],
    ['namespace A.B.C { export function f(): number { return 2 } }', 'A.B.C.f()', 2],
    ['namespace A { export let c = 1; export function inc() { c++ } } A.inc();', 'A.c', 2],
    ['namespace A { export let c = 1; export function get() { return c } } A.c = 5;', 'A.get()', 5],
    ['namespace A { export namespace B { export let x: number = 1 } B.x++ }', 'A.B.x', 2],
    ['namespace A { export const a = 1 }\nnamespace A { export const b = 2 }', '[A.a, A.b]', [1, 2]],
    [
      'namespace A { export let a = 1, b = 2; export function swap() { [a, b] = [b, a] } } A.swap();',
      '[A.a, A.b]',
      [2, 1],
    ],
    [
      'namespace A { export let a, b: Map<string, number> = new Map(), c = f(1, 2) }\nfunction f(x, y) { return x + y }',
      '[A.a, A.b.size, A.c]',
      [undefined, 0, 3],
    ],
    [
      'namespace A { export const { a, b: [c], ...d } = { a: 1, b: [2], e: 3 }, f = 4 }',
      '[A.a, A.c, A.d, A.f]',
      [1, 2, { e: 3 }, 4],
    ],
    [
      'namespace A {\n  export let a = 1\n    , b = 2\n  let c = 3, d = 4\n  export const e =\n    a + d\n}',
      'Object.keys(A).join()',
      'a,b,e',
    ],
    ['namespace A.B { export let x = 1 }\nnamespace A.B { export let y = 2 }', '[A.B.x, A.B.y]', [1, 2]],
    [
      'namespace A { export enum E { X = 1 } export interface I { x: E }; export type T = I; export abstract class C { f() { return E.X } } class D extends C {} export const d = new D() }',
      '[A.E.X, A.d.f(), Object.keys(A).join()]',
      [1, 1, 'E,C,d'],
    ],
    ['namespace A { export async function f() {} export function* g() { yield 1 } }', '[...A.g()]', [1]],
  ])('rewrites the TypeScript namespace %j so that %s is %j', (source, result, value) => {
    expect(evaluate(source, result)).toEqual(value)
  })
})
