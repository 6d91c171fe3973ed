import { afterEach, expect, it, vi } from 'vitest'
import { readWish, setWish, takeWish } from './wish'

afterEach(() => {
  sessionStorage.clear()
  vi.useRealTimers()
})

const page = '/pages/course/details?id=c'
const wish = { call: 'POST /v1/course_collection', id: 'c', title: '收藏《栈》', page } as const

it('a wish is read any number of times and taken once', () => {
  setWish(wish)
  expect(readWish(page)).toMatchObject(wish)
  expect(takeWish(page)).toMatchObject(wish)
  expect(takeWish(page)).toBeNull()
})

it('a wish is not done after a login that returns to another page, and is forgotten then', () => {
  setWish(wish)
  expect(takeWish('/pages/my/index')).toBeNull()
  expect(takeWish(page)).toBeNull()
})

it('a wish is forgotten after half an hour, and ignored if the storage holds something else', () => {
  vi.useFakeTimers()
  setWish(wish)
  vi.advanceTimersByTime(30 * 60_000)
  expect(readWish(page)).toBeNull()
  sessionStorage.setItem('dxx-wish', '{')
  expect(readWish(page)).toBeNull()
})
