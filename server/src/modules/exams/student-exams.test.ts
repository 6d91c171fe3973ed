import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app'
import { start, withSchool } from './exams.fixture'

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

it('study_exam lists open, upcoming and taken exams; study_statistics returns those due within a day', async () => {
  const now = server.clock.now()
  const running = await school.publish({ title: '正在考' })
  await school.publish({ title: '快开始', startsAt: now + 3600, endsAt: now + 7200 })
  await school.publish({ title: '下周考', startsAt: now + 7 * 86_400, endsAt: now + 8 * 86_400 })
  await school.publish({ title: '别的班', classes: ['two'] })
  const { client, user } = await school.student()
  const titles = async () => (await client.call('GET /v130/study_exam', {})).list.map(({ title }) => title)
  const due = async () => (await client.call('GET /v130/study_statistics', {})).examsDue.map(({ title }) => title)
  expect(await titles()).toEqual(['正在考', '快开始', '下周考'])
  expect(await due()).toEqual(['正在考', '快开始'])

  const shown = async () => (await client.call('GET /v1/course_index', {})).exam?.title
  expect(await shown()).toBe('正在考')
  const paper = await start(client, running)
  expect(await shown()).toBe('正在考')
  expect(await due()).toEqual(['正在考', '快开始'])
  await client.call('POST /v1/exam_submit', { attempt: paper.attempt.id, epoch: 1 })
  expect(await due()).toEqual(['快开始'])
  expect(await shown()).toBe('快开始')

  // Past exams stay listed for students who took them.
  server.clock.advance(20 * 86_400)
  expect(await titles()).toEqual(['正在考'])
  expect(await (await school.student()).client.call('GET /v130/study_exam', {})).toMatchObject({ list: [], total: 0 })
  await server.db.updateTable('users').set({ student_status: 'rejected' }).where('id', '=', user.id).execute()
  expect(await titles()).toEqual(['正在考'])
})
