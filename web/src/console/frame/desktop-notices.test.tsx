import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { switchNotices, useDesktopNotices, useNotices } from './desktop-notices'

const shown = vi.fn()
const asked = vi.fn()
let permission: NotificationPermission

class FakeNotification {
  static get permission() {
    return permission
  }
  static requestPermission() {
    asked()
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
  asked.mockClear()
  localStorage.clear()
})

function Counts(counts: { newest: number; fresh: number }) {
  useDesktopNotices(counts)
  return null
}

/** Shows two states of the queue one after the other. */
function arrive() {
  const { rerender } = render(<Counts newest={1} fresh={0} />)
  rerender(<Counts newest={3} fresh={2} />)
}

describe('desktop notifications', () => {
  it('never asks for permission by itself, and shows nothing without it', () => {
    arrive()
    expect(asked).not.toHaveBeenCalled()
    expect(shown).not.toHaveBeenCalled()
  })

  it('shows the number of new items, without names, after the person switched them on', async () => {
    await switchNotices(true)
    expect(asked).toHaveBeenCalledOnce()
    arrive()
    expect(shown.mock.calls).toEqual([['多享学管理台', '2 件新的待办']])
  })

  it('shows nothing while the console is in front, or after they were switched off', async () => {
    await switchNotices(true)
    hidden = false
    arrive()
    hidden = true
    await switchNotices(false)
    arrive()
    expect(shown).not.toHaveBeenCalled()
  })

  it('a browser without notifications works without them', async () => {
    vi.stubGlobal('Notification', undefined)
    arrive()
    expect(shown).not.toHaveBeenCalled()
  })
})
