import { expect, test } from 'vitest'
import { maxLagMs, parsePosition, StandbyStates } from './standby-states'

function statesAt(count = 2) {
  const time = { ms: 10_000 }
  const states = new StandbyStates(count, () => time.ms)
  /** Half a second later the primary is at `position`, and the standbys have replayed `replayed`. */
  const pass = (position: number | null, ...replayed: (number | null)[]) => {
    time.ms += 500
    if (position !== null) states.addSample(time.ms, position)
    for (const [i, at] of replayed.entries()) states.setStandby(i, at)
  }
  return { states, time, pass }
}

test('parsed log positions are numbers whose order is that of the log', () => {
  expect(parsePosition('0/10')).toBe(16)
  expect(parsePosition('16/B374D848')).toBe(0x16b374d848)
})

test('a standby is chosen only if it has replayed the position that the client has seen', () => {
  const { states, pass } = statesAt()
  pass(100, 100, 90)
  pass(120, 110, 120)
  expect(states.choose(110, 0)).toBe(0)
  expect(states.choose(115, 0)).toBe(1)
  expect(states.choose(121, 0)).toBe(-1)
  expect(states.choose(0, 1)).toBe(1)
})

test('a standby that lags over two seconds is not used until it has caught up', () => {
  const { states, pass } = statesAt(1)
  pass(100, 100)
  for (let ms = 500; ms <= maxLagMs; ms += 500) pass(100 + ms, 100)
  expect(states.isUsable(0)).toBe(true)
  pass(5000, 100)
  expect(states.isUsable(0)).toBe(false)
  for (let i = 0; i < 20; i++) pass(5000 + i, 100)
  expect(states.isUsable(0)).toBe(false)
  pass(6000, 5999)
  expect(states.lagMs(0)).toBeLessThanOrEqual(500)
  expect(states.isUsable(0)).toBe(true)
})

test('a standby does not lag while there are no writes', () => {
  const { states, pass } = statesAt(1)
  for (let i = 0; i < 100; i++) pass(100, 100)
  expect(states.lagMs(0)).toBe(0)
  expect(states.isUsable(0)).toBe(true)
})

test('a standby that does not respond, or that has become the primary, is not used', () => {
  const { states, time, pass } = statesAt()
  pass(100, 100, null)
  expect(states.isUsable(1)).toBe(false)
  expect(states.isUsable(0)).toBe(true)
  time.ms += 2000
  states.addSample(time.ms, 100)
  expect(states.isUsable(0)).toBe(false)
})

test('standbys serve reads while the primary cannot be reached, but not for hours', () => {
  const { states, pass } = statesAt(1)
  pass(100, 100)
  for (let i = 0; i < 30; i++) pass(null, 100)
  expect(states.choose(100, 0)).toBe(0)
  for (let i = 0; i < 120; i++) pass(null, 100)
  expect(states.choose(100, 0)).toBe(-1)
})

test('a new primary with a shorter log invalidates the measured positions of the previous one', () => {
  const { states, pass } = statesAt(1)
  pass(1000, 900)
  pass(950, 950)
  expect(states.newest).toBe(950)
  expect(states.isUsable(0)).toBe(true)
})
