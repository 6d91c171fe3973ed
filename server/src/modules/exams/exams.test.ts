import { arrange } from '@dxx/contract/rules/exam-order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { start, stepsFor, withSchool } from './exams.fixture'

let server: TestApp
let school: Awaited<ReturnType<typeof withSchool>>
beforeAll(async () => {
  server = await startTestApp()
  school = await withSchool(server)
})
afterAll(async () => {
  await school.folder.remove()
  await server.close()
})

describe('taking an exam', () => {
  it('starts, saves, hands in and is scored', async () => {
    const exam = await school.publish()
    await school.tick()
    const { client } = await school.student()
    const { client: early } = await school.student()
    await school.tick()
    const paper = await start(early, exam)
    expect(paper).toMatchObject({
      title: '期中考试',
      epoch: 1,
      now: testStart,
      graceSeconds: 30,
      answers: [],
      attempt: { number: 1, state: 'running', startedAt: testStart, deadline: testStart + 2400, score: null },
    })
    expect(arrange(paper.questions, paper)).toHaveLength(4)
    const saved = await early.call('POST /v1/exam_save', {
      attempt: paper.attempt.id,
      epoch: 1,
      steps: stepsFor(paper),
    })
    expect(saved).toEqual({
      now: testStart,
      deadline: testStart + 2400,
      state: 'running',
      takenOver: false,
      late: 0,
      refused: [],
    })
    const receipt = await early.call('POST /v1/exam_submit', { attempt: paper.attempt.id, epoch: 1 })
    expect(receipt).toMatchObject({ state: 'submitted', submittedAt: testStart, answered: 4, count: 4 })
    await school.tick()
    const result = await early.call('GET /v1/show_exam', { id: paper.attempt.id })
    expect(result).toMatchObject({
      scoreState: 'scored',
      score: 10,
      passed: true,
      maxScore: 10,
      results: null,
      rank: null,
    })
    // Somebody without a prepared attempt can start as well.
    expect((await start(client, exam)).attempt.number).toBe(1)
  })
})
