import { type StudentCalls, studentCalls } from '@dxx/contract/calls'
import { staffCalls } from '@dxx/contract/staff-calls'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { serialiserOf } from './serialise'

const dataOf = (schema: z.ZodType, value: unknown) => JSON.parse(serialiserOf(schema)(value)).data

/** A union as used for questions: each type with its own fields. */
const PublicQuestion = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('single'),
    stem: z.string(),
    options: z.array(z.object({ id: z.string(), text: z.string() })),
  }),
  z.object({ type: z.literal('blank'), stem: z.string(), blanks: z.int() }),
])

describe('serialiserOf', () => {
  it('removes undeclared fields, also inside lists, records and unions', () => {
    const data = z.object({
      list: z.array(PublicQuestion),
      first: PublicQuestion.nullable(),
      byId: z.record(z.string(), z.object({ score: z.number() })),
    })
    const blank = { type: 'blank', stem: '填空', blanks: 2 }
    const text = serialiserOf(data)({
      list: [
        { type: 'single', stem: '栈？', options: [{ id: 'a', text: '后进先出', correct: true }], answer: 'a' },
        { ...blank, answer: ['x', 'y'] },
      ],
      first: { ...blank, answer: ['x', 'y'] },
      byId: { q1: { score: 5, rubric: 'secret' } },
      rubric: 'secret',
    })
    expect(JSON.parse(text)).toEqual({
      code: 1,
      msg: '',
      data: {
        list: [{ type: 'single', stem: '栈？', options: [{ id: 'a', text: '后进先出' }] }, blank],
        first: blank,
        byId: { q1: { score: 5 } },
      },
    })
  })

  it('throws if a required field is missing or a variant is unknown', () => {
    expect(() => serialiserOf(z.object({ id: z.string() }))({ uid: '7' })).toThrow('lacks id')
    expect(() => serialiserOf(PublicQuestion)({ type: 'essay', stem: '' })).toThrow('no shape for type essay')
    expect(() => serialiserOf(z.array(z.string()))({ 0: 'a' })).toThrow('a list expected')
    expect(() => serialiserOf(z.object({ n: z.number() }))({ n: 'many' })).toThrow('a number expected')
  })

  it('converts big integers of the database, which arrive as text, and ids, which arrive as numbers', () => {
    expect(dataOf(z.object({ count: z.int(), id: z.string() }), { count: '9007199254740', id: 12 })).toEqual({
      count: 9007199254740,
      id: '12',
    })
  })

  it('keeps null, leaves out what is optional and missing', () => {
    const data = z.object({ a: z.string().nullable(), b: z.number().optional(), c: z.array(z.int()).optional() })
    expect(dataOf(data, { a: null })).toEqual({ a: null })
  })

  it('serialises the responses of every call of both contracts', () => {
    const calls: Partial<StudentCalls> = { ...studentCalls, ...staffCalls }
    for (const { data } of Object.values(calls)) expect(serialiserOf(data)).toBeTypeOf('function')
  })
})
