import { afterEach, beforeEach, expect, it } from 'vitest'
import { setToken } from '../../state/token'
import { allowsMini, closeMini, getMini, type MiniVideo, miniSecond, setMini, takeMini } from './mini-state'

const video: MiniVideo = {
  courseId: 'course',
  chapterId: 'lesson',
  title: '1.1',
  album: '课',
  poster: null,
  second: 12,
  url: '/media/1.mp4',
  refresh: async () => '/media/1.mp4',
  readOffline: async () => undefined,
  onHeartbeat: () => {},
}

beforeEach(() => setToken('token'))
afterEach(() => {
  closeMini()
  setToken(null)
})

it('opening the lesson of the small video continues the lesson at the second of the small video', () => {
  setMini({ ...video })
  getMini()!.second = 20
  expect(miniSecond('lesson')).toBe(20)
  expect(takeMini('lesson')).toBe(20)
  expect(getMini()).toBeNull()
})

it('opening another lesson ends the small video and starts that lesson at its own second', () => {
  setMini({ ...video })
  expect(miniSecond('other')).toBeNull()
  expect(takeMini('other')).toBeNull()
  expect(getMini()).toBeNull()
})

it('no small video opens after a logout', () => {
  setToken(null)
  setMini({ ...video })
  expect(getMini()).toBeNull()
})

it.each([
  ['pages/index/index', true],
  ['pages/books/read', true],
  ['pages/course/study', true],
  ['pages/exam/answer', false],
  ['pages/exam/result', false],
  ['pages/login/index', false],
  ['pages/digital-textbooks/video', false],
])('whether the page %s allows a small video: %s', (path, allowed) => {
  expect(allowsMini(path)).toBe(allowed)
})
