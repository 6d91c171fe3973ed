import { renderHook } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useReach } from '../state/reachability'
import { configureProbe, handleNoResponse, handleResponse, probeNow } from './probe'

let requestTimes: number[]
let isUp: boolean

beforeEach(() => {
  vi.useFakeTimers()
  requestTimes = []
  isUp = false
  configureProbe(async () => {
    requestTimes.push(Date.now())
    if (!isUp) throw new Error('no answer')
    handleResponse()
  })
})
afterEach(() => {
  handleResponse()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

it('reports the server as down only if the retry after a failed request also fails', async () => {
  const { result } = renderHook(useReach)
  act(handleNoResponse)
  expect(result.current).toBe('ok')
  isUp = true
  await pass(1000)
  expect(requestTimes).toHaveLength(1)
  expect(result.current).toBe('ok')
  await pass(120_000)
  expect(requestTimes).toHaveLength(1)
})

it('retries with growing delays and dispatches an online event when the server is back', async () => {
  const { result } = renderHook(useReach)
  const back = vi.fn()
  addEventListener('online', back)
  act(handleNoResponse)
  // Failures of other requests do not shorten the delay.
  act(handleNoResponse)
  await pass(1000)
  expect(result.current).toBe('down')
  await pass(2000 + 4000 + 8000 + 15_000)
  const pauses = requestTimes.slice(1).map((at, i) => at - requestTimes[i]!)
  expect(pauses).toEqual([2000, 4000, 8000, 15_000])
  isUp = true
  await pass(30_000)
  expect(result.current).toBe('ok')
  expect(back).toHaveBeenCalledOnce()
  removeEventListener('online', back)
})

it('retryNow retries at once, and any response ends the retries', async () => {
  const { result } = renderHook(useReach)
  act(handleNoResponse)
  await pass(1000)
  await act(probeNow)
  expect(requestTimes).toHaveLength(2)
  act(handleResponse)
  expect(result.current).toBe('ok')
  await pass(120_000)
  expect(requestTimes).toHaveLength(2)
})

it('does not retry while the browser is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { result } = renderHook(useReach)
  act(handleNoResponse)
  await pass(120_000)
  expect(requestTimes).toHaveLength(0)
  expect(result.current).toBe('offline')
})
