import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { S3Settings } from './s3-client'

const accessKey = 'AKIDEXAMPLE'
const secretKey = 'wJalrXUtnFEMI'
const region = 'us-east-1'
const bucket = 'dxx-test'

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

interface Upload {
  key: string
  mime: string
  parts: Map<number, Buffer>
}

/**
 * Simulates an S3 bucket in memory: AWS Signature Version 4 in headers or query, ranges, checked lengths, parts, lists.
 * With `tls` it speaks HTTPS.
 */
export async function startS3(tls?: { key: Buffer; cert: Buffer }) {
  const objects = new Map<string, { body: Buffer; mime: string }>()
  const uploads = new Map<string, Upload>()
  /** Rules of the bucket by name: `lifecycle`, `cors`. */
  const rules = new Map<string, string>()
  /** Requests with a part that are answered with 500, before others are accepted. */
  const faults = { parts: 0, partRequests: 0 }
  const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`

  /** Answers requests of uploads in parts. Returns status, body and headers; null for other requests. */
  function inParts(method: string, url: URL, body: Buffer, mime: string): [number, string?, object?] | null {
    const key = url.pathname.slice(bucket.length + 2)
    if (method === 'POST' && url.searchParams.has('uploads')) {
      const id = `upload ${uploads.size + 1}`
      uploads.set(id, { key, mime, parts: new Map() })
      return [200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`]
    }
    const id = url.searchParams.get('uploadId')
    if (id === null) return null
    const upload = uploads.get(id)
    if (!upload || upload.key !== key) return [404, '<Error><Code>NoSuchUpload</Code></Error>']
    if (method === 'PUT') {
      faults.partRequests++
      if (faults.parts > 0) {
        faults.parts--
        return [500, '<Error><Code>InternalError</Code></Error>']
      }
      upload.parts.set(Number(url.searchParams.get('partNumber')), body)
      return [200, '', { etag: etagOf(body) }]
    }
    uploads.delete(id)
    if (method === 'DELETE') return [204]
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)]
    const isSame = named.every(([, number, etag]) => etagOf(upload.parts.get(Number(number))!) === etag)
    if (!isSame || named.length !== upload.parts.size) return [200, '<Error><Code>InvalidPart</Code></Error>']
    objects.set(key, { body: Buffer.concat(named.map(([, n]) => upload.parts.get(Number(n))!)), mime: upload.mime })
    return [200, '<CompleteMultipartUploadResult><ETag>"joined"</ETag></CompleteMultipartUploadResult>']
  }

  /** Lists keys below a prefix, those with a further `/` as folders; also deletes a list of keys. */
  function onBucket(method: string, url: URL, body: Buffer): string | null {
    if (method === 'POST' && url.searchParams.has('delete')) {
      for (const [, key] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) objects.delete(key!)
      return '<DeleteResult/>'
    }
    if (method !== 'GET' || !url.searchParams.has('list-type')) return null
    const prefix = url.searchParams.get('prefix') ?? ''
    const delimiter = url.searchParams.get('delimiter')
    const folders = new Set<string>()
    const files: string[] = []
    for (const [key, { body }] of objects) {
      if (!key.startsWith(prefix)) continue
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1
      if (end >= 0) folders.add(key.slice(0, end + 1))
      else
        files.push(
          `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>${etagOf(body)}</ETag><Size>${body.length}</Size></Contents>`,
        )
    }
    const prefixes = [...folders].map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`)
    return `<ListBucketResult><IsTruncated>false</IsTruncated>${files.join('')}${prefixes.join('')}</ListBucketResult>`
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const end = (status: number, body: Buffer | string = '', headers = {}) =>
      response
        .writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers })
        .end(request.method === 'HEAD' ? undefined : body)
    if (!isSigned(request)) return end(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
    if (request.method === 'PUT' && request.headers['transfer-encoding']) return end(501, 'NotImplemented')
    const url = new URL(request.url!, 'http://x')
    const parted = inParts(request.method!, url, Buffer.concat(chunks), request.headers['content-type'] ?? '')
    if (parted) return end(...parted)
    const listed = onBucket(request.method!, url, Buffer.concat(chunks))
    if (listed !== null) return end(200, listed)
    if (request.method === 'PUT' && url.pathname === `/${bucket}`) {
      const body = Buffer.concat(chunks)
      if (request.headers['content-md5'] !== createHash('md5').update(body).digest('base64'))
        return end(400, 'BadDigest')
      rules.set(url.search.slice(1).replace('=', ''), body.toString())
      return end(200)
    }
    const key = url.pathname.slice(bucket.length + 2)
    const found = objects.get(key)
    if (request.method === 'PUT') {
      objects.set(key, { body: Buffer.concat(chunks), mime: request.headers['content-type'] ?? '' })
      return end(200)
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return end(204)
    }
    if (!found) return end(404, '<Error><Code>NoSuchKey</Code></Error>')
    // Headers that a signed link sets in the response.
    const requestedHeaders = [...url.searchParams].flatMap(([name, value]) =>
      name.startsWith('response-') ? [[name.slice('response-'.length), value]] : [],
    )
    const times = { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT', etag: etagOf(found.body) }
    const shown = { ...times, 'content-type': found.mime, ...Object.fromEntries(requestedHeaders) }
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    if (from) return end(206, found.body.subarray(Number(from), to ? Number(to) + 1 : undefined), shown)
    if (request.method === 'HEAD')
      return response.writeHead(200, { 'content-length': found.body.length, ...times }).end()
    return end(200, found.body, shown)
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => void answer(request, response)
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings: S3Settings = { endpoint, bucket, region, accessKey, secretKey }
  return {
    settings,
    objects,
    uploads,
    rules,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}

function isSigned(request: IncomingMessage): boolean {
  const url = new URL(request.url!, `http://${request.headers.host}`)
  const inQuery = url.searchParams.has('X-Amz-Signature')
  const header = request.headers.authorization ?? ''
  const signature = inQuery ? url.searchParams.get('X-Amz-Signature') : /Signature=(\w+)/.exec(header)?.[1]
  const signedHeaders = inQuery
    ? url.searchParams.get('X-Amz-SignedHeaders')
    : /SignedHeaders=([^,]+)/.exec(header)?.[1]
  const date = inQuery ? url.searchParams.get('X-Amz-Date') : (request.headers['x-amz-date'] as string)
  if (!signature || !signedHeaders || !date) return false
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  const life = inQuery ? Number(url.searchParams.get('X-Amz-Expires')) : 900
  if (Date.now() > at + life * 1000) return false
  url.searchParams.delete('X-Amz-Signature')
  const query = [...url.searchParams]
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .sort()
    .join('&')
  const canonical = [
    request.method,
    url.pathname,
    query,
    ...signedHeaders.split(';').map((name) => `${name}:${request.headers[name] ?? ''}`),
    '',
    signedHeaders,
    request.headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD',
  ].join('\n')
  const day = date.slice(0, 8)
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${secretKey}`, day), region), 's3'), 'aws4_request')
  return hmac(key, text).toString('hex') === signature
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
