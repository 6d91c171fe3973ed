import { appLimits } from '@dxx/contract/rules/constants'
import ImagePlus from 'lucide-react/icons/image-plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { uploadFile } from '../../api/upload'
import { consoleButtonClass } from '../../kit/button'

export interface AttachedPicture {
  id: string
  url: string
}

interface AttachPicturesProps {
  pictures: readonly AttachedPicture[]
  onChange(pictures: readonly AttachedPicture[]): void
}

/** Field for the pictures of a reply, which are uploaded as soon as they are chosen. */
export function AttachPictures({ pictures, onChange }: AttachPicturesProps) {
  const [sending, setSending] = useState(false)
  async function add(files: FileList | null) {
    setSending(true)
    let all = pictures
    try {
      for (const file of [...(files ?? [])].slice(0, appLimits.albumMax - pictures.length)) {
        const { id, url } = await uploadFile(file)
        all = [...all, { id, url }]
        onChange(all)
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.shown) toast(error.msg)
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      {pictures.map(({ id, url }) => (
        <span key={id} className="relative">
          <img src={url} alt="待发送的图片" className="size-11 rounded-item object-cover" />
          <button
            type="button"
            aria-label="去掉这张图片"
            onClick={() => onChange(pictures.filter((one) => one.id !== id))}
            className="tap absolute -top-1.5 -right-1.5 grid size-5 place-items-center rounded-full bg-toast text-white"
          >
            <X size={12} />
          </button>
        </span>
      ))}
      {pictures.length < appLimits.albumMax && (
        <label className={consoleButtonClass('soft', 'small')}>
          <ImagePlus size={15} />
          {sending ? '正在上传…' : '图片'}
          <input
            type="file"
            accept="image/*"
            multiple
            disabled={sending}
            className="sr-only"
            onChange={(event) => {
              void add(event.target.files)
              event.target.value = ''
            }}
          />
        </label>
      )}
    </>
  )
}
