import { afterEach, expect, it } from 'vitest'
import { nextRate, readSettings, storeSettings } from './settings'

afterEach(() => localStorage.clear())

it.each([
  [1, 1.25],
  [1.25, 1.5],
  [1.5, 2],
  [2, 0.75],
  [0.75, 1],
  [0.5, 0.75],
])('a tap on the speed button at %dx selects %dx', (rate, next) => {
  expect(nextRate(rate)).toBe(next)
})

it('settings are stored one by one, and invalid stored values are replaced by the defaults', () => {
  storeSettings({ rate: 1.5 })
  storeSettings({ autoNext: false })
  expect(readSettings()).toEqual({ rate: 1.5, volume: 1, subtitles: true, autoNext: false })
  localStorage.setItem('dxx-player', JSON.stringify({ rate: 9, volume: -1, subtitles: 'yes', autoNext: 1 }))
  expect(readSettings()).toEqual({ rate: 1, volume: 1, subtitles: true, autoNext: true })
})
