import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { buildApp } from '../../app'
import { connect } from '../../db/connection'
import { startTestApp, type TestApp } from '../../testing/app'
import { Client } from '../../testing/client'
import { silent, testUrl } from '../../testing/database'
import { separateProcesses } from '../../testing/separate-process'
import { fixtureAnswer, start, stepsFor, withSchool } from './exams.fixture'
import { examJobs } from './jobs'

let server: TestApp
let school: Awaited<ReturnType<typeof withSchool>>
let servers: Awaited<ReturnType<typeof separateProcesses>>
/** Base URL of a server in a separate process. */
let apart: string
let second: { base: string; env: TestApp['env']; close(): Promise<void> }
beforeAll(async () => {
  server = await startTestApp({ floodPerUser: 10_000 })
  school = await withSchool(server)
  servers = await separateProcesses(server)
  apart = (await servers.start()).base
  // A second server in this process, with a separate connection pool and the same test clock.
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.db)
  const connection = connect(testUrl(inject('pgUrl'), rows[0]!.name), { max: 10, log: silent })
  const env = { ...server.env, db: connection.db }
  const app = await buildApp(env)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  second = {
    base,
    env,
    close: async () => {
      await app.close()
      await connection.close()
    },
  }
})
afterAll(async () => {
  await servers.remove()
  await second.close()
  await school.folder.remove()
  await server.close()
})

// The separate process has its own clock; the test clock is reset, so that a failed test does not leave it ahead.
let started: number
beforeEach(() => {
  started = server.clock.now()
})
afterEach(() => server.clock.set(started))

const at = (base: string, client: Client) => new Client(base, () => server.clock.now(), client.token)
const both = (client: Client) => [client, at(apart, client)] as const
const attemptsOf = (userId: number) =>
  server.db.selectFrom('exam_attempts').select(['id', 'epoch', 'state']).where('user_id', '=', userId).execute()

describe('two server processes on one database', () => {
  it('fifty concurrent starts create one attempt', async () => {
    const exam = await school.publish()
    const { client, user } = await school.student()
    const clients = both(client)
    const device = randomUUID()
    const papers = await Promise.all(Array.from({ length: 50 }, (_, i) => start(clients[i % 2]!, exam, device)))
    expect(new Set(papers.map(({ attempt }) => attempt.id)).size).toBe(1)
    expect(new Set(papers.map(({ seed, attempt }) => `${seed} ${attempt.deadline}`)).size).toBe(1)
    // Every start gets its own epoch.
    expect(papers.map(({ epoch }) => epoch).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
    expect(await attemptsOf(user.id)).toMatchObject([{ epoch: 50, state: 'running' }])
  })

  it('fifty concurrent submissions with different keys get the same receipt and are scored once', async () => {
    const exam = await school.publish()
    const { client, user } = await school.student()
    const clients = both(client)
    const paper = await start(client, exam)
    const input = { attempt: paper.attempt.id, epoch: 1, steps: stepsFor(paper) }
    const receipts = await Promise.all(
      Array.from({ length: 50 }, (_, i) => clients[i % 2]!.call('POST /v1/exam_submit', input)),
    )
    expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1)
    expect(receipts[0]).toMatchObject({ state: 'submitted', answered: 4 })
    // Both servers also score concurrently.
    const others = examJobs(second.env)
    await Promise.all([school.jobs.close_exams(), others.close_exams(), school.jobs.score_exams()])
    expect(await attemptsOf(user.id)).toMatchObject([{ state: 'submitted' }])
    const scored = await server.db
      .selectFrom('question_attempts')
      .select(['position', 'score'])
      .where('user_id', '=', user.id)
      .orderBy('position')
      .execute()
    expect(scored.map(({ score }) => score)).toEqual([200, 400, 100, 300])
    const messages = await server.db
      .selectFrom('messages')
      .select('title')
      .where('user_id', '=', user.id)
      .where('title', '=', '考试成绩已出')
      .execute()
    expect(messages).toHaveLength(1)
  })

  it('during concurrent saves, submission and closing every step acknowledged as counted is scored', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const clients = [client, at(second.base, client)]
    const paper = await start(client, exam)
    const [question] = paper.questions
    const attempt = paper.attempt.id
    server.clock.set(paper.attempt.deadline + 31)
    const closing = [school.jobs.close_exams(), examJobs(second.env).close_exams()]
    const saves = Array.from({ length: 20 }, (_, i) =>
      clients[i % 2]!.call('POST /v1/exam_save', {
        attempt,
        epoch: 1,
        steps: [{ seq: i + 1, question: question!.id, answer: fixtureAnswer(question!), at: paper.now }],
      }),
    )
    const submitted = clients[0]!.call('POST /v1/exam_submit', { attempt, epoch: 1 })
    for (const { late } of await Promise.all(saves)) expect(late).toBe(1)
    expect(await submitted).toMatchObject({ state: 'closed', answered: 0 })
    await Promise.all(closing)
    await school.tick()
    expect(await client.call('GET /v1/show_exam', { id: attempt })).toMatchObject({
      scoreState: 'scored',
      score: 0,
      lateSteps: 20,
    })
  })

  it('after ten concurrent takeovers only steps of the last device count', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const clients = both(client)
    await start(client, exam)
    const entries = await Promise.all(
      Array.from({ length: 10 }, (_, i) => start(clients[i % 2]!, exam, randomUUID(), true)),
    )
    const attempt = entries[0]!.attempt.id
    const saved = await Promise.all(
      entries.map(({ epoch, questions, now }, i) =>
        clients[i % 2]!.call('POST /v1/exam_save', {
          attempt,
          epoch,
          steps: [{ seq: 1, question: questions[0]!.id, answer: fixtureAnswer(questions[0]!, epoch === 11), at: now }],
        }),
      ),
    )
    expect(saved.filter(({ takenOver }) => !takenOver)).toHaveLength(1)
    await client.call('POST /v1/exam_submit', { attempt, epoch: 11 })
    await school.tick()
    expect(await client.call('GET /v1/show_exam', { id: attempt })).toMatchObject({ score: 2, lateSteps: 9 })
  })
})
