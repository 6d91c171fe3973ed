import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { switchNotices, useDesktopNotices, useNotices } from './desktop-notices'

const shown = vi.fn()
const requestPermission = vi.fn()
let permission: NotificationPermission

class FakeNotification {
  static get permission() {
    return permission
  }
  static requestPermission() {
    requestPermission()
    permission = 'granted'
    return Promise.resolve(permission)
  }
  constructor(title: string, options: NotificationOptions) {
    shown(title, options.body)
  }
  close() {}
}

let hidden = true
beforeEach(() => {
  permission = 'default'
  hidden = true
  vi.stubGlobal('Notification', FakeNotification)
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  useNotices.setState({ state: 'off' })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  shown.mockClear()
  requestPermission.mockClear()
  localStorage.clear()
})

function Counts(counts: { newest: number; fresh: number }) {
  useDesktopNotices(counts)
  return null
}

/** Renders the hook before and after two new work items arrive. */
function arrive() {
  const { rerender } = render(<Counts newest={1} fresh={0} />)
  rerender(<Counts newest={3} fresh={2} />)
}

describe('desktop notifications', () => {
  it('shows nothing and does not ask for the permission before the user switches notifications on', () => {
    arrive()
    expect(requestPermission).not.toHaveBeenCalled()
    expect(shown).not.toHaveBeenCalled()
  })

  it('shows the number of new work items, without names, after the user switched notifications on', async () => {
    await switchNotices(true)
    expect(requestPermission).toHaveBeenCalledOnce()
    arrive()
    expect(shown.mock.calls).toEqual([['多享学管理台', '2 件新的待办']])
  })

  it('shows nothing while the console is in the foreground or after notifications were switched off', async () => {
    await switchNotices(true)
    hidden = false
    arrive()
    hidden = true
    await switchNotices(false)
    arrive()
    expect(shown).not.toHaveBeenCalled()
  })

  it('does not fail in a browser without the Notification API', async () => {
    vi.stubGlobal('Notification', undefined)
    arrive()
    expect(shown).not.toHaveBeenCalled()
  })
})
