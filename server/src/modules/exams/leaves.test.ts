import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { start, withSchool } from './exams.fixture'
import { mostLeaves } from './save'

let server: TestApp
let school: Awaited<ReturnType<typeof withSchool>>
beforeAll(async () => {
  server = await startTestApp()
  school = await withSchool(server)
})
beforeEach(() => server.clock.set(testStart))
afterAll(async () => {
  await school.folder.remove()
  await server.close()
})

const submit = 'POST /v1/exam_submit'
const show = 'GET /v1/show_exam'

describe('leaving the window', () => {
  it('a leave reported several times is stored once, with its longest time, and shown in the result', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const paper = await start(client, exam)
    const attempt = paper.attempt.id
    const leave = (leaves: { seq: number; at: number; seconds: number }[]) =>
      client.call('POST /v1/exam_leave', { attempt, epoch: 1, leaves })
    expect(await leave([{ seq: 1, at: testStart + 5, seconds: 0 }])).toEqual({ leaves: 1 })
    expect(await leave([{ seq: 1, at: testStart + 5, seconds: 40 }])).toEqual({ leaves: 1 })
    expect(
      await leave([
        { seq: 2, at: testStart + 90, seconds: 3 },
        { seq: 1, at: testStart + 5, seconds: 20 },
      ]),
    ).toEqual({
      leaves: 2,
    })
    await client.call(submit, { attempt, epoch: 1 })
    await school.tick()
    expect((await client.call(show, { id: attempt })).leaves).toEqual([
      { at: testStart + 5, seconds: 40 },
      { at: testStart + 90, seconds: 3 },
    ])
  })

  it('stores at most 1,000 leaves per attempt, also if they arrive after the submission', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const attempt = (await start(client, exam)).attempt.id
    const leave = (first: number, seconds = 1) =>
      client.call('POST /v1/exam_leave', {
        attempt,
        epoch: 1,
        leaves: Array.from({ length: 100 }, (_, i) => ({ seq: first + i, at: testStart, seconds })),
      })
    for (let first = 1; first < mostLeaves - 50; first += 100) await leave(first)
    await client.call(submit, { attempt, epoch: 1 })
    expect(await leave(mostLeaves - 49)).toEqual({ leaves: mostLeaves })
    expect(await leave(mostLeaves + 100)).toEqual({ leaves: mostLeaves })
    // The time of a stored leave can become longer by a later report.
    await leave(mostLeaves - 99, 7)
    await school.tick()
    const { leaves } = await client.call(show, { id: attempt })
    expect([leaves.length, leaves.filter(({ seconds }) => seconds === 7).length]).toEqual([mostLeaves, 100])
  })
})
