import { expect, it } from 'vitest'
import { isSameRoom, quietRoom, roomOf } from './room'

const clock = { deadline: 1000, now: 400 }

it('a response without pause, messages and rulings gives the quiet room', () => {
  expect(roomOf({}, clock)).toEqual(quietRoom)
  expect(isSameRoom(roomOf({}, clock), quietRoom)).toBe(true)
})

it('the seconds left do not change during a pause', () => {
  const room = roomOf({ paused: { since: 390, reason: '停电' } }, clock)
  expect(room.paused).toEqual({ reason: '停电', left: 600 })
  // During a pause the server moves the deadline with the clock.
  expect(roomOf({ paused: { since: 390, reason: '停电' } }, { deadline: 1020, now: 420 }).paused).toEqual(room.paused)
})
