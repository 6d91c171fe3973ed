import { ApiError } from '../../../api/error'
import { callStaff, type StaffData } from '../../api/client'
import { isFinalError } from '../../api/final-error'

/** Maximum tries of one call. After that the upload stops; a new start continues where it stopped. */
const attempts = 8
const pauseMs = 1500
const longestPauseMs = 10_000

const toBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Waits until the device has a network. */
const connected = () =>
  navigator.onLine ? undefined : new Promise((resolve) => addEventListener('online', resolve, { once: true }))

/** Repeats a call after a lost connection, or if the server is busy. */
export async function repeat<T>(call: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError) || isFinalError(error) || failures >= attempts) throw error
      await connected()
      await wait(Math.min(longestPauseMs, pauseMs * failures))
    }
  }
}

/**
 * Uploads a file to the draft of a curriculum in parts. After a lost connection, or after the page was closed, it
 * continues with the next part: a file with the same name, size and time of change gets the same upload.
 */
export async function uploadContentFile(
  curriculum: string,
  file: File,
  onProgress?: (share: number) => void,
): Promise<StaffData<'POST /staff/v1/studio_upload_finish'>> {
  const upload = await uploadContentParts(curriculum, file, onProgress)
  return repeat(() => callStaff('POST /staff/v1/studio_upload_finish', { upload }))
}

/** Distinguishes the placeholders of this page from those that a closed page left in a text. */
const page = Math.random().toString(36).slice(2, 6)
let placeholders = 0

/** Markdown placeholder for a file during its upload. */
export const uploadPlaceholder = () => `![正在上传 ${page}-${++placeholders}…]()`

let running = 0
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * Makes the browser ask before the page is closed during an upload, because the upload would only continue after
 * choosing the file again.
 */
async function guarded<T>(send: () => Promise<T>): Promise<T> {
  if (running++ === 0) addEventListener('beforeunload', askBeforeLeaving)
  try {
    return await send()
  } finally {
    if (--running === 0) removeEventListener('beforeunload', askBeforeLeaving)
  }
}

/** Sends all parts of a file. Resolves with the upload, whose id is passed to another call. */
export const uploadContentParts = (
  curriculum: string,
  file: File,
  onProgress: (share: number) => void = () => {},
): Promise<string> => guarded(() => sendParts(curriculum, file, onProgress))

async function sendParts(curriculum: string, file: File, onProgress: (share: number) => void): Promise<string> {
  const mark = `${file.name} ${file.size} ${file.lastModified}`.slice(-200)
  const input = { id: curriculum, name: file.name.slice(-150), bytes: file.size, mark }
  const started = await repeat(() => callStaff('POST /staff/v1/studio_upload_start', input))
  let { offset } = started
  while (offset < file.size) {
    onProgress(offset / file.size)
    const bytes = new Uint8Array(await file.slice(offset, offset + started.part).arrayBuffer())
    const part = { upload: started.upload, offset, data: toBase64(bytes) }
    offset = (await repeat(() => callStaff('POST /staff/v1/studio_upload_part', part))).offset
  }
  onProgress(1)
  return started.upload
}
