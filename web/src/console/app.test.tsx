import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../api/test-server'
import { staffQueryClient } from './api/hooks'
import { consoleToken } from './api/token'
import { ConsoleApp } from './app'
import { sampleMe } from './testing.fixture'

const codes = Array.from({ length: 10 }, (_, at) => `abcd-efgh-jk${at}m`)

let server: TestServer
let me: ReturnType<typeof sampleMe> | null
beforeEach(async () => {
  me = sampleMe()
  server = await startTestServer()
  server.answer = ({ path }) => {
    const refused = { code: 9, msg: '没有权限', data: { error: 'not-permitted' } }
    if (!me) return refused
    if (path.endsWith('/me')) return { code: 1, data: me }
    if (path.endsWith('factor_begin')) return { code: 1, data: { secret: 'ABCD', uri: 'otpauth://totp/a?secret=ABCD' } }
    if (path.endsWith('factor_confirm')) {
      me = { ...me, need: null, secondFactor: { enrolled: true, required: true, recoveryLeft: 10 } }
      return { code: 1, data: { recoveryCodes: codes } }
    }
    if (path.endsWith('session_list')) return { code: 1, data: [] }
    return { code: 1, data: { kinds: [], newest: 0, fresh: 0, list: [], next: null, total: 0, waiting: 0 } }
  }
  history.replaceState(null, '', '/console/account')
  consoleToken.set('console')
})
afterEach(async () => {
  cleanup()
  await server.close()
  consoleToken.set(null)
  localStorage.clear()
})

/** Loads the session again, as the app does when its window gets the focus. */
const lookAgain = () => staffQueryClient.refetchQueries({ queryKey: ['GET /staff/v1/me'] })

describe('App of the staff console', () => {
  it('shows the recovery codes until the user confirms that they are stored, even if the session reloads', async () => {
    me = { ...sampleMe(), need: 'enrol', secondFactor: { enrolled: false, required: true, recoveryLeft: 0 } }
    render(<ConsoleApp />)
    await userEvent.type(await screen.findByRole('textbox', { name: '动态验证码' }), '123456')
    await screen.findByText(codes[0]!)
    await lookAgain()
    expect(screen.getByText(codes[0]!)).toBeTruthy()
    await userEvent.click(screen.getByText('我已把恢复码存放在安全的地方'))
    await userEvent.click(screen.getByRole('button', { name: '完成' }))
    await screen.findByRole('heading', { name: '我的账号' })
    expect(screen.queryByText(codes[0]!)).toBeNull()
  })

  it('keeps showing the recovery codes of an enrolment on the account page when Escape is pressed', async () => {
    render(<ConsoleApp />)
    await userEvent.click(await screen.findByRole('button', { name: '开启二次验证' }))
    await userEvent.type(await screen.findByRole('textbox', { name: '动态验证码' }), '123456')
    await screen.findByText(codes[0]!)
    await userEvent.keyboard('{Escape}')
    expect(screen.getByText(codes[0]!)).toBeTruthy()
  })

  it('shows 你的授权已经结束 when the last grant is revoked while the console is open', async () => {
    render(<ConsoleApp />)
    await screen.findByRole('heading', { name: '我的账号' })
    me = null
    // Any call refused for lack of a permission makes the app load its permissions again.
    await staffQueryClient.refetchQueries({ queryKey: ['GET /staff/v1/session_list'] })
    await screen.findByText('你的授权已经结束')
    me = sampleMe()
    await userEvent.click(screen.getByRole('button', { name: '再看一次' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: '我的账号' })).toBeTruthy())
  })
})
