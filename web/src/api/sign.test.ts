import { createHmac, webcrypto } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sign } from './sign'

afterEach(() => vi.unstubAllGlobals())

const expected = (token: string, text: string) => createHmac('sha256', token).update(text).digest('hex')
const browsers = {
  // Rejects an empty key like browsers do; Node accepts it.
  'with crypto.subtle': {
    subtle: {
      importKey: (...args: Parameters<SubtleCrypto['importKey']>) => {
        if ((args[1] as Uint8Array).length === 0) throw new DOMException('empty', 'DataError')
        return webcrypto.subtle.importKey(...(args as Parameters<typeof webcrypto.subtle.importKey>))
      },
      sign: webcrypto.subtle.sign.bind(webcrypto.subtle),
    },
  },
  'without it': {},
}

describe.each(Object.entries(browsers))('%s', (_, crypto) => {
  it.each([
    ['token', '你好，世界 😀'],
    ['another', ''],
    ['', 'q=%E9%AB%98'],
    ['x'.repeat(100), '长过一个分组的密钥'],
  ])('sign returns the expected signature of %j', async (token, payload) => {
    vi.stubGlobal('crypto', crypto)
    expect(await sign(token, 'post', 1700000000, payload)).toBe(expected(token, `POST1700000000${payload}`))
  })
})

it('sign imports the key once per token', async () => {
  const importKey = vi.fn(webcrypto.subtle.importKey.bind(webcrypto.subtle))
  vi.stubGlobal('crypto', { subtle: { importKey, sign: webcrypto.subtle.sign.bind(webcrypto.subtle) } })
  await Promise.all([sign('one', 'GET', 1, 'a'), sign('one', 'GET', 1, 'b')])
  expect(importKey).toHaveBeenCalledTimes(1)
  expect(await sign('two', 'GET', 1, 'a')).toBe(expected('two', 'GET1a'))
  expect(await sign('one', 'GET', 1, 'a')).toBe(expected('one', 'GET1a'))
  expect(importKey).toHaveBeenCalledTimes(3)
})
