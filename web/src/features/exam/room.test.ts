import { expect, it } from 'vitest'
import { isSameRoom, noRoomNews, parseRoomNews } from './room'

const clock = { deadline: 1000, now: 400 }

it('a response without pause, messages and rulings leads to empty news', () => {
  expect(parseRoomNews({}, clock)).toEqual(noRoomNews)
  expect(isSameRoom(parseRoomNews({}, clock), noRoomNews)).toBe(true)
})

it('the seconds left do not change during a pause', () => {
  const room = parseRoomNews({ paused: { since: 390, reason: '停电' } }, clock)
  expect(room.paused).toEqual({ reason: '停电', left: 600 })
  // During a pause the server moves the deadline with the clock.
  expect(parseRoomNews({ paused: { since: 390, reason: '停电' } }, { deadline: 1020, now: 420 }).paused).toEqual(
    room.paused,
  )
})
