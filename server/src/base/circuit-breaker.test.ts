import { beforeEach, expect, test } from 'vitest'
import { CircuitBreaker, ServiceBusy } from './circuit-breaker'

class Refused extends Error {}

let time = 0
let breaker: CircuitBreaker
beforeEach(() => {
  time = 0
  breaker = new CircuitBreaker({
    name: 'SMS',
    atOnce: 3,
    isFailure: (error) => !(error instanceof Refused),
    now: () => time,
  })
})

const fails = () => breaker.run(() => Promise.reject(new Error('time-out'))).catch((error: Error) => error)
const works = () => breaker.run(async () => 'sent').catch((error: Error) => error)

test('a service that failed five times in a row is not called until the pause is over', async () => {
  for (let i = 0; i < 5; i++) expect(await fails()).not.toBeInstanceOf(ServiceBusy)
  expect(await works()).toBeInstanceOf(ServiceBusy)
  time = 4999
  expect(await works()).toBeInstanceOf(ServiceBusy)
  time = 5000
  expect(await works()).toBe('sent')
  expect(await works()).toBe('sent')
})

test('one call tries the service after the pause, and each failed try doubles the pause, up to a minute', async () => {
  for (let i = 0; i < 5; i++) await fails()
  const pauses: number[] = []
  for (let i = 0; i < 6; i++) {
    const begin = time
    while ((await fails()) instanceof ServiceBusy) time += 1000
    pauses.push(time - begin)
  }
  expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000])
})

test('only one call at a time tries the service', async () => {
  for (let i = 0; i < 5; i++) await fails()
  time = 5000
  const end = breaker.begin()
  expect(await works()).toBeInstanceOf(ServiceBusy)
  end()
  expect(await works()).toBe('sent')
})

test('refusals and successes between failures keep the service in use', async () => {
  for (let i = 0; i < 20; i++) await breaker.run(() => Promise.reject(new Refused())).catch(() => {})
  for (let i = 0; i < 20; i++) {
    for (let j = 0; j < 4; j++) await fails()
    expect(await works()).toBe('sent')
  }
})

test('calls beyond the budget are refused at once, and admitted again when a running call has ended', async () => {
  const ends = [breaker.begin(), breaker.begin(), breaker.begin()]
  expect(await works()).toBeInstanceOf(ServiceBusy)
  ends[0]!()
  ends[0]!()
  expect(await works()).toBe('sent')
  breaker.begin()
  expect(await works()).toBeInstanceOf(ServiceBusy)
})
