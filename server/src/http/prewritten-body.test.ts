import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PrewrittenBody, SharedText } from '../base/prewritten-body'

it('any head with a shared tail unpacks to the same bytes as the plain form', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 2000 }),
      fc.string({ minLength: 1, maxLength: 5000 }),
      (head, text) => {
        const written = new PrewrittenBody(head, new SharedText(text))
        expect(gunzipSync(written.gzip()).equals(written.plain())).toBe(true)
        expect(written.plain().toString()).toBe(Buffer.from(head).toString() + text)
      },
    ),
  ))

it('a prewritten body compresses the shared tail once', () => {
  const shared = new SharedText('题'.repeat(50_000))
  expect(new PrewrittenBody('{', shared).gzip().length).toBeLessThan(1000)
})
