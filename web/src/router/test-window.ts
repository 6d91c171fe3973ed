import { afterEach, beforeEach, expect, vi } from 'vitest'
import { clearToken } from '../state/token'
import { current, startRouter } from './navigation'
import { placeUrl } from './place'

/** For tests: a window that can be opened anew, and a clock that only moves when it is told to. */
let stop = () => {}
let clock = 0

/** Opens the site afresh at an address, like a new window would. */
export function open(hash = '', state: unknown = null): void {
  stop()
  history.replaceState(state, '', `/${hash}`)
  stop = startRouter()
}

/** Later than a double click. */
export function later(): void {
  clock += 1000
}

export const shown = () => placeUrl(current())

export const index = () => history.state.index

export const arrives = (url: string) =>
  vi.waitFor(() => {
    expect(shown()).toBe(url)
    expect(location.hash).toBe(`#${url}`)
  })

beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  clearToken()
  later()
})

afterEach(() => {
  stop()
  vi.restoreAllMocks()
})
