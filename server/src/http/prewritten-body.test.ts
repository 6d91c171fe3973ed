import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PrewrittenBody, SharedText } from '../base/prewritten-body'

it('any sequence of own and shared parts unpacks to the same bytes as the plain form', () =>
  fc.assert(
    fc.property(
      fc.array(fc.record({ text: fc.string({ unit: 'binary', maxLength: 2000 }), shared: fc.boolean() }), {
        maxLength: 6,
      }),
      (parts) => {
        const written = new PrewrittenBody(...parts.map(({ text, shared }) => (shared ? new SharedText(text) : text)))
        expect(gunzipSync(written.gzip()).equals(written.plain())).toBe(true)
        expect(written.plain().equals(Buffer.concat(parts.map(({ text }) => Buffer.from(text))))).toBe(true)
      },
    ),
  ))

it('a prewritten body compresses the shared tail once', () => {
  const shared = new SharedText('题'.repeat(50_000))
  expect(new PrewrittenBody('{', shared).gzip().length).toBeLessThan(1000)
})
