import type { Upload, UploadPurpose } from '@dxx/contract/calls/uploads'
import { callApi } from '../../api/client'
import { networkError } from '../../api/error'
import { withTimeLimit } from '../../api/time-limit'

/**
 * Uploads a file and returns the server's response; `progress` receives percent. Throws an ApiError on failure, or
 * after 60 s without progress.
 */
export async function uploadFile(
  purpose: UploadPurpose,
  file: File,
  progress: (percent: number) => void = () => {},
): Promise<Upload> {
  const link = await callApi('GET /v1/zos_generate_object_upload_link', {
    purpose,
    name: file.name || 'image',
    size: file.size,
    type: file.type,
  })
  await withTimeLimit(undefined, (signal, onByte) =>
    put(link.url, link.headers, file, signal, (percent) => {
      onByte()
      progress(percent)
    }),
  )
  return callApi('POST /v1/upload_complete', { id: link.id })
}

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
function put(
  url: string,
  headers: Record<string, string>,
  file: File,
  signal: AbortSignal,
  progress: (percent: number) => void,
) {
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => total > 0 && progress((loaded / total) * 100)
    request.onload = () => (request.status < 300 ? resolve() : reject(networkError()))
    request.onerror = () => reject(networkError())
    request.onabort = () => reject(networkError())
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
