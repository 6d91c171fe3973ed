import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../api/test-server'
import { consoleToken } from '../../api/token'
import { startShortcuts } from '../../kit/shortcuts'
import { UndoToast, useUndo } from '../../kit/undo'
import { renderConsole, sampleItem } from '../../testing.fixture'
import { StudentItem } from './student-item'
import { SupportItem } from './support-item'

let server: TestServer
beforeAll(startShortcuts)
beforeEach(async () => {
  server = await startTestServer()
  server.answer = ({ path }) => ({
    code: 1,
    data: path.includes('student_')
      ? { approved: 1, reopened: 1, results: [{ id: 'w1', ok: true, error: '', msg: '' }] }
      : [],
  })
  consoleToken.set('console')
})
afterEach(async () => {
  cleanup()
  await server.close()
  consoleToken.set(null)
  // Drops an undo offer of the previous test, which would be used instead.
  useUndo.setState(useUndo.getInitialState())
})

const ends = () => ({ onDecided: vi.fn(), onCollision: vi.fn() })
const sent = (call: string) => server.received.filter(({ path }) => path.endsWith(call)).length

const claimedBy = { id: 'u2', nickname: '原来的同学', avatar: null, mobile: '139****0002' }
const student = {
  kind: 'student' as const,
  given: { school: '江城大学', className: '一班', studentNo: '1001', name: '周以宁' },
  submittedAt: 1,
  photo: null,
  roster: { name: '周以宁', className: '一班', claimedBy },
}

it('the key A asks for confirmation if approving revokes the roster entry of another student', async () => {
  renderConsole(<StudentItem item={sampleItem('student')} detail={student} {...ends()} />)
  await userEvent.keyboard('a')
  const confirm = await screen.findByRole('button', { name: '通过，收回 1 份旧认领' })
  expect(sent('student_approve')).toBe(0)
  await userEvent.click(confirm)
  await waitFor(() => expect(sent('student_approve')).toBe(1))
})

it('the key A approves at once if no other student has claimed the roster entry', async () => {
  const roster = { ...student.roster, claimedBy: null }
  renderConsole(<StudentItem item={sampleItem('student')} detail={{ ...student, roster }} {...ends()} />)
  await userEvent.keyboard('a')
  await waitFor(() => expect(sent('student_approve')).toBe(1))
})

it('撤销 puts an approved student back into the queue', async () => {
  const roster = { ...student.roster, claimedBy: null }
  renderConsole(
    <>
      <StudentItem item={sampleItem('student')} detail={{ ...student, roster }} {...ends()} />
      <UndoToast />
    </>,
  )
  await userEvent.keyboard('a')
  await userEvent.click(await screen.findByRole('button', { name: '撤销' }))
  await waitFor(() => expect(sent('student_reopen')).toBe(1))
  const { id, version } = sampleItem('student')
  expect(JSON.parse(server.received.at(-1)!.body)).toMatchObject({ items: [{ id, version: version + 1 }] })
})

it('the key E ends a conversation, and 撤销 reopens it', async () => {
  renderConsole(
    <>
      <SupportItem item={sampleItem('support')} detail={{ kind: 'support', messages: [] }} {...ends()} />
      <UndoToast />
    </>,
  )
  await userEvent.keyboard('e')
  await userEvent.click(await screen.findByRole('button', { name: '撤销' }))
  await waitFor(() => expect(sent('support_reopen')).toBe(1))
  expect(sent('support_close')).toBe(1)
})
