import { afterEach, beforeEach, expect, vi } from 'vitest'
import { clearToken } from '../state/token'
import { getCurrentPage, startRouter } from './navigation'
import { formatPageUrl } from './page-url'

/** Function that stops the router of the previous `open`. */
let stop = () => {}
let clock = 0

/** Opens the site at a URL like a new window. The clock moves only by `passDoubleClick`. */
export function open(hash = '', state: unknown = null): void {
  stop()
  history.replaceState(state, '', `/${hash}`)
  stop = startRouter({})
}

/** Advances the clock beyond the double-click window. */
export function passDoubleClick(): void {
  clock += 1000
}

export const shownPageUrl = () => formatPageUrl(getCurrentPage())

export const index = () => history.state.index

export const arrives = (url: string) =>
  vi.waitFor(() => {
    expect(shownPageUrl()).toBe(url)
    expect(location.hash).toBe(`#${url}`)
  })

beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  clearToken()
  passDoubleClick()
})

afterEach(() => {
  stop()
  vi.restoreAllMocks()
})
