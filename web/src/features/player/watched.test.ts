import { expect, it } from 'vitest'
import { createWatched } from './watched'

/** Plays from one second to another in steps of 0.25 s. */
function play(watched: ReturnType<typeof createWatched>, from: number, to: number, rate = 1) {
  watched.breakOff()
  for (let time = from; time <= to; time += 0.25) watched.tick(time, rate)
}

it('one minute of video at double speed counts as 30 seconds', () => {
  const watched = createWatched()
  play(watched, 0, 60, 2)
  expect(watched.seconds()).toBe(30)
  expect(watched.ranges()).toEqual([[0, 60]])
})

it('does not count the skipped time of a seek, and merges overlapping ranges', () => {
  const watched = createWatched()
  play(watched, 0, 10)
  play(watched, 100, 110)
  play(watched, 5, 20)
  expect(watched.seconds()).toBe(35)
  expect(watched.ranges()).toEqual([
    [0, 20],
    [100, 110],
  ])
})

it('does not count a jump of the video time that comes without a seek event', () => {
  const watched = createWatched()
  watched.tick(1, 1)
  watched.tick(50, 1)
  watched.tick(49, 1)
  expect(watched.seconds()).toBe(0)
  expect(watched.ranges()).toEqual([])
})
