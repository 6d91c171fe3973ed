import { ApiError, networkError } from '../../api/error'
import { withTimeLimit } from '../../api/time-limit'
import { callStaff, type StaffData } from './client'

/** Uploads a file and resolves with the server's record of the stored file. */
export async function uploadFile(file: File): Promise<StaffData<'POST /staff/v1/upload_complete'>> {
  const { id, url, headers } = await callStaff('POST /staff/v1/upload_link', { name: file.name, size: file.size })
  const sent = await withTimeLimit(undefined, (signal) =>
    fetch(url, { method: 'PUT', headers, body: file, signal, credentials: 'omit' }),
  ).catch((error) => {
    throw error instanceof ApiError ? error : networkError()
  })
  if (!sent.ok) throw new ApiError('upload-refused', 0, '文件没有上传成功，请重试')
  return callStaff('POST /staff/v1/upload_complete', { id })
}
