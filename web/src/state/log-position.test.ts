import { beforeEach, expect, it } from 'vitest'
import { logPosition, noteLogPosition } from './log-position'

beforeEach(() => noteLogPosition('0'))

it('the position of the database only grows, also if responses arrive in another order', () => {
  noteLogPosition('00000000000000b0')
  noteLogPosition('00000000000000a0')
  noteLogPosition(null)
  expect(logPosition()).toBe('00000000000000b0')
})

it('a server with another database lets positions start again', () => {
  noteLogPosition('00000000ffffffff')
  noteLogPosition('0')
  expect(logPosition()).toBe('0')
  noteLogPosition('0000000000000001')
  expect(logPosition()).toBe('0000000000000001')
})
