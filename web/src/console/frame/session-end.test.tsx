import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../api/test-server'
import { consoleToken } from '../api/token'
import { renderConsole, sampleMe } from '../testing.fixture'
import { SessionEnd } from './session-end'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
  server.answer = () => ({ code: 1, data: sampleMe() })
  consoleToken.set('console')
})
afterEach(async () => {
  cleanup()
  await server.close()
  consoleToken.set(null)
  localStorage.clear()
})

const activeBefore = (minutes: number) =>
  localStorage.setItem('dxx-console-active', String(Date.now() - minutes * 60_000))

describe('SessionEnd', () => {
  it('warns in the last five minutes before the idle time-out, and 继续 extends the session', async () => {
    activeBefore(56)
    renderConsole(<SessionEnd />)
    expect(screen.getByRole('alert').textContent).toContain('3 分钟后会退出登录')
    await userEvent.click(screen.getByRole('button', { name: '继续' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(server.received.map(({ path }) => path)).toEqual(['/api/staff/v1/me'])
  })

  it('shows no warning 30 minutes after the last activity', () => {
    activeBefore(30)
    renderConsole(<SessionEnd />)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('warns before the end of the twelve hours of a session, without a button to extend the session', async () => {
    activeBefore(0)
    const me = sampleMe()
    renderConsole(<SessionEnd />, { ...me, session: { ...me.session, endsAt: Math.floor(Date.now() / 1000) + 200 } })
    expect(screen.getByRole('alert').textContent).toContain('4 分钟后要重新登录')
    expect(screen.queryByRole('button', { name: '继续' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '知道了' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
