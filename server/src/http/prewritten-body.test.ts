import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PrewrittenBody, SharedText } from '../base/prewritten-body'

it('for any sequence of plain and shared texts, gzip() decompresses to the bytes of plain()', () =>
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

it('compresses a shared text of 150 kB of one repeated character to less than 1000 bytes', () => {
  const shared = new SharedText('题'.repeat(50_000))
  expect(new PrewrittenBody('{', shared).gzip().length).toBeLessThan(1000)
})
