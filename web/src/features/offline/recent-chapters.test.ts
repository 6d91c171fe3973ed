import type { Chapter } from '@dxx/contract/calls/study'
import { beforeEach, expect, it, vi } from 'vitest'
import { openRecent, recentChapters, rememberOpened } from './recent-chapters'

const disk = vi.hoisted(() => new Map<string, unknown>())
const user = vi.hoisted(() => ({ id: 'u1' as string | null }))
vi.mock('idb-keyval', () => ({
  createStore: () => null,
  get: async (key: string) => disk.get(key),
  set: async (key: string, value: unknown) => void disk.set(key, structuredClone(value)),
  entries: async () => [...disk.entries()],
  delMany: async (keys: string[]) => {
    for (const key of keys) disk.delete(key)
  },
}))
vi.mock('../../state/owner', () => ({ currentUserId: () => user.id }))

const chapter = (id: string) => ({ id, title: `第 ${id} 章`, html: '<p>文</p>' }) as Chapter

beforeEach(() => {
  disk.clear()
  user.id = 'u1'
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

async function openOne(id: string): Promise<void> {
  vi.advanceTimersByTime(1000)
  await rememberOpened(chapter(id))
}

it('keeps the last 20 opened chapters, newest first; reopening one moves it to the front', async () => {
  for (let at = 1; at <= 20; at++) await openOne(String(at))
  await openOne('1')
  await openOne('21')
  const ids = (await recentChapters()).map(({ answer }) => answer.id)
  expect(ids).toHaveLength(20)
  expect(ids.slice(0, 3)).toEqual(['21', '1', '20'])
  expect(ids).not.toContain('2')
  expect(await openRecent('u1', '1')).toMatchObject({ title: '第 1 章' })
})

it('stores chapters per user and nothing for guests', async () => {
  await openOne('1')
  user.id = 'u2'
  expect(await recentChapters()).toEqual([])
  expect(await openRecent('u2', '1')).toBeUndefined()
  user.id = null
  await openOne('2')
  expect(disk.size).toBe(1)
})
