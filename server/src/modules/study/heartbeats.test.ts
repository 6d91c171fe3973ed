import { randomUUID } from 'node:crypto'
import type { StudentCallName } from '@dxx/contract/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testStart } from '../../testing/app'
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

describe('heartbeats', () => {
  it('heartbeats credit watched seconds once, even when repeated', async () => {
    const phone = room.player(me.client)
    await phone.heartbeat()
    for (let i = 0; i < 4; i++) {
      phone.play(15)
      await phone.heartbeat()
      await phone.heartbeat()
    }
    expect(await me.creditedSeconds()).toBe(60)
    expect(await phone.heartbeat()).toEqual({ percent: 50, done: false })
    const { rows } = await sql`select from study_events where user_id = ${me.user.id}`.execute(room.server.db)
    // A continued interval is stored as one event.
    expect(rows).toHaveLength(1)
  })

  it('heartbeats cannot claim more than the elapsed time', async () => {
    const cheat = room.player(me.client)
    await cheat.heartbeat()
    room.server.clock.advance(10)
    const { percent } = await cheat.heartbeat({ seconds: 7200, second: 120, watched: [[0, 120]] })
    expect(await me.creditedSeconds()).toBe(10)
    // 10 seconds at double speed plus rounding slack: 25 of 120.
    expect(percent).toBe(20)
    await cheat.heartbeat({ seconds: 86_400, at: room.server.clock.now() + 5000 })
    expect(await me.creditedSeconds()).toBe(10)
  })

  it('seconds that two devices report for the same time are credited once', async () => {
    const [phone, laptop] = [room.player(me.client), room.player(await room.server.as(me.user))]
    await phone.heartbeat()
    await laptop.heartbeat()
    for (let i = 0; i < 4; i++) {
      phone.play(30)
      laptop.played(30)
      await Promise.all([phone.heartbeat(), laptop.heartbeat()])
    }
    expect(await me.creditedSeconds()).toBe(120)
    expect(await me.minutes()).toBe(2)
  })

  it('concurrent heartbeats of many devices credit each second once', async () => {
    const devices = Array.from({ length: 8 }, () => room.player(me.client))
    await Promise.all(devices.map((one) => one.heartbeat()))
    room.server.clock.advance(60)
    for (const one of devices) one.played(60)
    await Promise.all(devices.flatMap((one) => [one.heartbeat(), one.heartbeat()]))
    expect(await me.creditedSeconds()).toBe(60)
  })

  it('after lost heartbeats the next one credits all seconds', async () => {
    const phone = room.player(me.client)
    await phone.heartbeat()
    for (let i = 0; i < 8; i++) phone.play(15)
    expect(await phone.heartbeat()).toEqual({ percent: 100, done: true })
    expect(await me.minutes()).toBe(2)
  })

  it('heartbeats that arrive late do not move the position back, but their watched ranges count', async () => {
    const phone = room.player(me.client)
    await phone.heartbeat()
    phone.play(60)
    const late = { seconds: 60, at: room.server.clock.now(), second: 60, watched: [[0, 60]] }
    room.server.clock.advance(100)
    const laptop = room.player(await room.server.as(me.user))
    await laptop.heartbeat({ second: 100, watched: [] })
    await phone.heartbeat(late)
    const opened = await me.client.call('GET /v1/view_chapter', { id: room.course.chapter('试看').uid })
    expect(opened.progress).toMatchObject({ seconds: 100, percent: 50 })
    expect(await me.creditedSeconds()).toBe(60)
  })

  it('heartbeats after midnight count for the new day', async () => {
    // 2027-01-15 23:59:30 in Shanghai.
    room.server.clock.set(testStart + 8 * 3600 - 30)
    const phone = room.player(me.client)
    await phone.heartbeat()
    for (let i = 0; i < 9; i++) {
      phone.play(15)
      await phone.heartbeat()
    }
    const { days } = await me.client.call('GET /v130/study_calendar', { month: '2027-01' })
    // The 30 seconds before midnight are less than a minute, so the first day does not count.
    expect(days).toEqual([{ day: '2027-01-16', minutes: 1 }])
    const { rows } = await sql<{ day: string; s: number }>`
      select day::text, sum(end_at - start_at)::bigint as s from study_events where user_id = ${me.user.id}
      group by day order by day`.execute(room.server.db)
    expect(rows).toEqual([
      { day: '2027-01-15', s: 30 },
      { day: '2027-01-16', s: 105 },
    ])
  })

  it('rejects heartbeats for a chapter without access, of another item or of another kind', async () => {
    const send = (name: StudentCallName, more: object) =>
      me.client.send(name, { session: randomUUID(), seconds: 0, at: room.server.clock.now(), ...more })
    const paid = { id: room.course.uid, chapterId: room.course.chapter('正课').uid }
    expect(await send('POST /v1/course_speed', paid)).toMatchObject({ code: 7 })
    expect(await send('POST /v1/textbooks_speed', paid)).toMatchObject({ data: { error: 'chapter-not-found' } })
    expect(
      await send('POST /v1/course_speed', { id: room.book.uid, chapterId: room.course.chapter('试看').uid }),
    ).toMatchObject({
      data: { error: 'chapter-not-found' },
    })
    expect(await send('POST /v1/course_speed', { ...paid, chapterId: randomUUID() })).toMatchObject({
      data: { error: 'chapter-not-found' },
    })
    expect(await room.server.guest.send('POST /v1/course_speed', paid)).toMatchObject({ code: 3 })
    await me.own(room.course)
    expect(await send('POST /v1/course_speed', paid)).toMatchObject({ code: 1 })
  })

  it('the same study session id of another user is a separate session', async () => {
    const session = randomUUID()
    const phone = room.player(me.client)
    phone.play(30)
    await phone.heartbeat({ session })
    const user = await room.server.createUser()
    const other = await room.server.as(user)
    room.server.clock.advance(60)
    await room.player(other).heartbeat({ session, seconds: 60 })
    expect((await other.call('GET /v130/study_statistics', {})).todayMinutes).toBe(1)
    expect(await me.creditedSeconds()).toBe(30)
    const { rows } = await sql<{ start_at: number; end_at: number }>`
      select start_at, end_at from study_events where user_id = ${user.id}`.execute(room.server.db)
    expect(rows.map(({ start_at, end_at }) => end_at - start_at)).toEqual([60])
  })

  it('heartbeats with invalid values are rejected', async () => {
    const good = {
      id: room.course.uid,
      chapterId: room.course.chapter('试看').uid,
      session: randomUUID(),
      seconds: 1,
      at: room.server.clock.now(),
    }
    for (const bad of [
      { seconds: -1 },
      { seconds: 1.5 },
      { seconds: 1e9 },
      { session: 'x' },
      { watched: [[1]] },
      { at: '' },
    ])
      expect(await me.client.send('POST /v1/course_speed', { ...good, ...bad })).toMatchObject({
        data: { error: 'invalid-input' },
      })
  })
})

describe('reading progress', () => {
  const read = (more: object = {}) =>
    me.client.call('POST /v1/textbooks_speed', {
      id: room.book.uid,
      chapterId: room.book.chapter('一').uid,
      session: randomUUID(),
      seconds: 0,
      at: room.server.clock.now(),
      ...more,
    })

  it('reading progress follows the blocks that were shown', async () => {
    expect(await read({ reached: 'p1' })).toMatchObject({ percent: 33, done: false })
    expect(await read({ reached: 'nowhere' })).toMatchObject({ percent: 33 })
    expect(await read({ reached: 'p3' })).toMatchObject({ percent: 100, done: true })
    expect(await read({ reached: 'p1' })).toMatchObject({ percent: 100 })
  })

  it('view_chapter returns the locator that was reached last, not the one that arrived last', async () => {
    const at = (exact: string) => ({ pid: 'p2', start: 3, end: 3 + exact.length, exact, prefix: '', suffix: '' })
    await read({ locator: at('的段落五'), at: room.server.clock.now() })
    await read({ locator: at('早先的'), at: room.server.clock.now() - 60 })
    const { progress } = await me.client.call('GET /v1/textbooks_view_chapter', { id: room.book.chapter('一').uid })
    expect(progress).toMatchObject({ locator: at('的段落五'), state: 'sure' })
  })

  it('a position sent late does not replace a position that another device reached later', async () => {
    const locator = { pid: 'p1', start: 0, end: 2, exact: '一段', prefix: '', suffix: '' }
    const now = () => room.server.clock.now()
    await me.own(room.book)
    const reached = now()
    room.server.clock.advance(5)
    await read({ locator, reached: 'p1', at: now(), placedAt: now(), chapterId: room.book.chapter('二').uid })
    room.server.clock.advance(5)
    await read({ locator, reached: 'p1', at: now(), placedAt: reached })
    const { place } = await me.client.call('POST /v1/highlights_sync', { id: room.book.uid })
    expect(place).toMatchObject({ chapterId: room.book.chapter('二').uid })
  })

  it('heartbeats of an idle device do not replace a newer position of another device', async () => {
    const locator = { pid: 'p1', start: 0, end: 2, exact: '一段', prefix: '', suffix: '' }
    const now = () => room.server.clock.now()
    await me.own(room.book)
    await read({ locator, reached: 'p1', at: now() })
    room.server.clock.advance(10)
    await read({ locator, reached: 'p1', at: now(), chapterId: room.book.chapter('二').uid })
    room.server.clock.advance(10)
    await read({ locator: null, reached: 'p2', at: now() })
    const { progress } = await me.client.call('GET /v1/textbooks_info', { id: room.book.uid })
    expect(progress).toMatchObject({ chapterId: room.book.chapter('二').uid })
    const { place } = await me.client.call('POST /v1/highlights_sync', { id: room.book.uid })
    expect(place).toMatchObject({ chapterId: room.book.chapter('二').uid })
  })

  it('looking up a passage in another chapter does not move the reading position', async () => {
    const locator = { pid: 'p1', start: 0, end: 2, exact: '一段', prefix: '', suffix: '' }
    await me.own(room.book)
    await read({ locator, reached: 'p1', at: room.server.clock.now() })
    room.server.clock.advance(10)
    const other = room.book.chapter('二').uid
    await read({ locator: null, reached: 'p2', at: room.server.clock.now(), chapterId: other })
    const place = async () =>
      (await me.client.call('GET /v1/textbooks_info', { id: room.book.uid })).progress?.chapterId
    expect(await place()).toBe(room.book.chapter('一').uid)
    room.server.clock.advance(10)
    await read({ locator, reached: 'p2', at: room.server.clock.now(), chapterId: other })
    expect(await place()).toBe(other)
  })

  it('reading progress is returned with details, table of contents, home page and browse history', async () => {
    await read({ reached: 'p3' })
    const info = await me.client.call('GET /v1/textbooks_info', { id: room.book.uid })
    expect(info.progress).toMatchObject({ chapterTitle: '一', percent: 50 })
    const [first] = await me.client.call('GET /v1/textbooks_chapter', { id: room.book.uid })
    expect(first).toMatchObject({ done: true, percent: 100 })
    expect((await me.client.call('GET /v1/course_index', {})).resumes).toMatchObject([{ progress: { percent: 50 } }])
    expect((await me.client.call('GET /v1/user_browse_records', {})).list).toMatchObject([{ id: room.book.uid }])
  })
})
