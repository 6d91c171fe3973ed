import { randomUUID } from 'node:crypto'
import { formatDate } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testStart } from '../../testing/app'
import { addCurriculum } from '../../testing/catalogue'
import { createStudyFixture, type Learner, type StudyFixture } from './study.fixture'

let room: StudyFixture
let me: Learner
beforeAll(async () => {
  room = await createStudyFixture()
})
afterAll(() => room.server.close())
beforeEach(async () => {
  me = await room.learner()
})

describe('study lists', () => {
  const titles = async (name: 'recently_study' | 'study_afoot' | 'study_course' | 'study_library', by = me.client) =>
    (await by.call(`GET /v130/${name}`, {})).list.map(({ title }) => title)

  it('the study lists return studied, ongoing and owned items', async () => {
    expect(await titles('recently_study')).toEqual([])
    await me.own(room.book)
    expect(await titles('study_library')).toEqual(['算法'])
    const phone = room.player(me.client)
    phone.play(60)
    await phone.heartbeat()
    expect(await titles('recently_study')).toEqual(['Python'])
    expect(await titles('study_course')).toEqual(['Python'])
    expect(await titles('study_afoot')).toEqual(['Python'])
    const [card] = (await me.client.call('GET /v130/study_afoot', {})).list
    expect(card).toMatchObject({
      percent: 25,
      minutes: 1,
      notes: 0,
      owned: false,
      progress: { chapterTitle: '试看', seconds: 60, percent: 25 },
    })
    expect(await titles('recently_study', await room.server.as())).toEqual([])
  })

  it('study lists hide removed items until they are studied again or restored', async () => {
    const phone = room.player(me.client)
    phone.play(60)
    await phone.heartbeat()
    await me.client.call('POST /v130/study_delete', { ids: [room.course.uid] })
    expect(await titles('recently_study')).toEqual([])
    expect(await titles('study_course')).toEqual([])
    // The study time stays recorded.
    expect(await me.minutes()).toBe(1)
    await me.client.call('POST /v130/study_delete', { ids: [room.course.uid], undo: true })
    expect(await titles('recently_study')).toEqual(['Python'])
    await me.client.call('POST /v130/study_delete', { ids: [room.course.uid] })
    phone.play(15)
    await phone.heartbeat()
    expect(await titles('recently_study')).toEqual(['Python'])
  })

  it('study_afoot excludes completed items', async () => {
    await me.own(room.course)
    for (const [chapter, seconds] of [
      ['试看', 120],
      ['正课', 100],
    ] as const) {
      const phone = room.player(me.client, chapter)
      phone.play(seconds)
      await phone.heartbeat()
    }
    expect(await titles('study_afoot')).toEqual([])
    expect(await titles('recently_study')).toEqual(['Python'])
  })
})

describe('statistics', () => {
  it('all calls with study statistics return figures that agree with the study events', async () => {
    await me.own(room.course)
    for (const day of [0, 1, 2]) {
      room.server.clock.set(testStart + 3600 + day * 86_400)
      const phone = room.player(me.client, day === 2 ? '正课' : '试看')
      for (let i = 0; i < 5; i++) {
        phone.play(13)
        await phone.heartbeat()
      }
    }
    const statistics = await me.client.call('GET /v130/study_statistics', {})
    const calendar = await me.client.call('GET /v130/study_calendar', { month: '2027-01' })
    const [card] = (await me.client.call('GET /v130/recently_study', {})).list
    expect(statistics).toMatchObject({ streak: 3, todayMinutes: 1, totalMinutes: 3, totalDays: 3 })
    expect(statistics.week.filter(({ minutes }) => minutes > 0)).toEqual(calendar.days)
    expect(calendar.minutes).toBe(statistics.totalMinutes)
    const today = async () => (await me.client.call('GET /v1/course_index', {})).today
    expect(await today()).toEqual({ minutes: 1, streak: 3 })
    // A day without study ends the streak only after that day.
    const lastDay = room.server.clock.now()
    room.server.clock.set(lastDay + 86_400)
    expect(await today()).toEqual({ minutes: 0, streak: 3 })
    room.server.clock.set(lastDay + 2 * 86_400)
    expect(await today()).toEqual({ minutes: 0, streak: 0 })
    room.server.clock.set(lastDay)
    expect(card!.minutes).toBe(3)
    expect(statistics.week.at(-1)!.day).toBe(formatDate(room.server.clock.now()))
    // The progress of each chapter equals the highest percentage of its events.
    const { rows } = await sql`
      select p.chapter_id from progress p cross join lateral (
        select max(e.percent) as percent, bool_or(e.percent = 100) as done from study_events e
        where e.user_id = p.user_id and e.chapter_id = p.chapter_id) as expected
      where p.user_id = ${me.user.id} and (p.percent <> expected.percent or (p.done_at is not null) <> expected.done)`.execute(
      room.server.db,
    )
    expect(rows).toEqual([])
    const info = await me.client.call('GET /v1/course_info', { id: room.course.uid })
    expect(info.progress?.percent).toBe(card!.percent)
  })
})

describe('banks and exams', () => {
  it('study_bank lists owned banks with answers and minutes', async () => {
    const bank = await addCurriculum(room.server.db, { kind: 'bank', title: '题库', price: 5 })
    expect((await me.client.call('GET /v130/study_bank', {})).list).toEqual([])
    await me.own(bank)
    expect((await me.client.call('GET /v130/study_bank', {})).list).toMatchObject([
      { title: '题库', questions: 0, answered: 0, right: 0, wrong: 0, minutes: 0 },
    ])
    const session = randomUUID()
    const heartbeat = (seconds: number) =>
      me.client.call('POST /v1/bank_speed', { id: bank.uid, session, seconds, at: room.server.clock.now() })
    await heartbeat(0)
    room.server.clock.advance(90)
    expect(await heartbeat(90)).toEqual({})
    expect((await me.client.call('GET /v130/study_bank', {})).list).toMatchObject([{ minutes: 1 }])
    expect((await me.client.call('GET /v130/recently_study', {})).list).toMatchObject([{ title: '题库' }])
    expect(
      await (await room.server.as()).send('POST /v1/bank_speed', { id: bank.uid, session, seconds: 1, at: 0 }),
    ).toMatchObject({ code: 7 })
  })

  it('study_exam and the exams of study_statistics are empty for users who are not students', async () => {
    expect(await me.client.call('GET /v130/study_exam', {})).toMatchObject({ list: [], total: 0 })
    expect(await me.client.call('GET /v130/study_statistics', {})).toMatchObject({ examsDue: [], wrongDue: 0 })
  })
})

describe('view_chapter', () => {
  it('view_chapter returns a video URL whose signature is valid 15 minutes longer than the lesson', async () => {
    const { id } = await room.server.db
      .insertInto('media')
      .values({
        key: 'v/0123456789abcdef0123456789abcdef/master.m3u8',
        kind: 'video',
        mime: 'application/vnd.apple.mpegurl',
        bytes: 1000,
        sha256: Buffer.alloc(32),
        width: 1280,
        height: 720,
        created_at: testStart,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const lesson = room.course.chapter('正课')
    await room.server.db.updateTable('chapters').set({ video_id: id }).where('id', '=', lesson.id).execute()
    expect(await me.client.send('GET /v1/view_chapter', { id: lesson.uid })).toMatchObject({ code: 7, data: {} })
    await me.own(room.course)
    const opened = await me.client.call('GET /v1/view_chapter', { id: lesson.uid })
    expect(opened).toMatchObject({ kind: 'video', previous: { title: '试看' }, next: null, progress: null })
    expect(opened.video).toMatchObject({ hls: true, width: 1280, durationSeconds: 100, poster: null, subtitles: null })
    expect(opened.video!.url).toMatch(/^\/media\/s\/[^/]+\/v\/[0-9a-f]{32}\/master\.m3u8$/)
    // The length of the lesson (100 s) and 15 minutes.
    expect(opened.video!.expiresAt - room.server.clock.now()).toBe(100 + 15 * 60)
  })

  it('view_chapter returns rightToLeft: true for right-to-left text', async () => {
    const chapter = room.book.chapter('一')
    const open = () => me.client.call('GET /v1/textbooks_view_chapter', { id: chapter.uid })
    expect((await open()).rightToLeft).toBe(false)
    const html = '<div dir="rtl"><p data-p="p1">…</p></div>'
    await room.server.db.updateTable('chapters').set({ html }).where('id', '=', chapter.id).execute()
    expect((await open()).rightToLeft).toBe(true)
  })
})

it('a database constraint rejects overlapping study events of a user', async () => {
  const row = {
    user_id: me.user.id,
    curriculum_id: room.course.id,
    chapter_id: null,
    session: randomUUID(),
    day: '2027-01-15',
  }
  const add = (start: number, end: number, userId = me.user.id) =>
    room.server.db
      .insertInto('study_events')
      .values({ ...row, user_id: userId, start_at: start, end_at: end, percent: 0 })
      .execute()
  await add(testStart, testStart + 60)
  await add(testStart + 60, testStart + 90)
  await add(testStart + 30, testStart + 30)
  await add(testStart, testStart + 60, (await room.server.createUser()).id)
  await expect(add(testStart + 59, testStart + 61)).rejects.toThrow(/exclusion/)
})
