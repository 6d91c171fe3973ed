import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import spec from '../spec/calls.json'
import inferred from '../spec/inferred.json'
import type { Call } from './call'
import { allCalls } from './calls'
import { metaSource } from './meta-source'
import { openapi } from './openapi'
import { pending } from './pending'

const declared = Object.entries(allCalls as Record<string, Call>)
const names = declared.map(([name]) => name)
const specified = spec.map(({ method, path }) => `${method} ${path}`)

describe('the calls against the specification', () => {
  it('each call of the specification is declared or pending, never both', () => {
    const known = [...specified, ...inferred]
    expect(known).toHaveLength(111 + 12)
    expect(known.filter((name) => !names.includes(name) && !pending.includes(name))).toEqual([])
    expect(pending.filter((name) => names.includes(name))).toEqual([])
    expect(pending.filter((name) => !known.includes(name))).toEqual([])
  })

  it('the pending list only shrinks', () => {
    expect(pending.length).toBeLessThanOrEqual(30)
  })

  it.each(declared)('%s says where it comes from', (name, { source }) => {
    expect(source).toBe(specified.includes(name) ? 'spec' : inferred.includes(name) ? 'inferred' : 'added')
  })

  it.each(declared)('%s has a summary and objects for input', (_name, { summary, input }) => {
    expect(summary).toMatch(/\p{Script=Han}/u)
    expect(z.toJSONSchema(input, { io: 'input' }).type).toBe('object')
  })

  it.each(declared.filter(([name]) => name.includes('{')))(
    '%s takes its path parameters as input',
    (name, { input }) => {
      const { properties = {} } = z.toJSONSchema(input, { io: 'input' })
      for (const [, parameter] of name.matchAll(/\{(\w+)\}/g)) expect(Object.keys(properties)).toContain(parameter)
    },
  )
})

describe('what is derived from the calls', () => {
  it('meta.ts is current (npm run generate)', () => {
    expect(readFileSync(new URL('./meta.ts', import.meta.url), 'utf8')).toBe(metaSource())
  })

  it('OpenAPI describes every call with its access and errors', () => {
    const { paths } = openapi()
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual([...names].sort())
  })
})
