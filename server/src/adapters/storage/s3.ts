import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type S3Settings, s3Client, unsigned } from './s3-client'
import { putInParts } from './s3-parts'
import type { Storage } from './storage'

/** Files above this size are sent in parts: a lost connection then costs one part, and one request has a limit of 5 GB. */
const defaultPartBytes = 16 * 1024 * 1024
/** Any S3-compatible service. */
export function s3Storage(settings: S3Settings, partBytes = defaultPartBytes): Storage {
  const client = s3Client(settings)
  const { aws, urlOf, send, sendWhole } = client
  return {
    async put(key, body, mime) {
      const headers = { 'content-type': mime, ...unsigned }
      if (Buffer.isBuffer(body)) return void (await sendWhole('PUT', key, { body: new Uint8Array(body), headers }))
      const { size } = await stat(body.path)
      if (size > partBytes) return putInParts(client, key, { path: body.path, size, mime }, partBytes)
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
      const signed = await aws.sign(url.toString(), {
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
      return (await aws.sign(url.toString(), { method: 'GET', aws: { signQuery: true } })).url
    },

    async setRules(origins) {
      for (const [name, body] of Object.entries({ lifecycle, cors: corsFor(origins) })) {
        const md5 = createHash('md5').update(body).digest('base64')
        const headers = { 'content-type': 'application/xml', 'content-md5': md5 }
        const response = await aws.fetch(`${urlOf('').slice(0, -1)}?${name}`, { method: 'PUT', body, headers })
        const answer = await response.text()
        if (!response.ok) throw new Error(`storage answered ${response.status} to ${name}: ${answer.slice(0, 300)}`)
      }
    },
  }
}

/** Seconds; services refuse links that are valid for more than a week. */
const longestLink = 7 * 86_400

/**
 * A process that dies leaves parts that belong to no file. A job deletes unchecked uploads after a day; this rule
 * deletes uploads whose row no longer exists.
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
