import { afterEach, expect, it, vi } from 'vitest'
import { readWish, setWish, takeWish } from './wish'

afterEach(() => {
  sessionStorage.clear()
  vi.useRealTimers()
})

const page = '/pages/course/details?id=c'
const wish = { call: 'POST /v1/course_collection', id: 'c', title: '收藏《栈》', page } as const

it('readWish returns a stored wish any number of times, takeWish once', () => {
  setWish(wish)
  expect(readWish(page)).toMatchObject(wish)
  expect(takeWish(page)).toMatchObject(wish)
  expect(takeWish(page)).toBeNull()
})

it('takeWish drops the wish if the login returns to another page', () => {
  setWish(wish)
  expect(takeWish('/pages/my/index')).toBeNull()
  expect(takeWish(page)).toBeNull()
})

it('a wish expires after half an hour, and an invalid stored value counts as no wish', () => {
  vi.useFakeTimers()
  setWish(wish)
  vi.advanceTimersByTime(30 * 60_000)
  expect(readWish(page)).toBeNull()
  sessionStorage.setItem('dxx-wish', '{')
  expect(readWish(page)).toBeNull()
})
