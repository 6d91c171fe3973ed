import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../api/test-server'
import { staffQueryClient } from '../../api/hooks'
import { renderConsole } from '../../testing.fixture'
import { CodeDialog } from './code-dialog'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
  server.answer = ({ path }) => ({
    code: 1,
    data: path.endsWith('/item_search')
      ? { list: [{ id: 'i1', title: '线性代数', kind: 'course', payCents: 100 }] }
      : { codes: ['ABCD-EFGH-JKMN-PQRS'], link: 'https://example.com/#/c?code=' },
  })
})
afterEach(async () => {
  cleanup()
  staffQueryClient.clear()
  await server.close()
})

it('asks before Esc closes created codes that were not downloaded', async () => {
  const onClose = vi.fn()
  renderConsole(<CodeDialog onClose={onClose} />)
  await userEvent.type(screen.getByRole('textbox', { name: '名称（学生兑换时看得到）' }), '开学礼')
  await userEvent.type(screen.getByRole('textbox', { name: '开通内容' }), '线性')
  await userEvent.click(await screen.findByRole('button', { name: /线性代数/ }))
  await userEvent.click(screen.getByRole('button', { name: '生成 50 个码' }))
  await screen.findByText('ABCD-EFGH-JKMN-PQRS')
  await userEvent.keyboard('{Escape}')
  const confirmDialog = await screen.findByRole('dialog', { name: '还没有下载，关闭吗？' })
  await userEvent.click(within(confirmDialog).getByRole('button', { name: /再看看/ }))
  expect(onClose).not.toHaveBeenCalled()
  await screen.findByText('ABCD-EFGH-JKMN-PQRS')
  await userEvent.click(screen.getByRole('button', { name: '不下载，关闭' }))
  expect(onClose).toHaveBeenCalledOnce()
})
