import { afterEach, expect, it, vi } from 'vitest'
import { readDeferredAction, storeDeferredAction, takeDeferredAction } from './deferred-action'

afterEach(() => {
  sessionStorage.clear()
  vi.useRealTimers()
})

const page = '/pages/course/details?id=c'
const wish = { call: 'POST /v1/course_collection', id: 'c', title: '收藏《栈》', page } as const

it('readDeferredAction returns a stored wish any number of times, takeDeferredAction once', () => {
  storeDeferredAction(wish)
  expect(readDeferredAction(page)).toMatchObject(wish)
  expect(takeDeferredAction(page)).toMatchObject(wish)
  expect(takeDeferredAction(page)).toBeNull()
})

it('takeDeferredAction drops the wish if the login returns to another page', () => {
  storeDeferredAction(wish)
  expect(takeDeferredAction('/pages/my/index')).toBeNull()
  expect(takeDeferredAction(page)).toBeNull()
})

it('a wish expires after half an hour, and an invalid stored value counts as no wish', () => {
  vi.useFakeTimers()
  storeDeferredAction(wish)
  vi.advanceTimersByTime(30 * 60_000)
  expect(readDeferredAction(page)).toBeNull()
  sessionStorage.setItem('dxx-wish', '{')
  expect(readDeferredAction(page)).toBeNull()
})
