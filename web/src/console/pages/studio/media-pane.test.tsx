import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../api/test-server'
import { staffQueryClient } from '../../api/hooks'
import { MeContext } from '../../frame/me'
import { sampleMe } from '../../testing.fixture'
import { MediaPane } from './media-pane'
import { sampleCourse, sampleLesson } from './studio.fixture'

let server: TestServer
let kind: string | null
beforeEach(async () => {
  kind = null
  server = await startTestServer()
  server.answer = ({ path }) => {
    if (path.endsWith('/studio_upload_start')) return { code: 1, data: { upload: 'u1', offset: 1, part: 100 } }
    if (path.endsWith('/studio_upload_finish'))
      return kind === null
        ? { code: 0, msg: '视频打不开，请换一个文件', data: {} }
        : { code: 1, data: { path: 'videos/a.mp4', kind, notes: [] } }
    return { code: 1, data: {} }
  }
})
afterEach(async () => {
  cleanup()
  staffQueryClient.clear()
  await server.close()
})

const pane = (slug: string) => (
  <QueryClientProvider client={staffQueryClient}>
    <MeContext value={sampleMe()}>
      <MediaPane item={sampleCourse()} node={sampleLesson({ slug })} onEditSubtitles={() => {}} />
    </MeContext>
  </QueryClientProvider>
)

it('a refused video stays reported beside the button of its lesson until the next upload', async () => {
  const { container, rerender } = render(pane('one'))
  const choose = () =>
    userEvent.upload(
      container.querySelector('input[accept^="video"]')!,
      new File(['x'], '第一课.mp4', { type: 'video/mp4' }),
    )
  await choose()
  expect((await screen.findByRole('alert')).textContent).toBe('视频打不开，请换一个文件')
  rerender(pane('two'))
  expect(screen.queryByRole('alert')).toBeNull()
  rerender(pane('one'))
  kind = 'file'
  await choose()
  expect((await screen.findByText('第一课.mp4 不是视频')).getAttribute('role')).toBe('alert')
  kind = 'video'
  await choose()
  await expect.poll(() => screen.queryByRole('alert')).toBeNull()
})
