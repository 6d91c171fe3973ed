import type { Client } from '../../server/src/testing/client'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Requests an upload link for an image with `longer` extra bytes. The returned functions upload the image and complete
 * the upload.
 */
export async function prepareUpload(client: Client, base: string, longer = 0) {
  const bytes = Buffer.concat([png, Buffer.alloc(longer)])
  const input = { purpose: 'image' as const, name: 'a.png', size: bytes.length }
  const link = await client.call('GET /v1/zos_generate_object_upload_link', input)
  return {
    put: async () =>
      (await fetch(new URL(link.url, base), { method: 'PUT', body: bytes, headers: link.headers })).status,
    finish: async () => (await client.send('POST /v1/upload_complete', { id: link.id })).code === 1,
  }
}
