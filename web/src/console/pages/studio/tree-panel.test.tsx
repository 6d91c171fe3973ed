import type { StudioItem, TreeChange, TreeNode } from '@dxx/contract/calls/staff/studio-shapes'
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Reply, startTestServer, type TestServer } from '../../../api/test-server'
import { useToast } from '../../../state/flash'
import { staffQueryClient, useStaffCall } from '../../api/hooks'
import { renderConsole } from '../../testing.fixture'
import { sampleCourse, sampleLesson } from './studio.fixture'
import { changedTree } from './tree-moves'
import { TreePanel } from './tree-panel'

const lesson = (slug: string) => sampleLesson({ slug, title: `第 ${slug} 课`, path: `lessons/${slug}.md` })
const part: TreeNode = sampleLesson({ slug: 'part', title: '第一章', kind: 'part', parent: null, path: null })

let server: TestServer
let stored: StudioItem
let sent: TreeChange[]
/** Ends the oldest change that waits for the server. */
let respond: (() => void)[]
let refused: boolean
beforeEach(async () => {
  stored = sampleCourse({ tree: [part, ...['a', 'b', 'c', 'd', 'e'].map(lesson)] })
  ;[sent, respond, refused] = [[], [], false]
  server = await startTestServer()
  server.answer = ({ path, body }) => {
    if (path.endsWith('/studio_open')) return { code: 1, data: stored }
    if (!path.endsWith('/studio_tree')) return { code: 1, data: {} }
    const { change } = JSON.parse(body) as { change: TreeChange }
    sent.push(change)
    return new Promise<Reply>((resolve) => {
      respond.push(() => {
        if (refused) return resolve({ code: 0, msg: '没有找到这一节', data: { error: 'content-refused' } })
        stored = { ...stored, tree: [...changedTree(stored.tree, change)] }
        resolve({ code: 1, data: { item: stored, slug: 'b', undo: { path: 'p', text: '', base: 'h' } } })
      })
    })
  }
})
afterEach(async () => {
  cleanup()
  staffQueryClient.clear()
  await server.close()
})

function Panel() {
  const { data } = useStaffCall('GET /staff/v1/studio_open', { id: 'c1' })
  return data ? <TreePanel item={data} chosen="" onOpen={() => {}} /> : null
}

const rows = () =>
  [...document.querySelectorAll<HTMLElement>('[data-slug]')].map(({ dataset }) => dataset.slug).join('')
const row = (slug: string) => document.querySelector<HTMLElement>(`[data-slug="${slug}"]`)!
const next = () => act(() => respond.shift()!())

it('shows moves at once and saves each key in order, although the server still saves the first one', async () => {
  renderConsole(<Panel />)
  await screen.findByText('第 a 课')
  row('a').focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowDown}{ArrowDown}{/Alt}')
  expect(rows()).toBe('partbcdae')
  expect(document.activeElement).toBe(row('a'))
  await userEvent.keyboard('{Delete}')
  expect(rows()).toBe('partbcde')
  expect(document.activeElement).toBe(row('e'))
  for (let count = 1; count <= 4; count++) {
    await expect.poll(() => sent.length).toBe(count)
    next()
    expect(rows()).toBe('partbcde')
  }
  expect(sent).toEqual([
    { op: 'move', slug: 'a', parent: 'part', index: 1 },
    { op: 'move', slug: 'a', parent: 'part', index: 2 },
    { op: 'move', slug: 'a', parent: 'part', index: 3 },
    { op: 'remove', slug: 'a' },
  ])
  await expect.poll(() => stored.tree.map(({ slug }) => slug).join('')).toBe('partbcde')
})

it('a refused change ends the ones after it and shows the tree of the server with the reason', async () => {
  renderConsole(<Panel />)
  await screen.findByText('第 a 课')
  row('a').focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}')
  await expect.poll(() => sent.length).toBe(1)
  refused = true
  stored = { ...stored, tree: stored.tree.filter(({ slug }) => slug !== 'a') }
  next()
  await expect.poll(rows).toBe('partbcde')
  expect(useToast.getState().text).toBe('没有找到这一节')
  expect(sent.length).toBe(1)
})

it('a key that is held down removes one row', async () => {
  renderConsole(<Panel />)
  await screen.findByText('第 a 课')
  row('b').focus()
  await userEvent.keyboard('{Delete>3/}')
  expect(rows()).toBe('partacde')
  await expect.poll(() => sent.length).toBe(1)
})

it('the menu of a row moves and focuses it, and Escape returns the focus to its button', async () => {
  renderConsole(<Panel />)
  await screen.findByText('第 a 课')
  const button = screen.getByRole('button', { name: '第 a 课 的操作' })
  await userEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(await screen.findByRole('menuitem', { name: '下移' }))
  expect(rows()).toBe('partbacde')
  await expect.poll(() => document.activeElement).toBe(row('a'))
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button)
  await screen.findByRole('menuitem', { name: '移除' })
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(button)
  await userEvent.click(button)
  await userEvent.click(await screen.findByRole('menuitem', { name: '移除' }))
  expect(rows()).toBe('partbcde')
})
