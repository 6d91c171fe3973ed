import type { RunResult } from '@dxx/contract/calls/runcode'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { RunnerUnavailable } from '../../adapters/runner/runner'
import { startWorker } from '../../jobs/worker'
import { emptyResult } from '../../runner/empty-result'
import { startTestApp, type TestApp } from '../../testing/app'
import { silent } from '../../testing/database'
import { runOps } from '../../testing/ops'
import { gradeAnswer } from './public'
import { uid, withTextbook } from './questions.fixture'

let server: TestApp
let small: Awaited<ReturnType<typeof withTextbook>>
beforeAll(async () => {
  server = await startTestApp()
  small = await withTextbook(server)
})
afterEach(() => server.db.deleteFrom('jobs').execute())
afterAll(async () => {
  await small.folder.remove()
  await server.close()
})

type Owner = Awaited<ReturnType<typeof small.owner>>

async function submit({ client }: Owner, source: string) {
  const { paper } = await client.call('GET /v1/textbooks_get_question', { id: uid('paid-code') })
  const answer = { type: 'code' as const, source }
  const { id } = await client.call('POST /v1/textbooks_question_submit', { paper, answer })
  return async () => (await client.call('GET /v1/textbooks_question_result', { id })).result
}

/** Creates a worker with a fake runner, whose results `answer` computes from the source; records the order of runs. */
function grader(answer: (source: string) => RunResult | Promise<RunResult>) {
  const begun: string[] = []
  const queue = {
    patiently: () => ({
      run: async ({ source }: { source: string }) => {
        if (begun.at(-1) !== source) begun.push(source)
        return answer(source)
      },
    }),
  }
  const worker = (lanes = 1) =>
    startWorker({
      ...{ db: server.db, clock: server.clock, log: silent, lasting: ['grade_code'] },
      ...{ lanes, perOwner: Math.max(1, lanes - 1), handlers: { grade_code: gradeAnswer(queue) } },
    })
  return { begun, worker }
}

const ended = (reason: RunResult['reason'], stdout = ''): RunResult => ({ ...emptyResult, reason, stdout })

it("grades another user's submission before the third of six endless programs of one user", async () => {
  const [hostile, other] = [await small.owner(), await small.owner()]
  for (let i = 1; i <= 6; i++) await submit(hostile, `endless ${i}`)
  const result = await submit(other, 'right')
  const owners = await server.db.selectFrom('jobs').select(['owner', 'priority']).distinct().orderBy('owner').execute()
  expect(owners).toEqual([hostile, other].map(({ user }) => ({ owner: user.id, priority: 1 })))
  const { begun, worker } = grader((source) => (source === 'right' ? ended('ok', '3') : ended('timeout')))
  await worker().runDue()
  expect(begun.indexOf('right')).toBeLessThan(2)
  expect(begun).toHaveLength(7)
  expect((await result()).verdict).not.toBe('grading')
})

it('users still take turns after a restart and with two servers, because the order is stored', async () => {
  const [hostile, other] = [await small.owner(), await small.owner()]
  for (let i = 1; i <= 6; i++) await submit(hostile, `endless ${i}`)
  let stop = () => {}
  const first = grader(() => {
    stop()
    return ended('timeout')
  })
  const before = first.worker()
  let stopped: Promise<void> | undefined
  stop = () => {
    stopped ??= before.stop()
  }
  await before.runDue()
  await stopped
  expect(first.begun).toEqual(['endless 1'])
  await submit(other, 'right')
  const { begun, worker } = grader(() => ended('timeout'))
  await Promise.all([worker().runDue(), worker().runDue()])
  expect(begun.indexOf('right')).toBe(0)
})

it('endless programs of one user occupy only one of two worker slots', async () => {
  const [hostile, other] = [await small.owner(), await small.owner()]
  for (let i = 1; i <= 6; i++) await submit(hostile, `endless ${i}`)
  let end = (_: RunResult) => {}
  const endless = new Promise<RunResult>((resolve) => {
    end = resolve
  })
  const { begun, worker } = grader((source) => (source === 'right' ? ended('ok', '3') : endless))
  const two = worker(2)
  const done = two.runDue()
  await expect.poll(() => begun).toEqual(['endless 1'])
  const result = await submit(other, 'right')
  // Simulates the worker's next poll.
  const second = two.runDue()
  await expect.poll(async () => (await result()).verdict).not.toBe('grading')
  expect(begun).toEqual(['endless 1', 'right'])
  end(ended('timeout'))
  await Promise.all([done, second])
})

const ops = (...args: string[]) => runOps(server, 'exams', ...args)

it('a program that crashed the runner three times is graded manually with `exams mark`', async () => {
  const owner = await small.owner()
  const result = await submit(owner, 'crash = "一"\nprint(crash)')
  const { begun, worker } = grader(() => ended('crashed'))
  for (let tries = 1; tries <= 2; tries++) {
    await worker().runDue()
    expect(await result()).toMatchObject({ verdict: 'grading', key: null })
    server.clock.advance(3600)
  }
  await worker().runDue()
  expect(await result()).toMatchObject({ verdict: 'marking', score: 0, maxScore: 6, key: { manual: 'runner' } })
  server.clock.advance(86_400)
  await worker().runDue()
  expect(begun).toHaveLength(1)
  expect(await server.db.selectFrom('jobs').select('kind').where('kind', '=', 'grade_code').execute()).toEqual([])

  expect((await ops('list')).at(-1)).toBe('练习里有 1 份程序转人工，用 exams waiting --practice 列出。')
  const [, row = ''] = (await ops('waiting', '--practice')).join('\n').split(/\n(?=[0-9a-f]{8}-)/)
  expect(row).toContain('运行器无法完成；已通过 0 / 2 个测试')
  expect(row).toContain('crash = ""一""\nprint(crash)')
  expect(row).toContain('答案代码秘密')
  const attempt = row.slice(0, 36)
  await expect(ops('mark', attempt, '2', '1')).rejects.toThrow(`没有作答 ${attempt} 的第 2 题`)
  await expect(ops('mark', attempt, '1', '7')).rejects.toThrow('得分要在 0 到 6 之间')
  expect(await ops('mark', attempt, '1', '4')).toEqual(['已批阅。'])
  expect(await result()).toMatchObject({ verdict: 'partial', score: 4, key: { manual: 'runner' } })
  expect(await ops('waiting', '--practice')).toHaveLength(1)
  const wrong = await server.db
    .selectFrom('wrong_questions')
    .select('wrong_count')
    .where('user_id', '=', owner.user.id)
    .execute()
  expect(wrong).toEqual([{ wrong_count: 1 }])
})

it('a program is graded after any number of tries while the runner was unavailable', async () => {
  const result = await submit(await small.owner(), 'print(3)')
  const away = grader(() => Promise.reject(new RunnerUnavailable('test')))
  for (let tries = 0; tries < 6; tries++) {
    await away.worker().runDue()
    server.clock.advance(7200)
  }
  expect(away.begun).toHaveLength(1)
  expect((await result()).verdict).toBe('grading')
  await grader(() => ended('ok', '3'))
    .worker()
    .runDue()
  expect((await result()).verdict).toBe('partial')
})

it('a program during whose grading the server crashed three times is not run again but graded manually', async () => {
  const result = await submit(await small.owner(), 'print(4)')
  await server.db
    .updateTable('question_attempts')
    .set({ grading_failures: 3 })
    .where('verdict', '=', 'grading')
    .execute()
  const { begun, worker } = grader(() => ended('ok', '3'))
  await worker().runDue()
  expect(begun).toEqual([])
  expect(await result()).toMatchObject({ verdict: 'marking', key: { manual: 'runner' } })
})
