import { expect, it } from 'vitest'
import { discussedSeconds, pidOfSecond, secondOfPid } from './video-second'

it('pidOfSecond and secondOfPid convert a second of a video to a paragraph id and back', () => {
  expect(secondOfPid(pidOfSecond(75.9))).toBe(75)
})

it.each(['', 'p1', 't', 't-1', 't1.5', 't12345678', 'xt5'])(
  'secondOfPid returns null for the paragraph id %j',
  (pid) => {
    expect(secondOfPid(pid)).toBeNull()
  },
)

it('discussedSeconds returns only seconds of a video, not paragraphs of a text', () => {
  expect(discussedSeconds({ '': 3, t5: 1, p2: 1, t60: 2 })).toEqual([5, 60])
})
