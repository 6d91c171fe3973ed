import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../api/test-server'
import { staffQueryClient } from '../../api/hooks'
import { renderConsole } from '../../testing.fixture'
import { Versions } from './versions'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
  const version = { version: '2.5.0', notes: '更快', url: 'pages/download/index', force: true, publishedAt: 1 }
  server.answer = () => ({ code: 1, data: { list: [version] } })
})
afterEach(async () => {
  cleanup()
  staffQueryClient.clear()
  await server.close()
})

it('a new version does not replace the one that has its number', async () => {
  renderConsole(<Versions tabs={null} />)
  await screen.findByText('2.5.0')
  await userEvent.click(screen.getByRole('button', { name: /^新增版本/ }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('版本号'), '2.5.0')
  await userEvent.type(dialog.getByLabelText(/^更新内容/), '别的')
  await userEvent.click(dialog.getByRole('button', { name: '保存' }))
  dialog.getByText('这个版本已经登记过，请在列表里修改它')
  expect(server.received.filter(({ path }) => path.endsWith('/version_save'))).toEqual([])
})
