import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../api/test-server'
import { staffQueryClient } from '../../api/hooks'
import { consoleToken } from '../../api/token'
import { renderConsole } from '../../testing.fixture'
import { ImportQuestionsDialog } from './import-dialog'
import { ImportReport } from './import-report'

let server: TestServer
let format: string
beforeEach(async () => {
  format = 'gift'
  server = await startTestServer()
  const bank = { id: 'b1', title: '题库' }
  server.answer = ({ path, body }) => {
    if (path.endsWith('/bank_import_check')) format = (JSON.parse(body) as { format: string }).format
    const about = { id: 'i1', name: '题.txt', bank, by: '小许', at: 1 }
    const data = { ...about, format, state: 'checked', accepted: 1, refused: 0, report: [] }
    return { code: 1, data: path.endsWith('/bank_import') ? data : {} }
  }
  consoleToken.set('console')
})
afterEach(async () => {
  cleanup()
  staffQueryClient.clear()
  await server.close()
  consoleToken.set(null)
})

it('shows the format that the check recognised, and repeats the check with another format', async () => {
  renderConsole(<ImportReport id="i1" onClose={() => {}} />)
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: '读取的格式' })
  expect(select.value).toBe('gift')
  await userEvent.selectOptions(select, 'Aiken 文本')
  await expect.poll(() => screen.getByRole<HTMLSelectElement>('combobox').value).toBe('aiken')
  expect(format).toBe('aiken')
})

it('does not upload an empty file', async () => {
  const { container } = renderConsole(<ImportQuestionsDialog banks={[]} bank="b1" onClose={() => {}} />)
  const picker = container.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(picker, new File([], '空.txt'))
  expect(screen.queryByText(/正在上传/)).toBeNull()
  await userEvent.upload(picker, new File(['题'], '题.txt'))
  expect(screen.queryByText(/正在上传/)).not.toBeNull()
})
