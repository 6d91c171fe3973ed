import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../api/test-server'
import { staffQueryClient } from '../../api/hooks'
import { MeContext } from '../../frame/me'
import { renderConsole, sampleMe } from '../../testing.fixture'
import { MaterialsLine } from './materials-line'
import { sampleCourse, sampleLesson } from './studio.fixture'

let server: TestServer
const saved: unknown[] = []
/** Sends the response to the running upload. */
let finish: ((reply: { code: number; msg?: string; data: object }) => void) | undefined
beforeEach(async () => {
  saved.length = 0
  finish = undefined
  server = await startTestServer()
  server.answer = ({ path, body }) => {
    if (path.endsWith('/studio_upload_start')) return { code: 1, data: { upload: 'u1', offset: 1, part: 100 } }
    if (path.endsWith('/studio_upload_finish'))
      return new Promise((resolve) => {
        finish = resolve
      })
    saved.push((JSON.parse(body) as { change: unknown }).change)
    return { code: 1, data: {} }
  }
})
afterEach(async () => {
  cleanup()
  staffQueryClient.clear()
  await server.close()
})

const old = { title: '旧课件', file: 'materials/old.pdf' }
const line = (title: string) => (
  <MaterialsLine item={sampleCourse()} node={sampleLesson({ materials: [{ ...old, title }] })} />
)
const choose = (...names: string[]) =>
  userEvent.upload(
    screen.getByLabelText('资料文件'),
    names.map((name) => new File(['x'], name)),
  )
const reply = async (answer: { code: number; msg?: string; data: object }) => {
  await expect.poll(() => finish).toBeDefined()
  const send = finish
  finish = undefined
  send?.(answer)
}
const done = (path: string) => ({ code: 1, data: { path, kind: 'file', notes: [] } })

it('adds an uploaded file to the current list, which may have changed during the upload', async () => {
  const view = renderConsole(line('旧课件'))
  await choose('数据.csv')
  await expect.poll(() => finish).toBeDefined()
  view.rerender(
    <QueryClientProvider client={staffQueryClient}>
      <MeContext value={sampleMe()}>{line('改过的标题')}</MeContext>
    </QueryClientProvider>,
  )
  await reply(done('materials/data.csv'))
  await expect.poll(() => saved).toHaveLength(1)
  expect(saved[0]).toMatchObject({
    materials: [
      { ...old, title: '改过的标题' },
      { title: '数据', file: 'materials/data.csv' },
    ],
  })
})

it('adds the uploaded files although the server refuses a later one', async () => {
  renderConsole(line('旧课件'))
  await choose('数据.csv', '坏的.exe')
  await reply(done('materials/data.csv'))
  await reply({ code: 0, msg: '不收这种文件', data: { error: 'upload-refused' } })
  await expect.poll(() => saved).toHaveLength(1)
  expect(saved[0]).toMatchObject({ materials: [old, { title: '数据', file: 'materials/data.csv' }] })
})
