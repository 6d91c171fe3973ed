import { arrangePaper } from '@dxx/contract/rules/exam-order'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testStart } from '../../../testing/app'
import { start, stepsFor, uidOf } from '../exams.fixture'
import { type Desk, runRegrades, startDesk } from './desk.fixture'

let desk: Desk
beforeAll(async () => {
  desk = await startDesk()
})
beforeEach(() => desk.server.clock.set(testStart))
afterAll(() => desk.close())

/** Two questions of each type, so that shuffling moves them. */
const pairs = {
  questions: ['single', 'judge', 'blank'].flatMap((slug) =>
    ['pool', 'drill'].map((bank) => ({ from: { kind: 'bank', slug: bank }, slugs: [slug] })),
  ),
  shuffle: { questions: true, options: true },
}
const composed = ['single', 'judge', 'blank'].flatMap((slug) => [uidOf(slug), uidOf(slug, 'drill')])

/** Starts an exam with new students until one of them gets another order than the composed paper. */
async function startShuffled(exam: string) {
  for (let tries = 0; tries < 30; tries++) {
    const { client } = await desk.school.student()
    const paper = await start(client, exam)
    const order = arrangePaper(paper.questions, paper).map(({ id }) => id)
    if (order.join() !== composed.join()) return { client, paper, own: order }
  }
  throw new Error('no shuffled paper')
}

it('results keep the numbers of the exam page when a question is void, and name the numbers of the composed paper', async () => {
  const { school, teacher, server } = desk
  const exam = await school.publish(pairs)
  const { client, paper, own } = await startShuffled(exam)
  const voided = own[0]!
  await teacher.call('POST /staff/v1/exam_regrade', { exam, question: voided, kind: 'void', reason: '题目有误' })
  const late = await school.student()
  const afterwards = await start(late.client, exam)
  expect(afterwards.questions.map(({ id }) => id)).toEqual(composed)
  expect(afterwards.voided).toEqual([voided])
  const attempt = paper.attempt.id
  await client.call('POST /v1/exam_submit', { attempt, epoch: 1, steps: stepsFor(paper) })
  await runRegrades(server)
  server.clock.set(testStart + 3700)
  await school.tick()
  const shown = await client.call('GET /v1/show_exam', { id: attempt })
  expect(shown.numbers).toEqual(
    composed.map((question, at) => ({ question, own: own.indexOf(question) + 1, paper: at + 1 })),
  )
  expect(shown.sheet!.map(({ question }) => question)).toEqual(own.slice(1))
})

it('an appeal has the number of the composed paper and the number on the paper of the student', async () => {
  const { school, teacher, server } = desk
  const exam = await school.publish(pairs)
  const { client, paper, own } = await startShuffled(exam)
  const attempt = paper.attempt.id
  await client.call('POST /v1/exam_submit', { attempt, epoch: 1, steps: stepsFor(paper, false) })
  server.clock.set(testStart + 3700)
  await school.tick()
  const moved = own.find((id, at) => composed[at] !== id)!
  await client.call('POST /v1/exam_appeal', { attempt, question: moved, reason: '请再看看这一题' })
  const numbers = { number: composed.indexOf(moved) + 1, ownNumber: own.indexOf(moved) + 1 }
  const { list } = await teacher.call('GET /staff/v1/appeal_list', { exam })
  expect(list).toMatchObject([numbers])
  const view = await teacher.call('GET /staff/v1/exam_attempt_view', { attempt })
  expect(view.questions.find(({ result }) => result.question.id === moved)).toMatchObject(numbers)
})
