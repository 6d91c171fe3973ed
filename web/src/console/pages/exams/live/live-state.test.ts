import type { LiveStudent } from '@dxx/contract/calls/staff/exam-control'
import { describe, expect, it } from 'vitest'
import {
  changesBetween,
  clockText,
  countLiveStudents,
  formatSeconds,
  isCollecting,
  lastDeadline,
  liveKindOf,
  matchesLiveFilter,
  medianLeft,
  readersOf,
  shownStudents,
} from './live-state'

const student = (id: string, more: Partial<LiveStudent> = {}): LiveStudent => ({
  student: id,
  attempt: null,
  name: `姓名${id}`,
  number: `2024${id}`,
  class: '一班',
  state: 'answering',
  answered: 0,
  leaves: 0,
  seenAt: 100,
  offline: false,
  startedAt: 50,
  deadline: 1000,
  submittedAt: null,
  extensionMinutes: 0,
  tries: 1,
  messagesReadAt: null,
  ...more,
})
const waiting = { state: 'waiting' as const, startedAt: null, deadline: null, seenAt: null, tries: 0 }
const all = { kind: '', class: '', keyword: '' }

describe('students of a running exam', () => {
  const room = [
    student('1', { answered: 10 }),
    student('2', { answered: 5, leaves: 2 }),
    student('3', { offline: true, leaves: 1, class: '二班' }),
    student('4', { state: 'submitted', answered: 20 }),
    student('5', { state: 'closed', answered: 5 }),
    student('6', waiting),
  ]

  it('counts every student in one state; students who left the window or are offline count as answering', () => {
    expect(room.map(liveKindOf)).toEqual(['answering', 'left', 'offline', 'submitted', 'submitted', 'waiting'])
    expect(countLiveStudents(room)).toEqual({
      all: 6,
      waiting: 1,
      answering: 3,
      left: 1,
      offline: 1,
      submitted: 2,
      absent: 0,
      average: 8,
    })
  })

  it.each([
    [{ ...all, kind: 'answering' }, '123'],
    [{ ...all, kind: 'offline' }, '3'],
    [{ ...all, kind: 'look' }, '23'],
    [{ ...all, class: '二班' }, '3'],
    [{ ...all, keyword: '20244' }, '4'],
    [{ ...all, keyword: '姓名6' }, '6'],
  ])('the filter %j selects the students %s', (filter, ids) => {
    expect(
      room
        .filter((one) => matchesLiveFilter(one, filter))
        .map((one) => one.student)
        .join(''),
    ).toBe(ids)
  })

  it('keeps the listed students in place, and counts those that the filter would add or remove', () => {
    const filter = { ...all, kind: 'offline' }
    const laterRoom = room.map((one) => (one.student === '2' ? { ...one, offline: true } : { ...one, offline: false }))
    expect(shownStudents(laterRoom, filter, ['3'])).toMatchObject({ shown: [{ student: '3' }], moved: 2 })
    expect(shownStudents(laterRoom, filter, null)).toMatchObject({ shown: [{ student: '2' }], moved: 0 })
  })

  it('lastDeadline returns the last deadline of students who still answer', () => {
    const submitted = student('3', { state: 'submitted', deadline: 4000 })
    expect(lastDeadline([student('1', { deadline: 400 }), student('2', { deadline: 700 }), submitted])).toBe(700)
    expect(lastDeadline([submitted, student('4', waiting)])).toBeNull()
  })

  it('medianLeft returns the median of the seconds left; they are formatted as a clock or as minutes', () => {
    const rest = [student('1', { deadline: 400 }), student('2', { deadline: 700 }), student('3', { deadline: 4000 })]
    expect(medianLeft(rest, 100)).toBe(600)
    expect(medianLeft([student('1', waiting)], 100)).toBeNull()
    expect([clockText(2486), clockText(0), formatSeconds(12), formatSeconds(200), formatSeconds(3900)]).toEqual([
      '00:41:26',
      '00:00:00',
      '12 秒',
      '3 分',
      '1 小时 5 分',
    ])
  })
})

it('changesBetween lists what each student did between two responses', () => {
  const before = [
    student('1'),
    student('2', waiting),
    student('3'),
    student('4', { offline: true }),
    student('5', { answered: 20 }),
    student('6'),
  ]
  const after = [
    student('1', { leaves: 1 }),
    student('2'),
    student('3', { offline: true, answered: 7 }),
    student('4', { extensionMinutes: 10 }),
    student('5', { answered: 20, state: 'submitted' }),
    before[5]!,
  ]
  expect(changesBetween(before, after, 500, 28).map(({ student: id, kind, text }) => `${id} ${kind} ${text}`)).toEqual([
    '1 left 第 1 次离开页面',
    '2 entered 进入考试',
    '3 offline 断线，已答 7 题',
    '4 extended 延长了 10 分钟',
    '4 back 重新连上',
    '5 submitted 交卷，答了 20 / 28 题',
  ])
})

describe('isCollecting', () => {
  const room = { state: 'running' as const, endsAt: 1000, paused: null, students: [student('1', { deadline: 1000 })] }

  it('an exam is being collected from its end on, unless a student has more time or it is paused', () => {
    expect(isCollecting(room, 999)).toBe(false)
    expect(isCollecting(room, 1000)).toBe(true)
    expect(isCollecting({ ...room, paused: { since: 1 } }, 1000)).toBe(false)
    expect(isCollecting({ ...room, students: [student('1', { deadline: 1300 })] }, 1000)).toBe(false)
    expect(isCollecting({ ...room, state: 'marking' }, 1000)).toBe(false)
  })
})

describe('readersOf', () => {
  const room = [
    student('1', { messagesReadAt: 200 }),
    student('2', { messagesReadAt: 199 }),
    student('3'),
    student('4', waiting),
  ]
  const ids = (list: LiveStudent[]) => list.map((one) => one.student)

  it('students who confirmed the message or a later one have read it; students who have not begun do not count', () => {
    const { read, unread } = readersOf({ at: 200, students: null }, room)
    expect([ids(read), ids(unread)]).toEqual([['1'], ['2', '3']])
  })

  it('a message to some students counts only these', () => {
    const { read, unread } = readersOf({ at: 100, students: ['2'] }, room)
    expect([ids(read), ids(unread)]).toEqual([['2'], []])
  })
})
