import { describe, expect, it } from 'vitest'
import { stripTypes } from './javascript'

/** Runs a program without types and returns its last expression. */
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
  ])('%s', (source, result, value) => {
    expect(evaluate(source, result)).toEqual(value)
  })
})
