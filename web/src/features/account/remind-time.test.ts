import { expect, it } from 'vitest'
import { hourAndMinute, minuteOf, timeText } from './remind-time'

it.each([
  [0, ['00', '00'], '00:00'],
  [20 * 60 + 30, ['20', '30'], '20:30'],
  [23 * 60 + 59, ['23', '55'], '23:59'],
])('minute %i of the day is shown by the picker as %j and as text %j', (minute, values, text) => {
  expect(hourAndMinute(minute)).toEqual(values)
  expect(timeText(minute)).toBe(text)
})

it("minuteOf returns the minute of the day that the picker's values came from", () => {
  expect(minuteOf(hourAndMinute(1235))).toBe(1235)
})
