import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Refusal } from '../base/refusal'
import { testStart } from '../testing/app'
import { createTestDatabase } from '../testing/database'
import { runOncePerKey } from './idempotency'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let userId: number
beforeAll(async () => {
  database = await createTestDatabase()
  const user = await database.db
    .insertInto('users')
    .values({ nickname: '小满', created_at: testStart })
    .returning('id')
    .executeTakeFirstOrThrow()
  userId = user.id
})
afterAll(() => database.drop())

/** Runs a keyed call whose effect can be counted: it inserts a message for the user. */
function act(key: string | undefined, body = '{}', then: () => void = () => {}, who = userId) {
  return runOncePerKey(
    database.db,
    { userId: who, path: '/v1/test', key, body: Buffer.from(body), now: testStart },
    async (tx) => {
      const row = await tx
        .insertInto('messages')
        .values({ user_id: who, kind: 'system', title: body, body: '', created_at: testStart })
        .returning('id')
        .executeTakeFirstOrThrow()
      then()
      return row
    },
  )
}

const countOf = async (title: string) => {
  const rows = await database.db.selectFrom('messages').select('id').where('title', '=', title).execute()
  return rows.length
}

it('fifty concurrent requests with one key run once and get the same response', async () => {
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 50 }, () => act(key, '{"once":1}')))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await countOf('{"once":1}')).toBe(1)
})

it('rejects a second request with the same key and another body with key-reused', async () => {
  const key = randomUUID()
  await act(key, '{"a":1}')
  await expect(act(key, '{"a":2}')).rejects.toMatchObject({ name: 'key-reused' } satisfies Partial<Refusal>)
  expect(await countOf('{"a":2}')).toBe(0)
})

it('rolls back a failed action, and runs it again when the request is repeated', async () => {
  const key = randomUUID()
  const boom = () => {
    throw new Error('lost')
  }
  await expect(act(key, '{"f":1}', boom)).rejects.toThrow('lost')
  expect(await countOf('{"f":1}')).toBe(0)
  await act(key, '{"f":1}')
  expect(await countOf('{"f":1}')).toBe(1)
})

it('two users with the same key get separate actions and responses', async () => {
  const row = { nickname: '另一位', created_at: testStart }
  const other = await database.db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
  const key = randomUUID()
  const nothing = () => {}
  const firstResponse = await act(key, '{"o":1}')
  const otherResponse = await act(key, '{"o":1}', nothing, other.id)
  expect(otherResponse.id).not.toBe(firstResponse.id)
  expect(await act(key, '{"o":1}')).toEqual(firstResponse)
  expect(await act(key, '{"o":1}', nothing, other.id)).toEqual(otherResponse)
})

it('two requests with different keys run the action twice', async () => {
  await act(randomUUID(), '{"n":1}')
  await act(randomUUID(), '{"n":1}')
  expect(await countOf('{"n":1}')).toBe(2)
})

it.each([undefined, '', 'not-a-uuid'])('rejects a keyed call whose key is not a UUID: %s', async (key) => {
  await expect(act(key, '{"u":1}')).rejects.toMatchObject({ name: 'key-invalid' } satisfies Partial<Refusal>)
  expect(await countOf('{"u":1}')).toBe(0)
})
