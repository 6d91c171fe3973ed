import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { videoProblem } from './video-duration'

let seconds: number | null
beforeEach(() => {
  URL.createObjectURL = () => 'blob:video'
  URL.revokeObjectURL = () => {}
  // Simulates loading, which needs a browser; e2e/support.long.test.ts uses real files.
  vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLMediaElement) {
    Object.defineProperty(this, 'duration', { value: seconds ?? Number.NaN })
    queueMicrotask(() => this.dispatchEvent(new Event(seconds === null ? 'error' : 'loadedmetadata')))
  })
})
afterEach(() => vi.restoreAllMocks())

const file = (type = 'video/mp4') => new File(['x'], 'a.mp4', { type })

it.each([
  [12, null],
  [60, null],
  [60.9, null],
  [61, '视频不能超过 60 秒，请剪短后再上传'],
  [600, '视频不能超过 60 秒，请剪短后再上传'],
  // Accepted here: the server checks files that this browser cannot read.
  [null, null],
])('videoProblem of a video of %s s returns %s', async (length, problem) => {
  seconds = length
  expect(await videoProblem(file())).toBe(problem)
})

it('rejects a file that is not a video', async () => {
  expect(await videoProblem(file('image/png'))).toBe('请选择视频文件')
})
