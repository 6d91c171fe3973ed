import type { Upload, UploadPurpose } from '@dxx/contract/calls/uploads'
import { callApi } from '../../api/client'
import { networkError } from '../../api/error'

/** Sends a file and answers what the server made of it; `progress` takes percent. Throws an ApiError where it fails. */
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
  await put(link.url, link.headers, file, progress)
  return callApi('POST /v1/upload_complete', { id: link.id })
}

/** By XMLHttpRequest: fetch tells nothing about how far a body has gone. */
function put(url: string, headers: Record<string, string>, file: File, progress: (percent: number) => void) {
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => total > 0 && progress((loaded / total) * 100)
    request.onload = () => (request.status < 300 ? resolve() : reject(networkError()))
    request.onerror = () => reject(networkError())
    request.onabort = () => reject(networkError())
    request.send(file)
  })
}
