import { expect, it } from 'vitest'
import { discussedSeconds, pidOfSecond, secondOfPid } from './video-second'

it('a second of a video survives the way through a paragraph id', () => {
  expect(secondOfPid(pidOfSecond(75.9))).toBe(75)
})

it.each(['', 'p1', 't', 't-1', 't1.5', 't12345678', 'xt5'])('the paragraph id %j is no second of a video', (pid) => {
  expect(secondOfPid(pid)).toBeNull()
})

it('only discussions of seconds are marked on the scrubber', () => {
  expect(discussedSeconds({ '': 3, t5: 1, p2: 1, t60: 2 })).toEqual([5, 60])
})
