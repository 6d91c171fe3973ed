import { expect, it } from 'vitest'
import { isSameRoom, quietRoom, roomOf } from './room'

const clock = { deadline: 1000, now: 400 }

it('reads a room without news as quiet', () => {
  expect(roomOf({}, clock)).toEqual(quietRoom)
  expect(isSameRoom(roomOf({}, clock), quietRoom)).toBe(true)
})

it('keeps the seconds left of a pause, so that the clock stands', () => {
  const room = roomOf({ paused: { since: 390, reason: '停电' } }, clock)
  expect(room.paused).toEqual({ reason: '停电', left: 600 })
  // The server moves the deadline along: the time left stays.
  expect(roomOf({ paused: { since: 390, reason: '停电' } }, { deadline: 1020, now: 420 }).paused).toEqual(room.paused)
})
