import { afterEach, expect, it, vi } from 'vitest'
import { readDeferredAction, storeDeferredAction, takeDeferredAction } from './deferred-action'

afterEach(() => {
  sessionStorage.clear()
  vi.useRealTimers()
})

const page = '/pages/course/details?id=c'
const action = { call: 'POST /v1/course_collection', id: 'c', title: '收藏《栈》', page } as const

it('readDeferredAction returns a stored action any number of times, takeDeferredAction once', () => {
  storeDeferredAction(action)
  expect(readDeferredAction(page)).toMatchObject(action)
  expect(takeDeferredAction(page)).toMatchObject(action)
  expect(takeDeferredAction(page)).toBeNull()
})

it('takeDeferredAction drops the action if the login returns to another page', () => {
  storeDeferredAction(action)
  expect(takeDeferredAction('/pages/my/index')).toBeNull()
  expect(takeDeferredAction(page)).toBeNull()
})

it('a action expires after half an hour, and an invalid stored value counts as no action', () => {
  vi.useFakeTimers()
  storeDeferredAction(action)
  vi.advanceTimersByTime(30 * 60_000)
  expect(readDeferredAction(page)).toBeNull()
  sessionStorage.setItem('dxx-wish', '{')
  expect(readDeferredAction(page)).toBeNull()
})
