import { ApiError } from '../../../api/error'
import { callStaff, type StaffData } from '../../api/client'

/** Attempts to send one part before the upload is given up; the next start continues where it stopped. */
const attempts = 5
const pauseMs = 1500

const toBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Uploads a file to the draft of a curriculum in parts. After a lost connection it continues with the next part, also if
 * the page was closed meanwhile: the same file (name, size and time of change) has the same upload.
 */
export async function uploadContentFile(
  curriculum: string,
  file: File,
  onProgress?: (share: number) => void,
): Promise<StaffData<'POST /staff/v1/studio_upload_finish'>> {
  const upload = await uploadContentParts(curriculum, file, onProgress)
  return callStaff('POST /staff/v1/studio_upload_finish', { upload })
}

/** Sends all parts of a file. Resolves with the upload, which another call takes over. */
export async function uploadContentParts(
  curriculum: string,
  file: File,
  onProgress: (share: number) => void = () => {},
): Promise<string> {
  const mark = `${file.name} ${file.size} ${file.lastModified}`.slice(-200)
  const started = await callStaff('POST /staff/v1/studio_upload_start', {
    id: curriculum,
    name: file.name.slice(-150),
    bytes: file.size,
    mark,
  })
  let { offset } = started
  let failures = 0
  while (offset < file.size) {
    onProgress(offset / file.size)
    const bytes = new Uint8Array(await file.slice(offset, offset + started.part).arrayBuffer())
    try {
      const sent = await callStaff('POST /staff/v1/studio_upload_part', {
        upload: started.upload,
        offset,
        data: toBase64(bytes),
      })
      offset = sent.offset
      failures = 0
    } catch (error) {
      if (!(error instanceof ApiError) || error.decided || ++failures >= attempts) throw error
      await wait(pauseMs * failures)
    }
  }
  onProgress(1)
  return started.upload
}
