import { expect, it } from 'vitest'
import { nearestProvince } from './provinces'

it.each([
  ['武汉', { latitude: 30.52, longitude: 114.4 }, '42'],
  ['深圳', { latitude: 22.54, longitude: 114.06 }, '44'],
  ['大连', { latitude: 38.91, longitude: 121.6 }, '21'],
  ['巴黎', { latitude: 48.86, longitude: 2.35 }, undefined],
])('%s at %o is in the province with the code %s', (_name, point, code) => {
  expect(nearestProvince(point)).toBe(code)
})
