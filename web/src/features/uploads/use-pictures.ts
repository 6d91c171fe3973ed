import type { UploadPurpose } from '@dxx/contract/calls/uploads'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/error'
import { uploadFile } from './upload'

export interface UploadedPicture {
  id: string
  url: string
}

/** Connects the uploader, which uses URLs, to a call that identifies pictures by id. */
export function usePictures(
  purpose: UploadPurpose,
  pictures: UploadedPicture[],
  change: (pictures: UploadedPicture[]) => void,
) {
  const uploaded = useRef(new Map<string, string>())
  const [problem, setProblem] = useState('')
  for (const { id, url } of pictures) uploaded.current.set(url, id)
  return {
    problem,
    uploader: {
      value: pictures.map(({ url }) => url),
      onChange(addresses: string[]) {
        change(
          addresses.flatMap((url) => {
            const id = uploaded.current.get(url)
            return id ? [{ id, url }] : []
          }),
        )
      },
      async upload(file: File, progress: (percent: number) => void): Promise<string> {
        setProblem('')
        try {
          const { id, url } = await uploadFile(purpose, file, progress)
          uploaded.current.set(url, id)
          return url
        } catch (error) {
          if (error instanceof ApiError && !error.shown) setProblem(error.msg)
          throw error
        }
      },
    },
  }
}
