import type { StudioItem } from '@dxx/contract/calls/staff/studio-shapes'
import ImagePlus from 'lucide-react/icons/image-plus'
import { useRef, useState } from 'react'
import { Cover } from '../../../ui/cover'
import { useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { useContentUpload } from './use-content-upload'

interface CoverFieldProps {
  item: StudioItem
  title: string
  subject: string
  /** Path of the picture; empty for the cover that is drawn from title and subject. */
  value: string
  onChange(path: string): void
}

/** Field for the cover of a curriculum: an uploaded picture, or the drawn cover. */
export function CoverField({ item, title, subject, value, onChange }: CoverFieldProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [error, setError] = useState('')
  const { percent, run } = useContentUpload(item.id, ({ msg }) => setError(msg))
  const media = useStaffCall(
    'GET /staff/v1/studio_media',
    { id: item.id, path: value },
    { enabled: value !== '', staleTime: 600_000 },
  )
  const add = (file: File) =>
    run(async (upload) => {
      setError('')
      const { path, kind } = await upload(file)
      if (kind === 'image') onChange(path)
      else setError(`${file.name} 不是图片`)
    })
  const isWide = item.kind === 'course'
  return (
    <div className="flex items-start gap-3 desk:col-span-2">
      <div className={isWide ? 'w-32 shrink-0' : 'w-20 shrink-0'}>
        <Cover
          small
          title={title}
          subject={subject}
          shape={isWide ? 'wide' : 'book'}
          src={value !== '' ? media.data?.url : null}
        />
      </div>
      <div className="min-w-0 space-y-1.5">
        <p className="text-12 text-ink-3">封面{value === '' && '：按标题和学科画的'}</p>
        <div className="flex flex-wrap gap-2">
          <ConsoleButton
            kind="line"
            size="small"
            icon={<ImagePlus size={15} />}
            loading={percent !== null}
            onClick={() => picker.current?.click()}
          >
            {value === '' ? '上传封面' : '换封面'}
          </ConsoleButton>
          {value !== '' && (
            <ConsoleButton size="small" onClick={() => onChange('')}>
              用画的
            </ConsoleButton>
          )}
        </div>
        <p className="text-12 text-ink-3">{isWide ? '宽高 16:9' : '宽高 3:4'}，JPG 或 PNG，宽 800 以上</p>
        {error && (
          <p role="alert" className="text-12 text-danger">
            {error}
          </p>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        aria-label="封面图片"
        accept="image/*"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void add(file)
          event.target.value = ''
        }}
      />
    </div>
  )
}
