import { expect, it, vi } from 'vitest'
import { type KeyTarget, pressKey } from './keys'
import { isForPlayer } from './use-keys'

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

it('keys seek, change speed and volume, and start or pause playback', () => {
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

it('the speed keys stay between half and double speed', () => {
  const fast = player({ rate: 2 })
  pressKey('>', fast)
  expect(fast.setRate).toHaveBeenCalledWith(2)
  const slow = player({ rate: 0.5 })
  pressKey('<', slow)
  expect(slow.setRate).toHaveBeenCalledWith(0.5)
})

it('returns null for a key without a function', () => {
  expect(pressKey('q', player())).toBeNull()
})

it('Space plays if no element has the focus and scrolls inside a focused panel; Shift+Space and arrows scroll', () => {
  const key = (name: string, shiftKey = false) => new KeyboardEvent('keydown', { key: name, shiftKey })
  const panel = document.createElement('div')
  expect(isForPlayer(key(' '), document.body, false)).toBe(true)
  expect(isForPlayer(key(' '), document.createElement('h1'), false)).toBe(true)
  expect(isForPlayer(key(' '), panel, false)).toBe(false)
  expect(isForPlayer(key(' '), panel, true)).toBe(true)
  expect(isForPlayer(key(' ', true), document.body, false)).toBe(false)
  expect(isForPlayer(key('ArrowDown'), document.body, false)).toBe(false)
  expect(isForPlayer(key('k'), panel, false)).toBe(true)
})
