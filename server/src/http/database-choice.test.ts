import { headers } from '@dxx/contract/signature'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../db/connection'
import type { Replicas } from '../db/replicas'
import { grantEntitlement } from '../modules/access/public'
import { startTestApp, type TestApp, testStart } from '../testing/app'
import { addCurriculum } from '../testing/catalogue'
import type { Client } from '../testing/client'
import { silent } from '../testing/database'
import { positionText, untilPrimaryIsBack } from './database-choice'

/** A standby that is the same database without the right to write; its position is set by the tests. */
interface FakeStandby {
  replayed: number
  primary: number
  lost: number
}

let server: TestApp
let standby: FakeStandby
let close: () => Promise<void>
/** Statements executed on the standby. */
let reads: string[]

beforeAll(async () => {
  server = await startTestApp()
  const options = encodeURIComponent('-c default_transaction_read_only=on')
  const connection = connect(`${server.url}&options=${options}`, { max: 2, log: silent })
  close = connection.close
  connection.pool.on('acquire', () => reads.push('standby'))
  server.env.replicas = {
    reads: { standby: 0, primary: 0 },
    choose: (position) => (position <= standby.replayed ? connection.db : null),
    lost: () => {
      standby.lost += 1
    },
    position: async () => standby.primary,
    newest: () => standby.primary,
    states: () => [],
    close: async () => {},
  } satisfies Replicas
})
beforeEach(() => {
  standby = { replayed: 100, primary: 100, lost: 0 }
  reads = []
})
afterAll(async () => {
  await close()
  await server.close()
})

const at = (position: number) => ({ headers: { [headers.position]: positionText(position) } })
const positionOf = (response: Response) => response.headers.get(headers.position)

describe('reads on a standby', () => {
  let client: Client
  beforeAll(async () => {
    client = await server.as()
  })

  test('a guest reads from the standby', async () => {
    await server.guest.call('GET /v1/course_list', {})
    expect(reads.length).toBeGreaterThan(0)
  })

  test('a client without a position reads from the primary and gets one', async () => {
    const response = await client.fetch('GET /v1/course_list', {})
    expect(positionOf(response)).toBe(positionText(100))
    expect(reads).toEqual([])
  })

  test('a client whose position the standby has replayed reads from the standby', async () => {
    const response = await client.fetch('GET /v1/course_list', {}, at(100))
    expect(response.status).toBe(200)
    expect(positionOf(response)).toBeNull()
    expect(reads.length).toBeGreaterThan(0)
  })

  test("a client that has seen a later position than the standby's reads from the primary", async () => {
    standby.primary = 120
    await client.fetch('GET /v1/course_list', {}, at(110))
    expect(reads).toEqual([])
  })

  test('a call that may not read from standbys reads from the primary and returns the primary’s log position', async () => {
    const response = await client.fetch('GET /v1/get_user_info', {}, at(100))
    expect(positionOf(response)).toBe(positionText(100))
    expect(reads).toEqual([])
  })

  test('the response to a position of another database resets the position to 0', async () => {
    const response = await client.fetch('GET /v1/course_list', {}, at(10 ** 12))
    expect(response.status).toBe(200)
    expect(positionOf(response)).toBe('0')
    expect(reads).toEqual([])
  })

  test('a refusal on the standby is repeated on the primary, which decides', async () => {
    const answer = await client.send('GET /v1/course_info', { id: '00000000-0000-4000-8000-000000000000' }, at(100))
    expect(answer.data.error).toBe('curriculum-not-found')
    expect(reads.length).toBeGreaterThan(0)
  })

  test('a chapter that has to be recorded as delivered is opened on the primary, later on the standby', async () => {
    const user = await server.createUser()
    const reader = await server.as(user)
    const book = await addCurriculum(server.db, {
      kind: 'textbook',
      title: '算法',
      price: 10,
      chapters: [{ title: '一', text: ['一段文字'] }],
    })
    await grantEntitlement(server.db, { userId: user.id, curriculumId: book.id, source: 'test', now: testStart })
    const { uid } = book.chapter('一')
    const first = await reader.send('GET /v1/textbooks_view_chapter', { id: uid }, at(100))
    reads = []
    const second = await reader.send('GET /v1/textbooks_view_chapter', { id: uid }, at(100))
    expect([first.code, second.code]).toEqual([1, 1])
    expect(standby.lost).toBe(0)
    expect(reads.length).toBeGreaterThan(0)
  })
})

describe('a lost primary', () => {
  const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })

  test('a call that may run again waits for the new primary', async () => {
    let tries = 0
    const result = await untilPrimaryIsBack(5000, async () => {
      tries += 1
      if (tries < 4) throw lost
      return 'done'
    })
    expect([result, tries]).toEqual(['done', 4])
  })

  test('untilPrimaryIsBack fails at once with a waiting time of 0, and for errors of the statement', async () => {
    await expect(untilPrimaryIsBack(0, () => Promise.reject(lost))).rejects.toBe(lost)
    const wrong = Object.assign(new Error('duplicate key'), { code: '23505' })
    await expect(untilPrimaryIsBack(5000, () => Promise.reject(wrong))).rejects.toBe(wrong)
  })
})
