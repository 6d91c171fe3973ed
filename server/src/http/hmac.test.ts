import { createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { equalText, hmacSha256 } from './hmac'

it('hmacSha256 equals the HMAC of node:crypto for any secret, text and payload', () => {
  const secrets = fc.oneof(
    fc.constant(''),
    fc.constant(randomBytes(32).toString('base64url')),
    fc.string({ unit: 'binary', maxLength: 100 }),
  )
  const payloads = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.uint8Array({ maxLength: 5000 }).map((bytes) => Buffer.from(bytes)),
    fc.integer({ min: 600, max: 2100 }).map((length) => '考'.repeat(length)),
  )
  fc.assert(
    fc.property(secrets, payloads, (secret, payload) => {
      const expected = createHmac('sha256', secret).update('GET1800000000').update(payload).digest('hex')
      expect(hmacSha256(secret, 'GET1800000000', payload)).toBe(expected)
    }),
  )
})

it('equalText is true only if the lengths and all characters are equal', () => {
  const text = 'a'.repeat(64)
  expect(equalText(text, text)).toBe(true)
  expect(
    [text.slice(1), `${text}a`, '', `${text.slice(1)}b`, `b${text.slice(1)}`].map((one) => equalText(text, one)),
  ).toEqual(Array(5).fill(false))
})
