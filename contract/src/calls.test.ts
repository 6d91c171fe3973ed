import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import spec from '../spec/calls.json'
import inferred from '../spec/inferred.json'
import type { Call } from './call'
import { studentCalls } from './calls'
import { metaSource, staffMetaSource } from './meta-source'
import { openapi } from './openapi'
import { staffCalls } from './staff-calls'

const declared = Object.entries({ ...studentCalls, ...staffCalls } as Record<string, Call>)
const staff = Object.entries(staffCalls as Record<string, Call>)
const names = declared.map(([name]) => name)
const specified = spec.map(({ method, path }) => `${method} ${path}`)

interface Numeric {
  path: string
  minimum?: number
  maximum?: number
}

/** Returns the path and the bounds of every number in a JSON schema. */
function numbersIn(schema: unknown, path = ''): Numeric[] {
  if (schema === null || typeof schema !== 'object') return []
  const { type, const: only, ...range } = schema as Numeric & { type?: unknown; const?: number }
  const { minimum = only, maximum = only } = range
  const bounds = type === 'integer' || type === 'number' ? [{ path, minimum, maximum }] : []
  const inner = Object.entries(schema).flatMap(([key, value]) =>
    numbersIn(
      value,
      ['properties', 'items', 'anyOf', 'oneOf', 'prefixItems'].includes(key) ? path : path ? `${path}.${key}` : key,
    ),
  )
  return [...bounds, ...inner]
}

describe('calls that may read from a standby', () => {
  const onStandby = declared.filter(([, { replica }]) => replica)

  it('calls with `replica` are reads of students that declare no writes and no stream', () => {
    expect(onStandby.length).toBeGreaterThan(20)
    const wrong = onStandby.filter(
      ([name, { writes, streams, access }]) =>
        !name.startsWith('GET ') || writes !== false || streams || typeof access !== 'string',
    )
    expect(wrong.map(([name]) => name)).toEqual([])
  })

  it('exams, orders and accounts are always read from the primary', () => {
    const decided = /\/(exam|examination|show_exam|order|pay_|invoice|device|get_user_info|login)/
    expect(onStandby.map(([name]) => name).filter((name) => decided.test(name))).toEqual([])
  })
})

describe('declared calls and the specification', () => {
  it('every call of the specification is declared', () => {
    const known = [...specified, ...inferred]
    expect(known).toHaveLength(111 + 12)
    expect(known.filter((name) => !names.includes(name))).toEqual([])
  })

  it.each(declared)('%s declares whether the specification states it, implies it, or lacks it', (name, { source }) => {
    expect(source).toBe(specified.includes(name) ? 'spec' : inferred.includes(name) ? 'inferred' : 'added')
  })

  it.each(declared)('%s has a Chinese summary and takes an object as input', (_name, { summary, input }) => {
    expect(summary).toMatch(/\p{Script=Han}/u)
    expect(z.toJSONSchema(input, { io: 'input' }).type).toBe('object')
  })

  it('every input number is bounded to fit its database column: int4, or bigint for times and sizes', () => {
    const [int4, bigint] = [2 ** 31 - 1, 2 ** 40]
    const unbounded = declared.flatMap(([name, { input }]) =>
      numbersIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))
        .filter(({ path, minimum = -Infinity, maximum = Infinity }) => {
          const most =
            /(^|\.)(at|size|bytes|offset|since|from|to|until|startsAt|endsAt|expiresAt|sendAt|dueAt|publishedAt|placedAt)(\.0)?$/.test(
              path,
            )
              ? bigint
              : int4
          // The score of a rubric point may be negative.
          const least = path === 'rubric.0.score' ? -1000 : 0
          return minimum < least || maximum > most
        })
        .map(({ path }) => `${name} ${path}`),
    )
    expect(unbounded).toEqual([])
  })

  it.each(declared.filter(([name]) => name.includes('{')))(
    '%s declares its path parameters in its input',
    (name, { input }) => {
      const { properties = {} } = z.toJSONSchema(input, { io: 'input' })
      for (const [, parameter] of name.matchAll(/\{(\w+)\}/g)) expect(Object.keys(properties)).toContain(parameter)
    },
  )
})

/** POSTs that write nothing; they are POSTs because their programs and texts are too long for a URL. */
const readingPosts = ['exam_draft_run', 'bank_preview', 'studio_preview', 'studio_run', 'site_text_preview'].map(
  (name) => `POST /staff/v1/${name}`,
)

describe('calls of the console', () => {
  it.each(staff)('%s has a path below /staff/v1 and needs a console session', (name, { access }) => {
    expect(name).toMatch(/^(GET|POST) \/staff\/v1\/[a-z_]+$/)
    // session_open exchanges a student session for a console session, so it cannot require one.
    if (name !== 'POST /staff/v1/session_open') expect(access).toHaveProperty('staff')
  })

  it.each(staff)('%s writes if and only if it is a POST', (name, { writes }) => {
    expect(writes !== false).toBe(name.startsWith('POST ') && !readingPosts.includes(name))
  })

  it('no student call needs a console session', () => {
    expect(Object.values(studentCalls).filter(({ access }) => typeof access !== 'string')).toEqual([])
  })
})

describe('files derived from the calls', () => {
  it('meta.ts is current (npm run generate)', () => {
    expect(readFileSync(new URL('./meta.ts', import.meta.url), 'utf8')).toBe(metaSource())
  })

  it('staff-meta.ts is current (npm run generate)', () => {
    expect(readFileSync(new URL('./staff-meta.ts', import.meta.url), 'utf8')).toBe(staffMetaSource())
  })

  it('the OpenAPI description contains every call', () => {
    const { paths } = openapi()
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual([...names].sort())
  })
})
