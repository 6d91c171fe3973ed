import { createHash } from 'node:crypto'
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

/** Files above this size are sent in parts: a lost connection then costs one part, and one request has a limit of 5 GB. */
const defaultPartBytes = 16 * 1024 * 1024
/** Attempts of one part. */
const tries = 3

/** Any S3-compatible service, addressed by path (`endpoint/bucket/key`). */
export function s3Storage(
  { endpoint, bucket, region, accessKey, secretKey }: S3Settings,
  partBytes = defaultPartBytes,
): Storage {
  // No retries in the client: a stream can be sent only once.
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: 's3',
    retries: 0,
  })
  const unsigned = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
  const urlOf = (key: string) => `${endpoint.replace(/\/$/, '')}/${bucket}/${key}`

  async function send(method: string, key: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
    const response = await client.fetch(urlOf(key), { method, redirect: 'error', ...init })
    if (response.ok || response.status === 404) return response
    throw new Error(`storage answered ${response.status} to ${method} ${key}: ${(await response.text()).slice(0, 300)}`)
  }

  /** Sends a request that must find its bucket or upload. Returns the response and its text. */
  async function sendWhole(method: string, key: string, init?: Parameters<typeof send>[2]) {
    const response = await send(method, key, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`storage has no bucket ${bucket}, or the upload has ended: ${text.slice(0, 300)}`)
    return { response, text }
  }

  async function putPart(key: string, { path, start, end }: { path: string; start: number; end: number }) {
    for (let attempt = 1; ; attempt++)
      try {
        const { response } = await sendWhole('PUT', key, {
          body: Readable.toWeb(createReadStream(path, { start, end })) as never,
          duplex: 'half',
          headers: { ...unsigned, 'content-length': String(end - start + 1) },
        })
        return response.headers.get('etag')!
      } catch (error) {
        if (attempt === tries) throw error
      }
  }

  /** Sends a file in parts. The file exists when all parts are joined; parts of a failed upload are deleted. */
  async function putInParts(key: string, path: string, size: number, mime: string): Promise<void> {
    const { text } = await sendWhole('POST', `${key}?uploads`, { headers: { 'content-type': mime } })
    const id = encodeURIComponent(/<UploadId>([^<]+)<\/UploadId>/.exec(text)![1]!)
    try {
      const parts: string[] = []
      for (let start = 0; start < size; start += partBytes) {
        const number = parts.length + 1
        const end = Math.min(start + partBytes, size) - 1
        const etag = await putPart(`${key}?partNumber=${number}&uploadId=${id}`, { path, start, end })
        parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`)
      }
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
      const joined = await sendWhole('POST', `${key}?uploadId=${id}`, { body })
      // The status is sent before the parts are joined, so a failure is in the body of a success.
      if (joined.text.includes('<Error>')) throw new Error(`storage cannot join ${key}: ${joined.text.slice(0, 300)}`)
    } catch (error) {
      await send('DELETE', `${key}?uploadId=${id}`).catch(() => {})
      throw error
    }
  }

  return {
    async put(key, body, mime) {
      const headers = { 'content-type': mime, ...unsigned }
      if (Buffer.isBuffer(body)) return void (await sendWhole('PUT', key, { body: new Uint8Array(body), headers }))
      const { size } = await stat(body.path)
      if (size > partBytes) return putInParts(key, body.path, size, mime)
      await sendWhole('PUT', key, {
        body: Readable.toWeb(createReadStream(body.path)) as never,
        duplex: 'half',
        headers: { ...headers, 'content-length': String(size) },
      })
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

    async readLink(key, { mime, caching, disposition, now, expiresAt }) {
      const url = new URL(urlOf(key))
      url.searchParams.set('X-Amz-Expires', String(Math.max(1, Math.min(expiresAt - now, longestLink))))
      url.searchParams.set('response-content-type', mime)
      url.searchParams.set('response-cache-control', caching)
      if (disposition) url.searchParams.set('response-content-disposition', disposition)
      // Only the host is signed, so the browser may add a range.
      return (await client.sign(url.toString(), { method: 'GET', aws: { signQuery: true } })).url
    },

    async setRules(origins) {
      for (const [name, body] of Object.entries({ lifecycle, cors: corsFor(origins) })) {
        const md5 = createHash('md5').update(body).digest('base64')
        const headers = { 'content-type': 'application/xml', 'content-md5': md5 }
        const response = await client.fetch(`${urlOf('').slice(0, -1)}?${name}`, { method: 'PUT', body, headers })
        const answer = await response.text()
        if (!response.ok) throw new Error(`storage answered ${response.status} to ${name}: ${answer.slice(0, 300)}`)
      }
    },
  }
}

/** Seconds; services refuse links that are valid for more than a week. */
const longestLink = 7 * 86_400

/**
 * A process that dies leaves parts that no file shows. An upload that was never checked is deleted by a job after a day;
 * the rule covers uploads whose row is gone.
 */
const lifecycle = `<LifecycleConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">\
<Rule><ID>dxx-parts</ID><Filter><Prefix></Prefix></Filter><Status>Enabled</Status>\
<AbortIncompleteMultipartUpload><DaysAfterInitiation>1</DaysAfterInitiation></AbortIncompleteMultipartUpload></Rule>\
<Rule><ID>dxx-unchecked</ID><Filter><Prefix>q/</Prefix></Filter><Status>Enabled</Status>\
<Expiration><Days>3</Days></Expiration></Rule></LifecycleConfiguration>`

/** Pages upload to signed links and read videos and files by them; the links decide what is allowed. */
const corsFor = (origins: string[]) =>
  `<CORSConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><CORSRule>${origins
    .map((origin) => `<AllowedOrigin>${origin}</AllowedOrigin>`)
    .join('')}<AllowedMethod>GET</AllowedMethod><AllowedMethod>HEAD</AllowedMethod><AllowedMethod>PUT</AllowedMethod>\
<AllowedHeader>*</AllowedHeader><ExposeHeader>content-range</ExposeHeader><ExposeHeader>etag</ExposeHeader>\
<MaxAgeSeconds>7200</MaxAgeSeconds></CORSRule></CORSConfiguration>`
