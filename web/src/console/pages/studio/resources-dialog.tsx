import type { StudioItem } from '@dxx/contract/calls/staff/studio-shapes'
import Upload from 'lucide-react/icons/upload'
import { useRef, useState } from 'react'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { TextField } from '../../kit/fields'
import { uploadContentFile } from './upload-content'

const kinds = { video: '视频', audio: '音频', file: '文件', link: '链接' } as const

const slugOf = (path: string) =>
  path
    .replace(/^.*\//, '')
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || `r${Date.now().toString(36)}`

/** 资源 of a textbook: what they are called in the text, and new ones by upload or address. */
export function ResourcesDialog({ item, onClose }: { item: StudioItem; onClose(): void }) {
  const picker = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [url, setUrl] = useState('')
  const save = useStaffAction('POST /staff/v1/studio_tree', { changes: ['GET /staff/v1/studio_open'] })
  const remove = useStaffAction('POST /staff/v1/studio_tree', { changes: ['GET /staff/v1/studio_open'] })

  async function add(file: File) {
    try {
      setPercent(0)
      const { path, kind, notes } = await uploadContentFile(item.id, file, (share) =>
        setPercent(Math.round(share * 100)),
      )
      for (const note of notes) toast(note)
      const own = kind === 'image' ? 'file' : kind
      const title = file.name.replace(/\.\w+$/, '').slice(0, 100) || '资源'
      await save.run({ id: item.id, change: { op: 'resource', slug: slugOf(path), title, kind: own, path, url: null } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.shown) toast(error.msg)
    } finally {
      setPercent(null)
    }
  }

  return (
    <Dialog open onClose={onClose} wide title="资源" note="在正文里用 @[resource](标识) 引用；每个资源都有自己的二维码">
      <ul className="divide-y divide-line">
        {item.resources.length === 0 && <li className="py-2 text-ink-3">还没有资源</li>}
        {item.resources.map((one) => (
          <li key={one.slug} className="flex flex-wrap items-center gap-2 py-2">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">{one.title}</span>
              <span className="block truncate text-12 text-ink-3">
                {kinds[one.kind]} · @[resource]({one.slug}) · {one.path ?? one.url}
              </span>
            </span>
            <ConsoleButton
              kind="danger"
              size="small"
              loading={remove.running}
              onClick={() => void remove.run({ id: item.id, change: { op: 'remove', slug: one.slug } })}
            >
              移除
            </ConsoleButton>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-end gap-2">
        <ConsoleButton
          kind="primary"
          icon={<Upload size={16} />}
          loading={percent !== null}
          onClick={() => picker.current?.click()}
        >
          上传文件、音频或视频
        </ConsoleButton>
        {percent !== null && (
          <span role="status" className="self-center text-ink-3">
            {percent}%，断了会接着传
          </span>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) void add(file)
            event.target.value = ''
          }}
        />
        <span className="min-w-60 flex-1">
          <TextField label="或者一个网址" value={url} placeholder="https://" onChange={setUrl} />
        </span>
        <ConsoleButton
          disabled={!/^https?:\/\/\S+$/.test(url)}
          loading={save.running}
          onClick={() => {
            const { hostname } = new URL(url)
            const slug = `${slugOf(hostname)}-${Date.now().toString(36)}`
            const change = { op: 'resource' as const, slug, title: hostname, kind: 'link' as const, path: null, url }
            void save.run({ id: item.id, change }).then((done) => done && setUrl(''))
          }}
        >
          添加链接
        </ConsoleButton>
      </div>
    </Dialog>
  )
}
