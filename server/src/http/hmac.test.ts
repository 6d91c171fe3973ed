import { createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hmacSha256 } from './hmac'

it('equals the HMAC of node:crypto for any secret, text and payload', () => {
  const secrets = fc.oneof(
    fc.constant(''),
    fc.constant(randomBytes(32).toString('base64url')),
    fc.string({ unit: 'binary', maxLength: 100 }),
  )
  const payloads = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.uint8Array({ maxLength: 5000 }).map((bytes) => Buffer.from(bytes)),
    fc.integer({ min: 1300, max: 4200 }).map((length) => '考'.repeat(length)),
  )
  fc.assert(
    fc.property(secrets, payloads, (secret, payload) => {
      const expected = createHmac('sha256', secret).update('GET1800000000').update(payload).digest('hex')
      expect(hmacSha256(secret, 'GET1800000000', payload).toString('hex')).toBe(expected)
    }),
  )
})
