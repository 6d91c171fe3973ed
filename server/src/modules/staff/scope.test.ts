import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app'
import { addSchool, asStaff, createStaff, giveRole } from '../../testing/staff'

let app: TestApp
let here: Awaited<ReturnType<typeof addSchool>>
let there: typeof here
beforeAll(async () => {
  app = await startTestApp()
  here = await addSchool(app, 'here')
  there = await addSchool(app, 'there')
})
afterAll(() => app.close())

describe('staff with several roles', () => {
  it('a teacher who is a grader of a foreign exam cannot manage that exam', async () => {
    const person = await createStaff(app, 'teacher', { kind: 'class', id: here.first.id })
    await giveRole(app, person, 'grader', { kind: 'exam', id: there.exam.id })
    const client = await asStaff(app, person)
    expect((await client.call('GET /staff/v1/grading_overview', { exam: there.exam.uid })).title).toBe(there.exam.title)
    const pause = (exam: string) => client.send('POST /staff/v1/exam_pause', { exam, reason: '设备故障' })
    expect((await pause(here.exam.uid)).code).toBe(1)
    expect(await pause(there.exam.uid)).toMatchObject({ data: { error: 'exam-not-found' } })
    for (const name of ['GET /staff/v1/exam_info', 'GET /staff/v1/exam_live'] as const) {
      expect((await client.send(name, { id: here.exam.uid })).code).toBe(1)
      expect(await client.send(name, { id: there.exam.uid })).toMatchObject({ data: { error: 'exam-not-found' } })
    }
    const { list } = await client.call('GET /staff/v1/exam_list', { limit: 50 })
    expect(list.map(({ id }) => id)).toEqual([here.exam.uid])
  })

  it('a school administrator who teaches a class of another school does not manage that class', async () => {
    const person = await createStaff(app, 'school_admin', { kind: 'school', id: here.school.id })
    await giveRole(app, person, 'teacher', { kind: 'class', id: there.first.id })
    const client = await asStaff(app, person)
    const archive = (id: string) => client.send('POST /staff/v1/class_archive', { id })
    expect(await client.call('GET /staff/v1/class_detail', { id: there.first.uid })).toMatchObject({ name: '一班' })
    expect(await archive(there.first.uid)).toMatchObject({ data: { error: 'class-not-found' } })
    expect((await archive(here.second.uid)).code).toBe(1)
  })
})
