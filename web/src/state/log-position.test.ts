import { beforeEach, expect, it } from 'vitest'
import { logPosition, noteLogPosition } from './log-position'

beforeEach(() => noteLogPosition('0'))

it('the log position only grows, even if responses arrive in another order', () => {
  noteLogPosition('00000000000000b0')
  noteLogPosition('00000000000000a0')
  noteLogPosition(null)
  expect(logPosition()).toBe('00000000000000b0')
})

it('a response from another database resets the log position', () => {
  noteLogPosition('00000000ffffffff')
  noteLogPosition('0')
  expect(logPosition()).toBe('0')
  noteLogPosition('0000000000000001')
  expect(logPosition()).toBe('0000000000000001')
})
