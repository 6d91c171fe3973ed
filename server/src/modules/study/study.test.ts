import { randomUUID } from 'node:crypto'
import type { Name } from '@dxx/contract/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shanghaiDay } from '../../day'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { addCurriculum } from '../../testing/catalogue'
import type { Client } from '../../testing/client'
import { grant } from '../access/public'

let server: TestApp
type Item = Awaited<ReturnType<typeof addCurriculum>>
let course: Item
let book: Item

beforeAll(async () => {
  server = await startTestApp()
  course = await addCurriculum(server.db, {
    kind: 'course',
    title: 'Python',
    price: 10,
    chapters: [
      { title: '试看', kind: 'video', free: true, seconds: 120 },
      { title: '正课', kind: 'video', seconds: 100 },
    ],
  })
  book = await addCurriculum(server.db, {
    kind: 'textbook',
    title: '算法',
    price: 10,
    chapters: [
      { title: '一', free: true, text: ['十个字的段落一二三四', '十个字的段落五六七八', '十个字的段落九十百千'] },
      { title: '二', text: ['付费的段落'] },
    ],
  })
})
afterAll(() => server.close())

let user: { id: number; uid: string }
let client: Client
beforeEach(async () => {
  server.clock.set(testStart)
  user = await server.createUser()
  client = await server.as(user)
  server.clock.advance(3600)
})

const own = (item: Item, who = user) =>
  grant(server.db, { userId: who.id, curriculumId: item.id, source: 'test', now: testStart })

/** One device that plays a video, as the player does. */
function player(by: Client, chapter = '试看') {
  const session = randomUUID()
  let seconds = 0
  let second = 0
  const beat = (more: object = {}) =>
    by.call('POST /v1/course_speed', {
      id: course.uid,
      chapterId: course.chapter(chapter).uid,
      session,
      seconds,
      at: server.clock.now(),
      second,
      watched: [[0, second]],
      ...more,
    })
  return {
    beat,
    /** Time passes while it plays. */
    play: (by: number, speed = 1) => {
      server.clock.advance(by)
      seconds += by
      second += by * speed
    },
    /** It has played while time passed elsewhere. */
    played: (by: number) => {
      seconds += by
      second += by
    },
  }
}

const minutes = async (by = client) => (await by.call('GET /v130/study_statistics', {})).todayMinutes
const creditedSeconds = async () => {
  const { rows } = await sql<{ s: number }>`
    select coalesce(sum(end_at - start_at), 0)::bigint as s from study_events where user_id = ${user.id}`.execute(
    server.db,
  )
  return rows[0]!.s
}

describe('heartbeats', () => {
  it('credit what was watched, once, however often they come', async () => {
    const phone = player(client)
    await phone.beat()
    for (let i = 0; i < 4; i++) {
      phone.play(15)
      await phone.beat()
      await phone.beat()
    }
    expect(await creditedSeconds()).toBe(60)
    expect(await phone.beat()).toEqual({ percent: 50, done: false, totalPercent: 25, todayMinutes: 1 })
    const { rows } = await sql`select from study_events where user_id = ${user.id}`.execute(server.db)
    // A stretch that goes on is one event.
    expect(rows).toHaveLength(1)
  })

  it('cannot claim more than has passed', async () => {
    const cheat = player(client)
    await cheat.beat()
    server.clock.advance(10)
    const { percent } = await cheat.beat({ seconds: 7200, second: 120, watched: [[0, 120]] })
    expect(await creditedSeconds()).toBe(10)
    // 10 seconds at double speed, and what rounding may cost: 25 of 120.
    expect(percent).toBe(20)
    await cheat.beat({ seconds: 86_400, at: server.clock.now() + 5000 })
    expect(await creditedSeconds()).toBe(10)
  })

  it('of two devices do not add up', async () => {
    const [phone, laptop] = [player(client), player(await server.as(user))]
    await phone.beat()
    await laptop.beat()
    for (let i = 0; i < 4; i++) {
      phone.play(30)
      laptop.played(30)
      await Promise.all([phone.beat(), laptop.beat()])
    }
    expect(await creditedSeconds()).toBe(120)
    expect(await minutes()).toBe(2)
  })

  it('that come all at once from many devices count each second once', async () => {
    const devices = Array.from({ length: 8 }, () => player(client))
    await Promise.all(devices.map((one) => one.beat()))
    server.clock.advance(60)
    for (const one of devices) one.played(60)
    await Promise.all(devices.flatMap((one) => [one.beat(), one.beat()]))
    expect(await creditedSeconds()).toBe(60)
  })

  it('lost on the way cost nothing', async () => {
    const phone = player(client)
    await phone.beat()
    for (let i = 0; i < 8; i++) phone.play(15)
    expect(await phone.beat()).toMatchObject({ percent: 100, done: true, todayMinutes: 2 })
  })

  it('of the past do not take the place back, but what was watched stays watched', async () => {
    const phone = player(client)
    await phone.beat()
    phone.play(60)
    const late = { seconds: 60, at: server.clock.now(), second: 60, watched: [[0, 60]] }
    server.clock.advance(100)
    const laptop = player(await server.as(user))
    await laptop.beat({ second: 100, watched: [] })
    await phone.beat(late)
    const opened = await client.call('GET /v1/view_chapter', { id: course.chapter('试看').uid })
    expect(opened.progress).toMatchObject({ seconds: 100, percent: 50 })
    expect(await creditedSeconds()).toBe(60)
  })

  it('after midnight belong to the new day', async () => {
    // 2027-01-15 23:59:30 in Shanghai.
    server.clock.set(testStart + 8 * 3600 - 30)
    const phone = player(client)
    await phone.beat()
    for (let i = 0; i < 9; i++) {
      phone.play(15)
      await phone.beat()
    }
    const { days } = await client.call('GET /v130/study_calendar', { month: '2027-01' })
    // 30 seconds before midnight are no minute, 105 after it are one.
    expect(days).toEqual([{ day: '2027-01-16', minutes: 1 }])
    const { rows } = await sql<{ day: string; s: number }>`
      select day::text, sum(end_at - start_at)::bigint as s from study_events where user_id = ${user.id}
      group by day order by day`.execute(server.db)
    expect(rows).toEqual([
      { day: '2027-01-15', s: 30 },
      { day: '2027-01-16', s: 105 },
    ])
  })

  it('need a chapter that one may open, of that item and that kind', async () => {
    const send = (name: Name, more: object) =>
      client.send(name, { session: randomUUID(), seconds: 0, at: server.clock.now(), ...more })
    const paid = { id: course.uid, chapterId: course.chapter('正课').uid }
    expect(await send('POST /v1/course_speed', paid)).toMatchObject({ code: 7 })
    expect(await send('POST /v1/textbooks_speed', paid)).toMatchObject({ data: { error: 'chapter-not-found' } })
    expect(await send('POST /v1/course_speed', { id: book.uid, chapterId: course.chapter('试看').uid })).toMatchObject({
      data: { error: 'chapter-not-found' },
    })
    expect(await send('POST /v1/course_speed', { ...paid, chapterId: randomUUID() })).toMatchObject({
      data: { error: 'chapter-not-found' },
    })
    expect(await server.guest.send('POST /v1/course_speed', paid)).toMatchObject({ code: 3 })
    await own(course)
    expect(await send('POST /v1/course_speed', paid)).toMatchObject({ code: 1 })
  })

  it('of a session are the user’s own: a stranger’s session id is just another id', async () => {
    const session = randomUUID()
    const phone = player(client)
    phone.play(30)
    await phone.beat({ session })
    const other = await server.as()
    server.clock.advance(60)
    expect(await player(other).beat({ session, seconds: 60 })).toMatchObject({ todayMinutes: 1 })
    expect(await creditedSeconds()).toBe(30)
  })

  it('of nonsense are refused', async () => {
    const good = {
      id: course.uid,
      chapterId: course.chapter('试看').uid,
      session: randomUUID(),
      seconds: 1,
      at: server.clock.now(),
    }
    for (const bad of [
      { seconds: -1 },
      { seconds: 1.5 },
      { seconds: 1e9 },
      { session: 'x' },
      { watched: [[1]] },
      { at: '' },
    ])
      expect(await client.send('POST /v1/course_speed', { ...good, ...bad })).toMatchObject({
        data: { error: 'invalid-input' },
      })
  })
})

describe('reading', () => {
  const read = (more: object = {}) =>
    client.call('POST /v1/textbooks_speed', {
      id: book.uid,
      chapterId: book.chapter('一').uid,
      session: randomUUID(),
      seconds: 0,
      at: server.clock.now(),
      ...more,
    })

  it('is as far as the blocks that were shown', async () => {
    expect(await read({ reached: 'p1' })).toMatchObject({ percent: 33, done: false, totalPercent: 16 })
    expect(await read({ reached: 'nowhere' })).toMatchObject({ percent: 33 })
    expect(await read({ reached: 'p3' })).toMatchObject({ percent: 100, done: true, totalPercent: 50 })
    expect(await read({ reached: 'p1' })).toMatchObject({ percent: 100 })
  })

  it('comes back to the sentence, the one of the latest moment', async () => {
    const at = (exact: string) => ({ pid: 'p2', start: 3, end: 3 + exact.length, exact, prefix: '', suffix: '' })
    await read({ locator: at('的段落五'), at: server.clock.now() })
    await read({ locator: at('早先的'), at: server.clock.now() - 60 })
    const { progress } = await client.call('GET /v1/textbooks_view_chapter', { id: book.chapter('一').uid })
    expect(progress).toMatchObject({ locator: at('的段落五'), state: 'sure' })
  })

  it('shows in details, contents, the home page and the history', async () => {
    await read({ reached: 'p3' })
    const info = await client.call('GET /v1/textbooks_info', { id: book.uid })
    expect(info.progress).toMatchObject({ chapterTitle: '一', percent: 50 })
    const [first] = await client.call('GET /v1/textbooks_chapter', { id: book.uid })
    expect(first).toMatchObject({ done: true, percent: 100 })
    expect((await client.call('GET /v1/course_index', {})).resume).toMatchObject({ progress: { percent: 50 } })
    expect((await client.call('GET /v1/user_browse_records', {})).list).toMatchObject([{ id: book.uid }])
  })
})

describe('lists', () => {
  const titles = async (name: 'recently_study' | 'study_afoot' | 'study_course' | 'study_library', by = client) =>
    (await by.call(`GET /v130/${name}`, {})).list.map(({ title }) => title)

  it('show what was studied, what goes on, and what is owned', async () => {
    expect(await titles('recently_study')).toEqual([])
    await own(book)
    expect(await titles('study_library')).toEqual(['算法'])
    const phone = player(client)
    phone.play(60)
    await phone.beat()
    expect(await titles('recently_study')).toEqual(['Python'])
    expect(await titles('study_course')).toEqual(['Python'])
    expect(await titles('study_afoot')).toEqual(['Python'])
    const [card] = (await client.call('GET /v130/study_afoot', {})).list
    expect(card).toMatchObject({
      percent: 25,
      chaptersDone: 0,
      minutes: 1,
      notes: 0,
      owned: false,
      progress: { chapterTitle: '试看', seconds: 60, percent: 25 },
    })
    expect(await titles('recently_study', await server.as())).toEqual([])
  })

  it('let go what is deleted until it is studied again, and give it back', async () => {
    const phone = player(client)
    phone.play(60)
    await phone.beat()
    await client.call('POST /v130/study_delete', { ids: [course.uid] })
    expect(await titles('recently_study')).toEqual([])
    expect(await titles('study_course')).toEqual([])
    // What was studied is a fact all the same.
    expect(await minutes()).toBe(1)
    await client.call('POST /v130/study_delete', { ids: [course.uid], undo: true })
    expect(await titles('recently_study')).toEqual(['Python'])
    await client.call('POST /v130/study_delete', { ids: [course.uid] })
    phone.play(15)
    await phone.beat()
    expect(await titles('recently_study')).toEqual(['Python'])
  })

  it('leave off what is done, and what cannot be gone on with', async () => {
    await own(course)
    for (const [chapter, seconds] of [
      ['试看', 120],
      ['正课', 100],
    ] as const) {
      const phone = player(client, chapter)
      phone.play(seconds)
      await phone.beat()
    }
    expect(await titles('study_afoot')).toEqual([])
    expect(await titles('recently_study')).toEqual(['Python'])
  })
})

describe('all numbers', () => {
  it('derive from the events and agree', async () => {
    await own(course)
    for (const day of [0, 1, 2]) {
      server.clock.set(testStart + 3600 + day * 86_400)
      const phone = player(client, day === 2 ? '正课' : '试看')
      for (let i = 0; i < 5; i++) {
        phone.play(13)
        await phone.beat()
      }
    }
    const statistics = await client.call('GET /v130/study_statistics', {})
    const calendar = await client.call('GET /v130/study_calendar', { month: '2027-01' })
    const [card] = (await client.call('GET /v130/recently_study', {})).list
    expect(statistics).toMatchObject({ streak: 3, todayMinutes: 1, totalMinutes: 3, totalDays: 3 })
    expect(statistics.week.filter(({ minutes }) => minutes > 0)).toEqual(calendar.days)
    expect(calendar.minutes).toBe(statistics.totalMinutes)
    expect(card!.minutes).toBe(3)
    expect(statistics.week.at(-1)!.day).toBe(shanghaiDay(server.clock.now()))
    // Progress is what the events say, chapter by chapter.
    const { rows } = await sql`
      select p.chapter_id from progress p cross join lateral (
        select max(e.percent) as percent, bool_or(e.percent = 100) as done from study_events e
        where e.user_id = p.user_id and e.chapter_id = p.chapter_id) as said
      where p.user_id = ${user.id} and (p.percent <> said.percent or (p.done_at is not null) <> said.done)`.execute(
      server.db,
    )
    expect(rows).toEqual([])
    const info = await client.call('GET /v1/course_info', { id: course.uid })
    expect(info.progress?.percent).toBe(card!.percent)
  })
})

describe('banks and exams', () => {
  it('are listed with how far one is', async () => {
    const bank = await addCurriculum(server.db, { kind: 'bank', title: '题库', price: 5 })
    expect((await client.call('GET /v130/study_bank', {})).list).toEqual([])
    await own(bank)
    expect((await client.call('GET /v130/study_bank', {})).list).toMatchObject([
      { title: '题库', questions: 0, answered: 0, right: 0, wrong: 0, minutes: 0 },
    ])
    const session = randomUUID()
    const beat = (seconds: number) =>
      client.call('POST /v1/bank_speed', { id: bank.uid, session, seconds, at: server.clock.now() })
    await beat(0)
    server.clock.advance(90)
    expect(await beat(90)).toEqual({ todayMinutes: 1 })
    expect((await client.call('GET /v130/study_bank', {})).list).toMatchObject([{ minutes: 1 }])
    expect((await client.call('GET /v130/recently_study', {})).list).toMatchObject([{ title: '题库' }])
    expect(
      await (await server.as()).send('POST /v1/bank_speed', { id: bank.uid, session, seconds: 1, at: 0 }),
    ).toMatchObject({ code: 7 })
  })

  it('there are none for those who are no students', async () => {
    expect(await client.call('GET /v130/study_exam', {})).toMatchObject({ list: [], total: 0 })
    expect(await client.call('GET /v130/study_statistics', {})).toMatchObject({ examsDue: [], wrongDue: 0 })
  })
})

describe('a lesson', () => {
  it('is opened with its video, under one signature that outlives it', async () => {
    const { id } = await server.db
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
    const lesson = course.chapter('正课')
    await server.db.updateTable('chapters').set({ video_id: id }).where('id', '=', lesson.id).execute()
    expect(await client.send('GET /v1/view_chapter', { id: lesson.uid })).toMatchObject({ code: 7, data: {} })
    await own(course)
    const opened = await client.call('GET /v1/view_chapter', { id: lesson.uid })
    expect(opened).toMatchObject({ kind: 'video', previous: { title: '试看' }, next: null, progress: null })
    expect(opened.video).toMatchObject({ hls: true, width: 1280, durationSeconds: 100, poster: null, subtitles: null })
    expect(opened.video!.url).toMatch(/^\/media\/s\/[^/]+\/v\/[0-9a-f]{32}\/master\.m3u8$/)
    expect(opened.video!.expiresAt - server.clock.now()).toBeGreaterThanOrEqual(6 * 3600)
  })

  it('tells that a book is read from right to left', async () => {
    const chapter = book.chapter('一')
    const open = () => client.call('GET /v1/textbooks_view_chapter', { id: chapter.uid })
    expect((await open()).rightToLeft).toBe(false)
    const html = '<div dir="rtl"><p data-p="p1">…</p></div>'
    await server.db.updateTable('chapters').set({ html }).where('id', '=', chapter.id).execute()
    expect((await open()).rightToLeft).toBe(true)
  })
})

it('the database itself refuses to count a second twice', async () => {
  const row = { user_id: user.id, curriculum_id: course.id, chapter_id: null, session: randomUUID(), day: '2027-01-15' }
  const add = (start: number, end: number, userId = user.id) =>
    server.db
      .insertInto('study_events')
      .values({ ...row, user_id: userId, start_at: start, end_at: end, percent: 0 })
      .execute()
  await add(testStart, testStart + 60)
  await add(testStart + 60, testStart + 90)
  await add(testStart + 30, testStart + 30)
  await add(testStart, testStart + 60, (await server.createUser()).id)
  await expect(add(testStart + 59, testStart + 61)).rejects.toThrow(/exclusion/)
})
