import fastify from 'fastify'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { compilers } from './compilers'
import { envelopeSchema } from './mount'

/** A union as used for questions: each type with its own fields. */
const PublicQuestion = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('single'),
    stem: z.string(),
    options: z.array(z.object({ id: z.string(), text: z.string() })),
  }),
  z.object({ type: z.literal('blank'), stem: z.string(), blanks: z.int() }),
])

it('removes undeclared fields from responses, also inside a union', async () => {
  const app = fastify({ schemaController: { compilersFactory: compilers } })
  const data = z.object({ list: z.array(PublicQuestion), note: z.string().nullable() })
  app.get('/', { schema: { response: { 200: envelopeSchema(data) } } }, async () => ({
    code: 1,
    msg: '',
    data: {
      list: [
        { type: 'single', stem: '栈？', options: [{ id: 'a', text: '后进先出', correct: true }], answer: 'a' },
        { type: 'blank', stem: '填空', blanks: 2, answer: ['x', 'y'] },
      ],
      note: null,
      rubric: 'secret',
    },
  }))
  const body = (await app.inject('/')).body
  expect(JSON.parse(body)).toEqual({
    code: 1,
    msg: '',
    data: {
      list: [
        { type: 'single', stem: '栈？', options: [{ id: 'a', text: '后进先出' }] },
        { type: 'blank', stem: '填空', blanks: 2 },
      ],
      note: null,
    },
  })
  expect(body).not.toMatch(/answer|correct|rubric/)
  await app.close()
})
