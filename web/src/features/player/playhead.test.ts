import { expect, it, vi } from 'vitest'
import { cueOf, Playhead, sectionsOf, startedAt } from './playhead'

const cue = (startTime: number, text: string, id = '') => cueOf({ startTime, endTime: startTime + 2, id, text })

it('cueOf removes the markup of a subtitle; only identifiers that start with § name a section', () => {
  expect(cue(1, '<v 林>先猜<b>再</b>运行', '3')).toEqual({ start: 1, end: 3, text: '先猜再运行', section: '' })
  expect(cue(1, '先猜', '§ 三个理由')).toMatchObject({ section: '三个理由' })
})

it('the sections of a video start with their first subtitle', () => {
  const cues = [cue(0, '开场'), cue(2, '一', '§ 第一节'), cue(4, '接着'), cue(6, '二', '§ 第二节')]
  expect(sectionsOf(cues)).toEqual([
    { start: 2, title: '第一节' },
    { start: 6, title: '第二节' },
  ])
})

it.each([
  [0.5, undefined],
  [1, 'a'],
  [3.9, 'a'],
  [4, 'b'],
  [99, 'b'],
])('startedAt returns the last item that has started at second %d', (time, expected) => {
  const items = [
    { start: 1, name: 'a' },
    { start: 4, name: 'b' },
  ]
  expect(startedAt(items, time)?.name).toBe(expected)
})

it('a playhead notifies its listeners until they unsubscribe', () => {
  const playhead = new Playhead()
  const listener = vi.fn()
  const stop = playhead.subscribe(listener)
  playhead.set({ time: 3 })
  stop()
  playhead.set({ time: 4 })
  expect([listener.mock.calls.length, playhead.time]).toEqual([1, 4])
})
