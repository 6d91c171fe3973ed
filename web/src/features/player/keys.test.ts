import { expect, it, vi } from 'vitest'
import { type KeyTarget, keyIsTaken, pressKey } from './keys'

function player(state: Partial<KeyTarget> = {}): KeyTarget {
  return {
    time: 100,
    duration: 600,
    volume: 0.5,
    rate: 1,
    toggle: vi.fn(),
    seek: vi.fn(),
    setVolume: vi.fn(),
    setRate: vi.fn(),
    toggleFullScreen: vi.fn(),
    toggleSubtitles: vi.fn(),
    ...state,
  }
}

it('seeks, speeds up and turns the volume by keys', () => {
  const target = player()
  expect(pressKey('ArrowLeft', target)).toBe('后退 5 秒')
  expect(target.seek).toHaveBeenLastCalledWith(95)
  pressKey('l', target)
  expect(target.seek).toHaveBeenLastCalledWith(110)
  pressKey('7', target)
  expect(target.seek).toHaveBeenLastCalledWith(420)
  expect(pressKey('>', target)).toBe('1.25 倍速')
  expect(pressKey('ArrowUp', target)).toBe('音量 60%')
  pressKey(' ', target)
  expect(target.toggle).toHaveBeenCalledOnce()
})

it('the fastest and the slowest stay what they are', () => {
  const fast = player({ rate: 2 })
  pressKey('>', fast)
  expect(fast.setRate).toHaveBeenCalledWith(2)
  const slow = player({ rate: 0.5 })
  pressKey('<', slow)
  expect(slow.setRate).toHaveBeenCalledWith(0.5)
})

it('other keys and what is typed elsewhere are left alone', () => {
  expect(pressKey('q', player())).toBeNull()
  const field = document.createElement('textarea')
  const button = document.createElement('button')
  document.body.append(field, button)
  expect(keyIsTaken('k', field)).toBe(true)
  expect(keyIsTaken(' ', button)).toBe(true)
  expect(keyIsTaken('k', button)).toBe(false)
  expect(keyIsTaken('k', document.body)).toBe(false)
})
