import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { addCurriculum, addSubject, addTeacher } from '../../testing/catalogue'
import type { Client } from '../../testing/client'
import { addUpLearners, grantEntitlement, revokeEntitlement } from '../access/public'

let server: TestApp
let guest: Client
beforeAll(async () => {
  server = await startTestApp()
  guest = server.guest
})
afterAll(() => server.close())

const give = (userId: number, curriculumId: number) =>
  grantEntitlement(server.db, { userId, curriculumId, source: 'test', now: testStart })

const titles = (page: { list: { title: string }[] }) => page.list.map(({ title }) => title)

describe('details', () => {
  const chapters = [
    { title: '第 1 章', kind: 'part' as const },
    { title: '1.1 试看', free: true, below: '第 1 章', seconds: 60, kind: 'video' as const },
    { title: '1.2 要买', below: '第 1 章', text: ['付费内容'] },
    { title: '多读一点', kind: 'expand' as const, below: '1.1 试看' },
  ]

  it('returns metadata but no paid content to guests', async () => {
    const teacher = await addTeacher(server.db, '林老师')
    const course = await addCurriculum(server.db, { title: '细看', price: 9.9, teacherId: teacher.id, chapters })
    const info = await guest.call('GET /v1/course_info', { id: course.uid })
    expect(info).toMatchObject({
      by: '林老师',
      teacher: { id: teacher.uid, name: '林老师', avatar: null },
      amount: '9.9,100',
      ratings: [0, 0, 0, 0, 0],
      favourite: false,
      favouriteCount: 0,
      progress: null,
      trialChapterId: course.chapter('1.1 试看').uid,
      myCommentId: null,
      owned: false,
    })
    const rows = await guest.call('GET /v1/course_chapter', { id: course.uid })
    expect(rows.map(({ title, depth, locked, free }) => [title, depth, locked, free])).toEqual([
      ['第 1 章', 0, false, false],
      ['1.1 试看', 1, false, true],
      ['多读一点', 1, true, false],
      ['1.2 要买', 1, true, false],
    ])
    expect(JSON.stringify([info, rows])).not.toContain('付费内容')
  })

  it.each([
    ['ebook', 'ebook', 'textbooks'],
    ['textbook', 'textbooks', 'ebook'],
  ] as const)(
    'list, subjects, details, contents, text and progress of %s cover only curricula of this kind',
    async (kind, own, other) => {
      const subject = await addSubject(server.db, `学科 ${kind}`)
      const text = [
        { title: '一', free: true, text: ['第一段', '第二段'] },
        { title: '二', text: ['要买的'] },
      ]
      const input = { kind, title: `一本 ${kind}`, price: 20, subjectId: subject.id, chapters: text }
      const book = await addCurriculum(server.db, input)
      const inList = async (name: typeof own | typeof other) =>
        (await guest.call(`GET /v1/${name}_list`, { classify: subject.uid })).list.map(({ id }) => id)
      expect(await inList(own)).toEqual([book.uid])
      expect(await inList(other)).toEqual([])
      server.clock.advance(31)
      const row = { id: subject.uid, name: `学科 ${kind}`, count: 1 }
      expect(await guest.call(`GET /v1/${own}_classify`, {})).toContainEqual(expect.objectContaining(row))
      expect(await guest.call(`GET /v1/${other}_classify`, {})).not.toContainEqual(expect.objectContaining(row))
      expect(await guest.call(`GET /v1/${own}_info`, { id: book.uid })).toMatchObject({
        title: `一本 ${kind}`,
        trialChapterId: book.chapter('一').uid,
      })
      expect(await guest.send(`GET /v1/${other}_info`, { id: book.uid })).toMatchObject({ code: 0 })
      const rows = await guest.call(`GET /v1/${own}_chapter`, { id: book.uid })
      expect(rows.map(({ title, locked }) => [title, locked])).toEqual([
        ['一', false],
        ['二', true],
      ])
      const reader = await server.as(await server.createUser())
      const chapter = { id: book.chapter('一').uid }
      expect((await reader.call(`GET /v1/${own}_view_chapter`, chapter)).html).toContain('第二段')
      expect(await reader.send(`GET /v1/${own}_view_chapter`, { id: book.chapter('二').uid })).toMatchObject({
        code: 7,
      })
      const heartbeat = {
        id: book.uid,
        chapterId: chapter.id,
        session: randomUUID(),
        seconds: 0,
        at: server.clock.now(),
      }
      expect(await reader.call(`POST /v1/${own}_speed`, { ...heartbeat, reached: 'p2' })).toMatchObject({
        percent: 100,
      })
      expect(await reader.send(`POST /v1/${other}_speed`, heartbeat)).toMatchObject({
        data: { error: 'chapter-not-found' },
      })
    },
  )

  it("the details of an item include the owner's progress", async () => {
    const { id } = await server.createUser()
    const course = await addCurriculum(server.db, { title: '学着', price: 9.9, chapters })
    await give(id, course.id)
    const place = { user_id: id, curriculum_id: course.id, chapter_id: course.chapter('1.1 试看').id }
    await server.db
      .insertInto('progress')
      .values({ ...place, percent: 96, seconds: 58, done_at: testStart, updated_at: testStart })
      .execute()
    const client = await server.as({ id })
    expect(await client.call('GET /v1/course_info', { id: course.uid })).toMatchObject({
      owned: true,
      progress: { chapterTitle: '1.1 试看', seconds: 58, percent: 48 },
    })
    const rows = await client.call('GET /v1/course_chapter', { id: course.uid })
    expect(rows.map(({ locked, done, percent }) => [locked, done, percent])).toEqual([
      [false, false, 0],
      [false, true, 96],
      [false, false, 0],
      [false, false, 0],
    ])
  })

  it('returns not found for an id of another kind, an unknown id, and an unpublished item that the user does not own', async () => {
    const { id } = await server.createUser()
    const withdrawn = await addCurriculum(server.db, { title: '停售', published: false })
    await give(id, withdrawn.id)
    const book = await addCurriculum(server.db, { kind: 'ebook' })
    for (const uid of [withdrawn.uid, book.uid, randomUUID()])
      for (const name of ['GET /v1/course_info', 'GET /v1/course_chapter'] as const)
        expect(await guest.send(name, { id: uid })).toMatchObject({ data: { error: 'curriculum-not-found' } })
    expect(await guest.send('GET /v1/course_info', { id: 'x' })).toMatchObject({ data: { error: 'invalid-input' } })
    expect(await (await server.as({ id })).call('GET /v1/course_info', { id: withdrawn.uid })).toMatchObject({
      title: '停售',
    })
  })

  it('lists related books: first those named by the author, then others of the subject; no courses', async () => {
    const subject = await addSubject(server.db, '物理')
    const named = await addCurriculum(server.db, { kind: 'ebook', title: '指定的书' })
    const near = await addCurriculum(server.db, { kind: 'textbook', title: '同学科教材', subjectId: subject.id })
    const other = await addCurriculum(server.db, { title: '同学科课程', subjectId: subject.id })
    const course = await addCurriculum(server.db, {
      title: '力学',
      subjectId: subject.id,
      related: [
        { kind: 'course', slug: other.slug },
        { kind: 'ebook', slug: named.slug },
        { kind: 'ebook', slug: 'not-here-yet' },
      ],
    })
    expect((await guest.call('GET /v1/course_ebook', { id: course.uid })).map(({ id }) => id)).toEqual([
      named.uid,
      near.uid,
    ])
    expect(await guest.call('GET /v1/course_info', { id: course.uid })).toMatchObject({ relatedCount: 2 })
    expect(await guest.call('GET /v1/textbooks_info', { id: near.uid })).toMatchObject({ relatedCount: 0 })
  })

  it('concurrent grants raise the learner count by one; concurrent revocations lower it by one', async () => {
    const { id } = await server.createUser()
    const course = await addCurriculum(server.db, { learners: 41 })
    const reader = await server.as()
    const learners = async () => {
      await addUpLearners(server.db, 100)
      return (await reader.call('GET /v1/course_info', { id: course.uid })).learners
    }
    const given = await Promise.all(Array.from({ length: 5 }, () => give(id, course.id)))
    expect([given.filter(Boolean).length, await learners()]).toEqual([1, 42])
    const right = { userId: id, curriculumId: course.id, source: 'test', now: testStart }
    await Promise.all([revokeEntitlement(server.db, right), revokeEntitlement(server.db, right)])
    expect(await learners()).toBe(41)
  })
})

describe('teachers', () => {
  it('returns a teacher with the courses they teach and the books they wrote', async () => {
    const teacher = await addTeacher(server.db, '徐远')
    await addCurriculum(server.db, { title: '徐讲课', teacherId: teacher.id, learners: 3, publishedAt: testStart - 10 })
    await addCurriculum(server.db, { kind: 'textbook', title: '徐写书', author: '徐远 编著', learners: 4 })
    await addCurriculum(server.db, { kind: 'ebook', title: '徐远方写书', author: '徐远方' })
    expect(await guest.call('GET /v130/teacher_info', { id: teacher.uid })).toMatchObject({
      name: '徐远',
      courseCount: 2,
      learners: 7,
    })
    const page = await guest.call('GET /v130/teacher_course', { id: teacher.uid })
    expect([titles(page), page.total]).toEqual([['徐讲课', '徐写书'], 2])
    for (const name of ['GET /v130/teacher_info', 'GET /v130/teacher_course'] as const)
      expect(await guest.send(name, { id: randomUUID() })).toMatchObject({ data: { error: 'teacher-not-found' } })
  })
})
