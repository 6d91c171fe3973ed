import { useState } from 'react'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { uploadContentFile } from './upload-content'

/**
 * Uploads files of a curriculum's draft. `percent` is the progress of the current file; null if none is sent. `report`
 * shows a failure of the upload, or of `work`, to the user; by default as a toast.
 */
export function useContentUpload(curriculum: string, report = toastError) {
  const [percent, setPercent] = useState<number | null>(null)
  const send = (file: File) => {
    setPercent(0)
    return uploadContentFile(curriculum, file, (share) => setPercent(Math.round(share * 100)))
  }
  const run = async (work: (upload: typeof send) => Promise<void>) => {
    try {
      await work(send)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      report(error)
    } finally {
      setPercent(null)
    }
  }
  return { percent, run }
}

function toastError(error: ApiError): void {
  if (!error.shown) toast(error.msg)
}
