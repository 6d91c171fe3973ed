import type { RunResult } from '@dxx/contract/calls/runcode'
import { beforeEach, expect, it, vi } from 'vitest'
import { rememberUser } from '../../state/owner'
import { clearToken, setToken } from '../../state/token'
import { forgetOutput, rememberedOutput, rememberOutput, successfulCells } from './remembered-output'

// Replaces IndexedDB, which jsdom lacks, by a Map.
vi.mock('idb-keyval', () => {
  const map = new Map<string, unknown>()
  return {
    createStore: () => ({}),
    get: async (key: string) => map.get(key),
    set: async (key: string, value: unknown) => void map.set(key, value),
    del: async (key: string) => void map.delete(key),
    delMany: async (all: string[]) => {
      for (const key of all) map.delete(key)
    },
    keys: async () => [...map.keys()],
  }
})

const result: RunResult = {
  ...{ stdout: '42\n', stderr: '', exitCode: 0, reason: 'ok', diagnostics: [], tables: [] },
  ...{ timeMs: 3, memoryKb: 10, cached: false },
}

function login(id: string): void {
  rememberUser(`token-${id}`, id)
  setToken(`token-${id}`)
}
beforeEach(() => {
  clearToken()
  login('u1')
})

it('the output of a cell is remembered per user until it is cleared', async () => {
  await rememberOutput('c1:a', 'print(42)', { result, place: 'server' })
  expect(await rememberedOutput('c1:a')).toMatchObject({ source: 'print(42)', result: { stdout: '42\n' } })
  login('u2')
  expect(await rememberedOutput('c1:a')).toBeUndefined()
  login('u1')
  await forgetOutput('c1:a')
  expect(await rememberedOutput('c1:a')).toBeUndefined()
})

it('an output that is too long is not remembered, and removes the remembered one', async () => {
  await rememberOutput('c1:b', '1', { result, place: 'server' })
  await rememberOutput('c1:b', '2', { result: { ...result, stdout: 'x'.repeat(200_000) }, place: 'server' })
  expect(await rememberedOutput('c1:b')).toBeUndefined()
})

it('cells that ran without an error are counted per chapter', async () => {
  await rememberOutput('c2:a', '1', { result, place: 'server' })
  await rememberOutput('c2:b', '1', { result, place: 'local' })
  await rememberOutput('c2:c', '1', { result: { ...result, reason: 'error' }, place: 'server' })
  expect((await successfulCells()).get('c2')).toBe(2)
})
