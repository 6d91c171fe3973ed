import { AwsClient } from 'aws4fetch'

export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
}

/** The signature does not cover the body, because a stream is read while it is sent. */
export const unsigned = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }

export type S3Client = ReturnType<typeof s3Client>

/** Signed requests to a bucket, addressed by path (`endpoint/bucket/key`). */
export function s3Client({ endpoint, bucket, region, accessKey, secretKey }: S3Settings) {
  // No retries in the client: a stream can be sent only once.
  const aws = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: 's3',
    retries: 0,
  })
  const urlOf = (key: string) => `${endpoint.replace(/\/$/, '')}/${bucket}/${key}`

  async function send(method: string, key: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
    const response = await aws.fetch(urlOf(key), { method, redirect: 'error', ...init })
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

  return { aws, urlOf, send, sendWhole }
}
