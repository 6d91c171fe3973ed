import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../api/test-server'
import { staffQueryClient } from '../../api/hooks'
import { renderConsole } from '../../testing.fixture'
import { FieldsDialog } from './fields-dialog'
import { sampleCourse } from './studio.fixture'

let server: TestServer
const saved: unknown[] = []
beforeEach(async () => {
  saved.length = 0
  server = await startTestServer()
  server.answer = ({ path, body }) => {
    if (path.endsWith('/studio_tree')) saved.push((JSON.parse(body) as { change: unknown }).change)
    return { code: 1, data: path.endsWith('/studio_subjects') ? { subjects: [], teachers: [] } : {} }
  }
})
afterEach(async () => {
  cleanup()
  staffQueryClient.clear()
  await server.close()
})

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

it('saves only the fields that were typed, and sends nothing if no field was typed', async () => {
  const [onClose, onIntro] = [vi.fn(), vi.fn()]
  renderConsole(<FieldsDialog item={sampleCourse()} onClose={onClose} onIntro={onIntro} />)
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  expect([onClose.mock.calls.length, saved]).toEqual([1, []])
  await userEvent.type(field('副标题'), 'from zero to one')
  await userEvent.type(field('标签'), '，二')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await expect.poll(() => onClose.mock.calls.length).toBe(2)
  expect(saved).toEqual([{ op: 'fields', fields: { subtitle: 'from zero to one', tags: ['标签', '二'] } }])
  expect(onIntro).not.toHaveBeenCalled()
})

it('saves the typed fields before it opens the introduction', async () => {
  const onIntro = vi.fn()
  renderConsole(<FieldsDialog item={sampleCourse()} onClose={() => {}} onIntro={onIntro} />)
  await userEvent.type(field('标题'), '改')
  await userEvent.click(screen.getByRole('button', { name: '写详细介绍' }))
  await expect.poll(() => onIntro.mock.calls.length).toBe(1)
  expect(saved).toEqual([{ op: 'fields', fields: { title: '一门课改', intro: 'intro.md' } }])
})
