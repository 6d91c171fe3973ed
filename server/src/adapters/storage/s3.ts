import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { Storage } from './storage'

export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
}

/** Any S3-compatible service, addressed by path (`endpoint/bucket/key`). */
export function s3Storage({ endpoint, bucket, region, accessKey, secretKey }: S3Settings): Storage {
  // No retries in the client: a stream can be sent only once.
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: 's3',
    retries: 0,
  })
  const urlOf = (key: string) => `${endpoint.replace(/\/$/, '')}/${bucket}/${key}`

  async function send(method: string, key: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
    const response = await client.fetch(urlOf(key), { method, redirect: 'error', ...init })
    if (response.ok || response.status === 404) return response
    throw new Error(`storage answered ${response.status} to ${method} ${key}: ${(await response.text()).slice(0, 300)}`)
  }

  return {
    async put(key, body, mime) {
      const headers = { 'content-type': mime, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
      const sent = Buffer.isBuffer(body)
        ? { body: new Uint8Array(body), headers }
        : {
            body: Readable.toWeb(createReadStream(body.path)) as never,
            duplex: 'half' as const,
            headers: { ...headers, 'content-length': String((await stat(body.path)).size) },
          }
      const response = await send('PUT', key, sent)
      if (!response.ok) throw new Error(`storage has no bucket ${bucket}`)
      await response.arrayBuffer()
    },

    async size(key) {
      const response = await send('HEAD', key)
      return response.ok ? Number(response.headers.get('content-length')) : null
    },

    async read(key, range) {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : undefined
      const response = await send('GET', key, { headers })
      if (!response.ok || !response.body) throw new Error(`storage has nothing under ${key}`)
      return Readable.fromWeb(response.body as ReadableStream)
    },

    async remove(key) {
      await send('DELETE', key)
    },

    async uploadLink(key, { bytes, mime, now, expiresAt }) {
      const headers = { 'content-type': mime }
      // Size and type are part of the signature, so the service rejects other values.
      const url = new URL(urlOf(key))
      url.searchParams.set('X-Amz-Expires', String(expiresAt - now))
      const signed = await client.sign(url.toString(), {
        method: 'PUT',
        headers: { ...headers, 'content-length': String(bytes) },
        aws: { signQuery: true, allHeaders: true },
      })
      return { url: signed.url, headers }
    },
  }
}
