import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { type S3Client, unsigned } from './s3-client'

/** Attempts of one part. */
const tries = 3

interface FileToSend {
  path: string
  size: number
  mime: string
}

async function putPart(
  { sendWhole }: S3Client,
  key: string,
  { path, start, end }: { path: string; start: number; end: number },
) {
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
export async function putInParts(client: S3Client, key: string, file: FileToSend, partBytes: number): Promise<void> {
  const { path, size, mime } = file
  const { send, sendWhole } = client
  const { text } = await sendWhole('POST', `${key}?uploads`, { headers: { 'content-type': mime } })
  const id = encodeURIComponent(/<UploadId>([^<]+)<\/UploadId>/.exec(text)![1]!)
  try {
    const parts: string[] = []
    for (let start = 0; start < size; start += partBytes) {
      const number = parts.length + 1
      const end = Math.min(start + partBytes, size) - 1
      const etag = await putPart(client, `${key}?partNumber=${number}&uploadId=${id}`, { path, start, end })
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
