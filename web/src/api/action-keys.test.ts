import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const reloaded = () => {
  vi.resetModules()
  return import('./action-keys')
}

it('actionKey returns the same key after a reload until forgetActionKey', async () => {
  const key = (await reloaded()).actionKey('POST /v1/x', { text: '甲' })
  const { actionKey, forgetActionKey } = await reloaded()
  expect(actionKey('POST /v1/x', { text: '甲' })).toBe(key)
  expect(actionKey('POST /v1/x', { text: '乙' })).not.toBe(key)
  expect(actionKey('POST /v1/y', { text: '甲' })).not.toBe(key)
  forgetActionKey('POST /v1/x', { text: '甲' })
  expect(actionKey('POST /v1/x', { text: '甲' })).not.toBe(key)
})

it('actionKey returns the same key from memory when storage fails', async () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(refuse)
  }
  const { actionKey, forgetActionKey } = await reloaded()
  const key = actionKey('POST /v1/x', {})
  expect(actionKey('POST /v1/x', {})).toBe(key)
  forgetActionKey('POST /v1/x', {})
  expect(actionKey('POST /v1/x', {})).not.toBe(key)
})
